import type { Kysely } from 'kysely';
import { type OnboardingState, readOnboarding as readEndpoint } from '#contract/company/onboarding.ts';
import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { getFacts } from '../company-settings/fact-columns.ts';
import { library } from '../risk-templates/content.ts';
import { finishOnboarding, readProgress } from './finish.ts';
import { type CompanyRow, readAdoptedKeys, readCompany, readNameable } from './store.ts';

export interface OnboardingDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const handler = handlersFor<OnboardingDeps>();

/** Details of the first step, as returned by the API. */
export function getDetails(row: CompanyRow): OnboardingState['company'] {
  return {
    version: row.version,
    name: row.name,
    legalName: row.legal_name,
    sector: row.sector,
    ...getFacts(row),
    regulatedIn: row.regulated_in,
    nzbn: row.nzbn,
    abn: row.abn,
    address: row.address,
  };
}

/** Progress of setup, as returned by the API. */
export async function readOnboardingState(trx: Work['trx'], companyId: string): Promise<OnboardingState> {
  const row = await readCompany(trx, companyId);
  const people = await readNameable(trx, companyId);
  const adopted = await readAdoptedKeys(trx, companyId);
  const progress = await readProgress(trx, companyId);
  return {
    company: getDetails(row),
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
export const readOnboarding = handler(readEndpoint, async (deps, _input, { company, request }) => {
  const by = {
    companyId: company.id,
    actor: { type: 'system', id: 'onboarding', role: 'system' },
    ...ofRequest(request),
  } as const;
  return inWork(deps, by, async (work) => {
    const { isComplete, isDone } = await readProgress(work.trx, company.id);
    if (isComplete && !isDone) await finishOnboarding(work);
    return readOnboardingState(work.trx, company.id);
  });
});
