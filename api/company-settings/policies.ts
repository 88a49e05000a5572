import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { CompanyPolicies, policiesInput, previewPolicies } from '#contract/company-settings.ts';
import {
  legalRetention,
  type Policies,
  policiesInWords,
  policyChanges,
  policyProblems,
  secondPeople,
} from '#rules/policies.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import type { CompanySettingsDeps } from './deps.ts';
import { readStanding } from './standing-store.ts';
import { activeMembers, readSettings, type SettingsRow, updateSettings } from './store.ts';

type Form = z.output<typeof policiesInput>;

async function present(
  trx: Transaction<Schema>,
  deps: CompanySettingsDeps,
  row: SettingsRow,
): Promise<CompanyPolicies> {
  return {
    version: row.version,
    policies: row.policy,
    regulatedIn: row.regulated_in,
    legal: legalRetention(row.regulated_in),
    secondPeople: (await eligible(trx, deps)).map(({ id, name }) => ({ id, name })),
    updatedAt: row.updated_at,
  };
}

async function eligible(trx: Transaction<Schema>, deps: CompanySettingsDeps) {
  return secondPeople(await activeMembers(trx), deps.now().toISOString());
}

/** GET /company/policies. */
export function readCompanyPolicies(
  deps: CompanySettingsDeps,
  { company }: MemberCaller,
): Promise<CompanyPolicies> {
  return asTenant(deps.db, company.id, async (trx) =>
    present(trx, deps, await readSettings(trx, company.id)),
  );
}

const policiesOf = ({ version: _version, ...policies }: Form): Policies => policies;

async function refuseProblems(
  trx: Transaction<Schema>,
  deps: CompanySettingsDeps,
  row: SettingsRow,
  after: Policies,
): Promise<void> {
  const problems = policyProblems(row.policy, after, {
    regulatedIn: row.regulated_in,
    eligible: await eligible(trx, deps),
  });
  if (problems.length === 0) return;
  throw refuse('request.invalid', {
    fields: Object.fromEntries(problems.map(({ field, sentence }) => [field, [sentence]])),
  });
}

async function refuseStale(
  trx: Transaction<Schema>,
  deps: CompanySettingsDeps,
  row: SettingsRow,
  form: Form,
): Promise<void> {
  if (row.version === form.version) return;
  throw refuse('record.stale', {
    detail: 'Somebody else changed the company’s settings while you had them open.',
    current: await present(trx, deps, row),
  });
}

/** POST /company/policies/preview: what would change, and what that touches. Refuses what saving would refuse. */
export function preview(
  deps: CompanySettingsDeps,
  { company }: MemberCaller,
  form: Form,
): Promise<z.output<typeof previewPolicies.answer>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readSettings(trx, company.id);
    await refuseStale(trx, deps, row, form);
    const after = policiesOf(form);
    await refuseProblems(trx, deps, row, after);
    return { changes: policyChanges(row.policy, after, await readStanding(trx)) };
  });
}

/** Policies as the trail compares them: in the words that people read. */
const traced = (policies: Policies) =>
  Object.fromEntries(policiesInWords(policies).map(({ field, text }) => [field, text]));

/** PUT /company/policies. Refuses a stale version, what is below the law, and four eyes without two people for it. */
export function updateCompanyPolicies(
  deps: CompanySettingsDeps,
  caller: MemberCaller,
  form: Form,
): Promise<CompanyPolicies> {
  const companyId = caller.company.id;
  return asTenant(deps.db, companyId, (trx) =>
    answerOnce(trx, deps, caller, { body: form, status: 200 }, async () => {
      const row = await readSettings(trx, companyId, { lock: true });
      await refuseStale(trx, deps, row, form);
      const after = policiesOf(form);
      await refuseProblems(trx, deps, row, after);
      const saved = await updateSettings(trx, row, {
        policy: { ...after, idExpiryAlertDays: [...after.idExpiryAlertDays] },
        at: deps.now().toISOString(),
      });
      const answer = await present(trx, deps, saved);
      await recordMemberEvent(trx, deps, caller, {
        action: 'company.policiesChanged',
        resourceType: 'company',
        resourceId: companyId,
        detail: { changes: changesBetween(traced(row.policy), traced(saved.policy)) },
      });
      return answer;
    }),
  );
}
