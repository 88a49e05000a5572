import type { Kysely, Transaction } from 'kysely';
import type { EndpointInput } from '#contract/endpoint.ts';
import type {
  adoptStarters,
  nameOfficer,
  OnboardingState,
  saveCompanyDetails,
} from '#contract/onboarding.ts';
import { leastRetentionYears } from '#rules/retention.ts';
import { changesBetween } from '../audit/detail.ts';
import { actorOf, recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { library } from '../templates/content.ts';
import { adoptStarterTemplates } from '../templates/starters.ts';
import { finishInTransaction, readProgress } from './finish.ts';
import {
  type CompanyRow,
  lockOfficers,
  readAdoptedKeys,
  readCompany,
  readNameable,
  updateCompany,
  writeDesignations,
} from './store.ts';

export interface OnboardingDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;

function detailsOf(row: CompanyRow): OnboardingState['company'] {
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

async function present(trx: Trx, companyId: string): Promise<OnboardingState> {
  const row = await readCompany(trx, companyId, false);
  const people = await readNameable(trx, companyId);
  const adopted = await readAdoptedKeys(trx, companyId);
  const progress = await readProgress(trx, companyId);
  return {
    company: detailsOf(row),
    people: people.map(({ id, name, status, designations }) => ({
      id,
      name,
      hasJoined: status === 'active',
      isComplianceOfficer: designations.includes('complianceOfficer'),
    })),
    starters: library
      .filter(({ country }) => row.regulated_in.includes(country))
      .map(({ key, name, country, resourceType }) => ({
        key,
        name,
        country,
        resourceType,
        isAdopted: adopted.has(key),
      })),
    left: progress.left,
    done: progress.isDone,
  };
}

/**
 * GET /onboarding: what is known of the company so far, and which steps are left. Ends a set-up whose last thing was done elsewhere, such
 * as a compliance officer whom the team's page named.
 */
export function showOnboarding(deps: OnboardingDeps, caller: MemberCaller): Promise<OnboardingState> {
  const { company, request } = caller;
  return asTenant(deps.db, company.id, async (trx) => {
    const { isComplete, isDone } = await readProgress(trx, company.id);
    if (isComplete && !isDone) {
      await finishInTransaction(trx, deps, {
        companyId: company.id,
        actor: { type: 'system', id: 'onboarding', role: 'system' },
        requestId: request.id,
      });
    }
    return present(trx, company.id);
  });
}

/** One step: its change, once for the form's key, then the end of the set-up where nothing is left. */
function step(
  deps: OnboardingDeps,
  caller: MemberCaller,
  body: unknown,
  change: (trx: Trx) => Promise<void>,
): Promise<OnboardingState> {
  const { company, request } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { body, status: 200 }, async () => {
      await change(trx);
      await finishInTransaction(trx, deps, {
        companyId: company.id,
        actor: actorOf(caller),
        requestId: request.id,
      });
      return present(trx, company.id);
    }),
  );
}

/** PUT /onboarding/company. Refuses a stale version with `record.stale`. */
export function saveDetails(
  deps: OnboardingDeps,
  form: EndpointInput<typeof saveCompanyDetails>['body'],
  caller: MemberCaller,
): Promise<OnboardingState> {
  return step(deps, caller, form, async (trx) => {
    const row = await readCompany(trx, caller.company.id, true);
    if (row.version !== form.version) {
      throw refuse('record.stale', {
        detail: 'Somebody else changed the company’s details while you had them open.',
        current: detailsOf(row),
      });
    }
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
        retentionYears: Math.max(
          row.policy.retentionYears,
          leastRetentionYears('identity', after.regulatedIn),
        ),
      },
      at: deps.now().toISOString(),
    });
    const { version: _, name: __, ...before } = detailsOf(row);
    await recordMemberEvent(trx, deps, caller, {
      action: 'company.updated',
      resourceType: 'company',
      resourceId: caller.company.id,
      detail: changesBetween(before, after),
    });
  });
}

/** PUT /onboarding/compliance-officer: one person is named; whoever was before is not any more. */
export function setOfficer(
  deps: OnboardingDeps,
  { memberId }: EndpointInput<typeof nameOfficer>['body'],
  caller: MemberCaller,
): Promise<OnboardingState> {
  return step(deps, caller, { memberId }, async (trx) => {
    const found = await lockOfficers(trx, caller.company.id, memberId);
    const named = found.find(({ id }) => id === memberId);
    if (named === undefined || named.role === 'auditor') {
      throw refuse('request.invalid', {
        fields: { memberId: ['Choose somebody of your team who may work with records'] },
      });
    }
    const at = deps.now().toISOString();
    const changed = found.flatMap((one) => {
      const others = one.designations.filter((held) => held !== 'complianceOfficer');
      const after = one.id === memberId ? [...others, 'complianceOfficer' as const] : others;
      return [...after].sort().join() === [...one.designations].sort().join() ? [] : [{ ...one, after }];
    });
    for (const { id, after } of changed) await writeDesignations(trx, id, after, at);
    // After all writing, because from the first event on others of the company wait.
    for (const { id, designations: before, after } of changed) {
      await recordMemberEvent(trx, deps, caller, {
        action: 'member.roleChanged',
        resourceType: 'member',
        resourceId: id,
        detail: { designations: { before, after } },
      });
    }
  });
}

/** PUT /onboarding/templates. Refuses a template that is not one of the company's countries. */
export function adopt(
  deps: OnboardingDeps,
  { keys }: EndpointInput<typeof adoptStarters>['body'],
  caller: MemberCaller,
): Promise<OnboardingState> {
  const { company, member, request } = caller;
  return step(deps, caller, { keys }, async (trx) => {
    const { regulated_in: countries } = await readCompany(trx, company.id, false);
    const offered = library.filter(({ country }) => countries.includes(country)).map(({ key }) => key);
    if (keys.some((key) => !offered.includes(key))) {
      throw refuse('request.invalid', { fields: { keys: ['Choose templates of your company’s countries'] } });
    }
    await adoptStarterTemplates(trx, deps, {
      companyId: company.id,
      memberId: member.id,
      countries,
      keys,
      actor: actorOf(caller),
      requestId: request.id,
    });
  });
}
