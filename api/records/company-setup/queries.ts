import type { Kysely } from 'kysely';
import type { OnboardingState } from '#contract/onboarding.ts';
import { inWork, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getCompanyDetails } from '../company-settings/fact-columns.ts';
import { library } from '../risk-templates/content.ts';
import { finishOnboarding, readProgress } from './finish.ts';
import { readAdoptedKeys, readCompany, readNameable } from './store.ts';

export interface OnboardingDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** Progress of setup, as returned by the API. */
export async function readOnboardingState(trx: Work['trx'], companyId: string): Promise<OnboardingState> {
  const row = await readCompany(trx, companyId);
  const people = await readNameable(trx, companyId);
  const adopted = await readAdoptedKeys(trx, companyId);
  const progress = await readProgress(trx, companyId);
  return {
    company: getCompanyDetails(row),
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
 * GET /onboarding: known details of the company and outstanding steps. Completes setup if the last step was done elsewhere, such as
 * designating the compliance officer on the team page.
 */
export function showOnboarding(
  deps: OnboardingDeps,
  { company, request }: MemberCaller,
): Promise<OnboardingState> {
  const by = {
    companyId: company.id,
    actor: { type: 'system', id: 'onboarding', role: 'system' },
    requestId: request.id,
  } as const;
  return inWork(deps, by, async (work) => {
    const { isComplete, isDone } = await readProgress(work.trx, company.id);
    if (isComplete && !isDone) await finishOnboarding(work);
    return readOnboardingState(work.trx, company.id);
  });
}
