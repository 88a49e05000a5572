import { isOpenBusinessVerification, type VerificationStatus } from '#rules/lifecycles/checks.ts';
import { orderSteps, type StepProgress } from '#rules/progress.ts';

/** The way of a business verification from the register to the decision, in order. */
const businessSteps = ['register', 'comparison', 'ownership', 'people', 'decision'] as const;
export type BusinessStep = (typeof businessSteps)[number];

export const businessStepLabels: Record<BusinessStep, string> = {
  register: 'Register',
  comparison: 'Comparison',
  ownership: 'Ownership',
  people: 'People',
  decision: 'Decision',
};

/** Inputs of the steps. */
export type BusinessProgressFacts = {
  status: VerificationStatus;
  /** Whether an extract is being ordered. */
  isOrdering: boolean;
  /** Whether there is an extract of the client itself. */
  hasExtract: boolean;
  /** Whether there is evidence to decide on besides an extract: an accepted document that is independent of the client. */
  hasOtherEvidence: boolean;
  /** Discrepancies with the register: all, those not resolved, and those to resolve before the decision. */
  discrepancies: { all: number; open: number; toResolve: number };
  /** Null before any ownership is known. */
  ownership: { unresolvedPercent: string; isTraced: boolean } | null;
  /** Who must be verified: all, those who are verified, and the names of those who are not related parties yet. */
  people: { all: number; verified: number; notParties: readonly string[] };
  decision: 'verified' | 'notVerified' | null;
};

type Found = { isComplete: boolean; reason: string };

function findRegister({ isOrdering, hasExtract, hasOtherEvidence }: BusinessProgressFacts): Found {
  if (hasExtract) return { isComplete: true, reason: 'Extract received' };
  if (isOrdering) return { isComplete: false, reason: 'Ordering extract' };
  return hasOtherEvidence
    ? { isComplete: true, reason: 'Other evidence' }
    : { isComplete: false, reason: 'No extract' };
}

function findComparison({
  hasExtract,
  hasOtherEvidence,
  discrepancies: { all, open, toResolve },
}: BusinessProgressFacts): Found {
  if (!hasExtract)
    return hasOtherEvidence
      ? { isComplete: true, reason: 'Nothing to compare' }
      : { isComplete: false, reason: 'After the extract' };
  if (toResolve > 0) return { isComplete: false, reason: `${toResolve} to resolve` };
  if (all === 0) return { isComplete: true, reason: 'No discrepancies' };
  return { isComplete: true, reason: open === 0 ? 'Resolved' : `${open} to review` };
}

function findOwnership({ ownership }: BusinessProgressFacts): Found {
  if (ownership === null) return { isComplete: false, reason: 'Not known yet' };
  const { isTraced, unresolvedPercent } = ownership;
  if (isTraced) return { isComplete: true, reason: 'Traced to individuals' };
  const isOwnerMissing = unresolvedPercent === '0';
  return {
    isComplete: false,
    reason: isOwnerMissing ? 'No owner found' : `${unresolvedPercent}% unresolved`,
  };
}

/** Names of people in a step's reason; the rest are counted. */
const maxNames = 2;

function formatNotParties(names: readonly string[]): string {
  const named = names.slice(0, maxNames);
  const more = names.length - named.length;
  const who = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' and ');
  return `${who} not yet ${names.length === 1 ? 'a related party' : 'related parties'}`;
}

/** The decision requires that each is a related party; a client may be verified without being one of this business. */
function findPeople({ ownership, people: { all, verified, notParties } }: BusinessProgressFacts): Found {
  if (all === 0)
    return ownership?.isTraced
      ? { isComplete: true, reason: 'None required' }
      : { isComplete: false, reason: 'After ownership' };
  const verifiedText = `${verified} of ${all} verified`;
  if (notParties.length > 0)
    return { isComplete: false, reason: `${verifiedText}; ${formatNotParties(notParties)}` };
  return { isComplete: verified === all, reason: verifiedText };
}

function findDecision({ status, decision }: BusinessProgressFacts): Found {
  if (status === 'evidenceExpired') return { isComplete: false, reason: 'Evidence expired' };
  if (decision === null) return { isComplete: false, reason: 'Not decided' };
  return { isComplete: true, reason: decision === 'verified' ? 'Verified' : 'Not verified' };
}

const findStep: Record<BusinessStep, (facts: BusinessProgressFacts) => Found> = {
  register: findRegister,
  comparison: findComparison,
  ownership: findOwnership,
  people: findPeople,
  decision: findDecision,
};

/** The five steps of a business verification, each derived from what it holds. */
export function businessVerificationSteps(facts: BusinessProgressFacts): StepProgress<BusinessStep>[] {
  return orderSteps(
    businessSteps.map((step) => ({ step, ...findStep[step](facts) })),
    isOpenBusinessVerification(facts.status),
  );
}

/** Actions that can be the next step, in the order in which they are offered. */
const stepActions = {
  register: ['orderExtract', 'edit'],
  comparison: ['settle'],
  ownership: ['expand', 'edit', 'decide'],
  people: ['createParties', 'decide'],
  decision: ['decide'],
} as const;

export type NextBusinessAction = (typeof stepActions)[BusinessStep][number];

/**
 * The next action: the first possible one of the current step. `isPossible`: an action is available without an outstanding requirement.
 * Null while an extract is ordered, and if nothing remains.
 */
export function getNextBusinessAction(
  { isOrdering, people }: Pick<BusinessProgressFacts, 'isOrdering' | 'people'>,
  steps: readonly StepProgress<BusinessStep>[],
  isPossible: (action: NextBusinessAction) => boolean,
): NextBusinessAction | null {
  const current = steps.find(({ state }) => state === 'current')?.step;
  if (isOrdering || current === undefined) return null;
  const offered: readonly NextBusinessAction[] = stepActions[current];
  const areParties = people.notParties.length === 0;
  return offered.find((action) => isPossible(action) && !(action === 'createParties' && areParties)) ?? null;
}
