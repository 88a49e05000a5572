import type { OnboardingStep } from '#contract/company/onboarding.ts';
import { inWork, type Work, type WorkActor, type WorkDeps } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { adoptStarterTemplates } from '../risk-templates/starters.ts';
import { createDefaultWorklist } from '../worklists/default-worklist.ts';
import { lockCompany, type OnboardingFacts, readFacts, writeDone, writeStep } from './store.ts';

/** Progress of a company's setup. */
export interface Progress {
  /** Outstanding steps in order. Templates and team are optional. */
  left: OnboardingStep[];
  isComplete: boolean;
  isDone: boolean;
  accessRestricted: boolean;
  accessRestrictedReason: string | null;
}

/** Whether the company step is complete: fields that a member enters there, as opposed to those from sign-up. */
function hasDetails({
  legal_name,
  sector,
  address,
}: Pick<OnboardingFacts, 'legal_name' | 'sector' | 'address'>): boolean {
  return legal_name !== null && sector !== null && address !== null;
}

function getProgress(facts: OnboardingFacts): Progress {
  const steps: Record<OnboardingStep, boolean> = {
    company: hasDetails(facts),
    officer: facts.has_officer,
    templates: facts.has_templates,
    team: facts.has_team,
    plan: facts.subscription_active,
  };
  return {
    left: (Object.keys(steps) as OnboardingStep[]).filter((step) => !steps[step]),
    isComplete: steps.company && steps.officer && steps.plan,
    isDone: facts.onboarding_step === 'done',
    accessRestricted: facts.access_restricted,
    accessRestrictedReason: facts.access_restricted_reason,
  };
}

/** Progress of setup, in a transaction of the company. */
export async function readProgress(trx: Trx, companyId: string): Promise<Progress> {
  return getProgress(await readFacts(trx, companyId));
}

/** Step at which a returning member continues, as stored with the company. */
function nextStep(left: readonly OnboardingStep[]): OnboardingFacts['onboarding_step'] {
  if (left.includes('company')) return 'company';
  if (left.includes('officer')) return 'designations';
  return left.includes('templates') ? 'templates' : 'team';
}

/**
 * Completes setup when details, a compliance officer and a plan are present. Called by each step that can be the last: lifts the
 * restriction of new companies, creates the default worklist, and adopts the starter templates if none was selected. A restriction set
 * by a platform admin stays. No effect on a completed company.
 * @returns true if setup was completed now.
 */
export async function finishOnboarding(work: Work): Promise<boolean> {
  const { trx, by, at, record } = work;
  const { companyId } = by;
  if (companyId === null) throw new Error('A set-up is of a company.');
  await lockCompany(trx, companyId);
  const facts = await readFacts(trx, companyId);
  const progress = getProgress(facts);
  if (progress.isDone) return false;
  if (!progress.isComplete) {
    const step = nextStep(progress.left);
    if (step !== facts.onboarding_step) await writeStep(trx, companyId, step);
    return false;
  }
  const isRestricted = facts.access_restricted && facts.access_restricted_by !== null;
  await writeDone(trx, companyId, { isRestricted, at });
  if (!facts.has_templates && facts.owner_id !== null) {
    await adoptStarterTemplates(work, {
      companyId,
      memberId: facts.owner_id,
      countries: facts.regulated_in,
    });
  }
  await createDefaultWorklist(work);
  record({
    action: 'company.onboarded',
    resourceType: 'company',
    resourceId: companyId,
    detail:
      isRestricted === facts.access_restricted
        ? {}
        : { accessRestricted: { before: facts.access_restricted, after: isRestricted } },
  });
  return true;
}

/** `finishOnboarding` in a separate unit of work. */
export function finishWhenComplete(deps: WorkDeps, by: WorkActor): Promise<boolean> {
  return inWork(deps, by, finishOnboarding);
}
