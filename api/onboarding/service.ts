import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { CompanyState } from '#contract/accounts.ts';
import type { finishOnboarding, onboardingInput, readOnboarding } from '#contract/onboarding.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { hashOfBody, onceOnly } from '../request-keys/once-only.ts';
import { adoptStarterTemplates } from '../templates/starters.ts';
import {
  type CompanyRow,
  designateComplianceOfficer,
  readCompany,
  readComplianceOfficers,
  updateCompany,
} from './store.ts';

export interface OnboardingDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Onboarding = z.output<typeof readOnboarding.answer>;
type OnboardingForm = z.output<typeof onboardingInput>;

/** NZ keeps for 5 years (AML/CFT Act 2009 s50), AU for 7 (AML/CTF Act 2006 s111); who is under both keeps for 7. */
function legalMinimumYears(regulatedIn: readonly ('AUS' | 'NZL')[]): number {
  return regulatedIn.includes('AUS') ? 7 : 5;
}

function detailsOf(row: CompanyRow): Onboarding['company'] {
  return {
    version: row.version,
    name: row.name,
    legalName: row.legal_name,
    sector: row.sector,
    regulatedIn: row.regulated_in,
    nzbn: row.nzbn,
    abn: row.abn,
    address: row.address,
  };
}

/** GET /onboarding: what is known of the company so far. */
export function showOnboarding(deps: OnboardingDeps, { company }: MemberCaller): Promise<Onboarding> {
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readCompany(trx, company.id, false);
    const complianceOfficers = await readComplianceOfficers(trx, company.id);
    return { company: detailsOf(row), complianceOfficers, done: row.onboarding_step === 'done' };
  });
}

/**
 * Whether the restriction that every new company starts with ends: its details are complete and it has a compliance
 * officer. One that a platform admin set stays, whatever the company does.
 */
function staysRestricted(row: CompanyRow): boolean {
  return row.access_restricted && row.access_restricted_by !== null;
}

async function writeOnboarding(
  trx: Transaction<Schema>,
  deps: OnboardingDeps,
  form: OnboardingForm,
  { member, company, request }: MemberCaller,
): Promise<CompanyState> {
  const row = await readCompany(trx, company.id, true);
  if (row.version !== form.version) {
    throw refuse('record.stale', {
      detail: 'Somebody else changed the company’s details while you had them open.',
      current: detailsOf(row),
    });
  }
  const at = deps.now().toISOString();
  const restricted = staysRestricted(row);
  const after = {
    legalName: form.legalName,
    sector: form.sector,
    regulatedIn: form.regulatedIn,
    nzbn: form.nzbn ?? null,
    abn: form.abn ?? null,
    address: form.address ?? null,
  };
  await updateCompany(trx, row, {
    legal_name: after.legalName,
    sector: after.sector,
    regulated_in: after.regulatedIn,
    nzbn: after.nzbn,
    abn: after.abn,
    address: JSON.stringify(after.address),
    policy: {
      ...row.policy,
      retentionYears: Math.max(row.policy.retentionYears, legalMinimumYears(after.regulatedIn)),
    },
    onboarding_step: 'done',
    access_restricted: restricted,
    at,
  });
  const designated = await designateComplianceOfficer(trx, member.id, member.designations, at);
  const actor = { type: 'user', id: member.id, role: member.role } as const;
  const { version: _, name: __, ...before } = detailsOf(row);
  const common = { companyId: company.id, actor, requestId: request.id };
  await adoptStarterTemplates(trx, deps, { ...common, memberId: member.id, countries: after.regulatedIn });
  if (designated) {
    await recordEvent(trx, deps, {
      ...common,
      action: 'member.roleChanged',
      resourceType: 'member',
      resourceId: member.id,
      detail: {
        designations: { before: member.designations, after: [...member.designations, 'complianceOfficer'] },
      },
    });
  }
  await recordEvent(trx, deps, {
    ...common,
    action: 'company.onboarded',
    resourceType: 'company',
    resourceId: company.id,
    detail: changesBetween(
      { ...before, accessRestricted: row.access_restricted },
      { ...after, accessRestricted: restricted },
    ),
  });
  return {
    ...company,
    regulatedIn: after.regulatedIn,
    onboardingStep: 'done',
    accessRestricted: restricted,
    accessRestrictedReason: restricted ? company.accessRestrictedReason : null,
  };
}

/**
 * PUT /onboarding: the company's details and its compliance officer. Lifts the restriction of a new company. Refuses a
 * stale version with `record.stale`, and a request key that came before with other details with `requestKey.reused`.
 */
export async function saveOnboarding(
  deps: OnboardingDeps,
  form: OnboardingForm,
  caller: MemberCaller,
): Promise<z.output<typeof finishOnboarding.answer>> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const { requestKey, endpointId } = caller.request;
    if (requestKey === undefined) return writeOnboarding(trx, deps, form, caller);
    const key = {
      subject: caller.member.id,
      endpoint: endpointId,
      key: requestKey,
      bodyHash: hashOfBody(form),
    };
    const result = await onceOnly(trx, deps, key, async () => ({
      status: 200,
      body: await writeOnboarding(trx, deps, form, caller),
    }));
    if (result.outcome === 'conflict') {
      throw refuse('requestKey.reused', {
        detail: 'This form was already sent with other details.',
        current: result.first.body,
      });
    }
    return result.body as CompanyState;
  });
}
