import type { Kysely } from 'kysely';
import {
  type CompanyPolicies,
  type CompanyProfile,
  previewPolicies as previewEndpoint,
  readPolicies as readPoliciesEndpoint,
  readCompanyProfile as readProfileEndpoint,
} from '#contract/company/company-settings.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import {
  legalRetention,
  type Policies,
  type PolicyProblem,
  policyChanges,
  policyProblems,
  secondPeople,
} from '#rules/policies.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { activeMembers } from '../team/store.ts';
import { getFacts } from './fact-columns.ts';
import { readPolicyImpact } from './policy-impact-store.ts';
import { readSettings, type SettingsRow } from './store.ts';

type PoliciesForm = EndpointInput<typeof previewEndpoint>['body'];

export interface CompanySettingsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<CompanySettingsDeps>();

/** The message of a 409 on the company's settings. */
export const staleMessage = 'Someone else changed the company’s settings while you had them open.';

/** The company's details as the API shows them. */
export function getProfile(row: SettingsRow): CompanyProfile {
  return {
    version: row.version,
    name: row.name,
    legalName: row.legal_name,
    sector: row.sector,
    ...getFacts(row),
    regulatedIn: row.regulated_in,
    nzbn: row.nzbn,
    abn: row.abn,
    acn: row.acn,
    address: row.address,
    timeZone: row.time_zone,
    updatedAt: row.updated_at,
  };
}

/** GET /company. */
export const readProfile = query(readProfileEndpoint, async ({ trx, caller: { company } }) =>
  getProfile(await readSettings(trx, company.id)),
);

async function canApprove(trx: Trx, now: Date) {
  return secondPeople(await activeMembers(trx), now.toISOString());
}

/** The company's policies as in responses. `now` determines which members are eligible to approve. */
export async function policiesFrom(trx: Trx, row: SettingsRow, now: Date): Promise<CompanyPolicies> {
  return {
    version: row.version,
    policies: row.policy,
    regulatedIn: row.regulated_in,
    legal: legalRetention(row.regulated_in),
    secondPeople: (await canApprove(trx, now)).map(({ id, name }) => ({ id, name })),
    updatedAt: row.updated_at,
  };
}

/** GET /company/policies. */
export const readPolicies = query(readPoliciesEndpoint, async ({ trx, deps, caller: { company } }) =>
  policiesFrom(trx, await readSettings(trx, company.id), deps.now()),
);

/** The policies of a form, without the version that the person saw. */
export const getPolicies = ({ version: _version, ...policies }: PoliciesForm): Policies => policies;

/**
 * Problems with policies: values below the legal minimum, and maker-checker approval without a second eligible member.
 */
export async function problemsWith(
  trx: Trx,
  row: SettingsRow,
  { after, now }: { after: Policies; now: Date },
): Promise<PolicyProblem[]> {
  const eligible = await canApprove(trx, now);
  const company = {
    sector: row.sector,
    otherSectors: row.other_sectors,
    australianTranche: row.australian_tranche,
    regulatedIn: row.regulated_in,
  };
  return policyProblems(row.policy, after, { company, eligible });
}

/** POST /company/policies/preview: the changes and the records affected. Rejects whatever saving would reject. */
export const previewPolicies = query(
  previewEndpoint,
  async ({ trx, deps, caller: { company }, body: form }) => {
    const now = deps.now();
    const row = await readSettings(trx, company.id);
    if (row.version !== form.version) {
      const current = await policiesFrom(trx, row, now);
      throw apiError('record.versionConflict', { detail: staleMessage, current });
    }
    const after = getPolicies(form);
    const problems = await problemsWith(trx, row, { after, now });
    if (problems.length > 0) {
      const fields = Object.fromEntries(problems.map(({ field, message }) => [field, [message]]));
      throw apiError('request.invalid', { fields });
    }
    return { changes: policyChanges(row.policy, after, await readPolicyImpact(trx)) };
  },
);
