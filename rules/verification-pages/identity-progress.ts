import type { VerificationMethod } from '#rules/identity-verification/evidence.ts';
import { type MachineResult, machineResultLabels } from '#rules/identity-verification/machine-result.ts';
import {
  isLinkedVerification,
  isOpenIdentityVerification,
  type VerificationStatus,
} from '#rules/lifecycles/checks.ts';
import { orderSteps, type StepProgress } from '#rules/progress.ts';
import { doesNotCount, type ReasonsNotToCount } from './does-not-count.ts';

/** The way of an identity verification from consent to the decision, in order. */
export const identitySteps = ['consent', 'evidence', 'checks', 'rules', 'decision'] as const;
export type IdentityStep = (typeof identitySteps)[number];

export const identityStepLabels: Record<IdentityStep, string> = {
  consent: 'Consent',
  evidence: 'Evidence',
  checks: 'Checks',
  rules: 'Rules',
  decision: 'Decision',
};

/** Inputs of the steps. */
export type IdentityProgressFacts = ReasonsNotToCount & {
  method: VerificationMethod;
  status: VerificationStatus;
  hasConsent: boolean;
  /** Identity documents, items accepted from the client, data sources that were checked, and statements. */
  evidenceCount: number;
  /** Data sources that are selected and not yet checked. */
  uncheckedSources: number;
  /** Whether there is a document that was sighted or certified, or a check with a result. */
  hasDecisionEvidence: boolean;
  /** Whether there is a result of an issuer, a source or a comparison of the face. */
  hasCheckResult: boolean;
  machineResult: MachineResult | null;
  /** Whether there is evidence by which the rules are evaluated (`areRulesEvaluated`). */
  isEvaluated: boolean;
  /** Clauses of the rules that determine the result; null without such a rule. */
  clauses: { met: number; unmet: number } | null;
  /** Whether a rule determines the result and is met. */
  rulePassed: boolean;
  /** Whether an exception is approved that covers what is not met. */
  isExceptionApproved: boolean;
  /** Whether another client has the same document. */
  sharesDocument: boolean;
  decision: 'verified' | 'notVerified' | null;
};

type Found = { isComplete: boolean; reason: string };

/** Methods whose checks need the person's consent. */
const isElectronic = ({ method }: IdentityProgressFacts) =>
  method === 'electronicRemote' || method === 'electronicInPerson';

const waiting = 'Waiting for the person';

function findConsent(facts: IdentityProgressFacts): Found {
  if (facts.hasConsent) return { isComplete: true, reason: 'Recorded' };
  if (!isElectronic(facts)) return { isComplete: true, reason: 'Not required' };
  return { isComplete: false, reason: isLinkedVerification(facts.status) ? waiting : 'Not recorded' };
}

/** Recorded documents are evidence once someone has sighted or certified them, or, of electronic methods, once they are checked. */
function findEvidence(facts: IdentityProgressFacts): Found {
  const { method, status, evidenceCount, uncheckedSources, hasDecisionEvidence } = facts;
  if (evidenceCount > 0) {
    const isDocumentary = method === 'documentSighted' || method === 'documentCertified';
    if (isDocumentary && !hasDecisionEvidence)
      return { isComplete: false, reason: method === 'documentSighted' ? 'Not sighted' : 'Not certified' };
    return { isComplete: true, reason: evidenceCount === 1 ? '1 item' : `${evidenceCount} items` };
  }
  if (isLinkedVerification(status)) return { isComplete: false, reason: waiting };
  return { isComplete: false, reason: uncheckedSources > 0 ? 'Sources not checked' : 'None recorded' };
}

function findChecks(facts: IdentityProgressFacts): Found {
  const { status, machineResult, hasCheckResult } = facts;
  if (status === 'processing') return { isComplete: false, reason: 'Running' };
  if (machineResult === 'error') return { isComplete: false, reason: 'Source unavailable' };
  if (!hasCheckResult)
    return isElectronic(facts)
      ? { isComplete: false, reason: 'Not run' }
      : { isComplete: true, reason: 'Not required' };
  const result = machineResult === null ? 'none' : machineResultLabels[machineResult].toLowerCase();
  return { isComplete: true, reason: `Result: ${result}` };
}

/** Complete only if nothing opposes a positive decision, or an exception is approved. */
function findRules(facts: IdentityProgressFacts): Found {
  const { method, isEvaluated, clauses, rulePassed, isExceptionApproved, sharesDocument } = facts;
  if (method === 'exception' && !isExceptionApproved) return { isComplete: false, reason: 'Not approved' };
  if (isExceptionApproved && !statementMethods.includes(method))
    return { isComplete: true, reason: 'Exception approved' };
  if (clauses === null) return { isComplete: false, reason: 'No rule applies' };
  if (!isEvaluated) return { isComplete: false, reason: 'Not evaluated' };
  const { met, unmet } = clauses;
  if (unmet === 0 && sharesDocument) return { isComplete: false, reason: 'Document also another client’s' };
  if (unmet === 0) return { isComplete: rulePassed, reason: rulePassed ? 'Met' : 'Not met' };
  if (met === 0) return { isComplete: false, reason: 'Not met' };
  return { isComplete: false, reason: `${unmet} ${unmet === 1 ? 'clause' : 'clauses'} not met` };
}

function findDecision(facts: IdentityProgressFacts): Found {
  const { status, decision } = facts;
  if (doesNotCount(facts)) return { isComplete: false, reason: 'Does not count' };
  if (status === 'evidenceExpired') return { isComplete: false, reason: 'Evidence expired' };
  if (status === 'verified' || status === 'failed')
    return { isComplete: true, reason: decision === 'notVerified' ? 'Not verified' : 'Verified' };
  return {
    isComplete: false,
    reason: status === 'needsReview' ? 'Ready to decide' : 'After the other steps',
  };
}

const findStep: Record<IdentityStep, (facts: IdentityProgressFacts) => Found> = {
  consent: findConsent,
  evidence: findEvidence,
  checks: findChecks,
  rules: findRules,
  decision: findDecision,
};

/** The five steps of an identity verification, each derived from what it holds. */
export function identityVerificationSteps(facts: IdentityProgressFacts): StepProgress<IdentityStep>[] {
  return orderSteps(
    identitySteps.map((step) => ({ step, ...findStep[step](facts) })),
    isOpenIdentityVerification(facts.status),
  );
}

/** Actions that can be the next step, in the order in which they are offered. */
const stepActions = {
  consent: ['sendLink', 'recordConsent'],
  evidence: ['sendLink', 'runChecks', 'addDocument'],
  checks: ['retry', 'runChecks', 'addDocument'],
  rules: ['approveException', 'recordBureauNotice', 'addDocument', 'decide'],
  decision: ['decide'],
} as const;

/** Once it has ended. */
const endedActions = ['reopenVerification', 'retry'] as const;

const statementMethods: readonly VerificationMethod[] = ['distf', 'reliance', 'exception'];

/** Whether another document can meet the rules: not what a statement lacks, nor that a document is another client's. */
const canDocumentHelp = ({
  method,
  sharesDocument,
}: Pick<IdentityProgressFacts, 'method' | 'sharesDocument'>) =>
  !sharesDocument && !statementMethods.includes(method);

export type NextIdentityAction = (typeof stepActions)[IdentityStep][number] | (typeof endedActions)[number];

/**
 * The next action: the first possible one of the current step. `isPossible`: an action is available without an outstanding requirement.
 * Null while the person or a source has to respond, and if nothing remains.
 */
export function getNextIdentityAction(
  facts: Pick<IdentityProgressFacts, 'method' | 'status' | 'sharesDocument' | 'uncheckedSources'>,
  steps: readonly StepProgress<IdentityStep>[],
  isPossible: (action: NextIdentityAction) => boolean,
): NextIdentityAction | null {
  if (isLinkedVerification(facts.status) || facts.status === 'processing') return null;
  const current = steps.find(({ state }) => state === 'current')?.step;
  const offered: readonly NextIdentityAction[] = current === undefined ? endedActions : stepActions[current];
  const isUseful = (action: NextIdentityAction) => {
    if (action === 'addDocument') return canDocumentHelp(facts);
    // Under another method it is the last way, offered beside what is not met.
    if (action === 'approveException') return facts.method === 'exception';
    // Without evidence there is nothing to check, unless sources are selected.
    return action !== 'runChecks' || current !== 'evidence' || facts.uncheckedSources > 0;
  };
  return offered.find((action) => isPossible(action) && isUseful(action)) ?? null;
}
