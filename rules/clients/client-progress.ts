import { isProhibition, prohibitionAction } from '#rules/alerts/prohibitions.ts';
import type { Blocker, Fix } from '#rules/alerts/resolution-targets.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { outstandingReason, type Progress, progressThrough } from '#rules/progress.ts';
import type { CddStatus } from './client-types.ts';

/** The way of a client from the first details to approval, in order. */
export const clientSteps = ['details', 'identity', 'screening', 'risk', 'approval'] as const;
export type ClientStep = (typeof clientSteps)[number];

export const clientStepLabels: Record<ClientStep, string> = {
  details: 'Details',
  identity: 'Identity',
  screening: 'Screening',
  risk: 'Risk',
  approval: 'Approval',
};

export type ClientProgress = Progress<ClientStep>;

/** Inputs of the steps. `outstanding`: unmet requirements, whatever the client's status. */
export type ProgressFacts = {
  outstanding: readonly Pick<Blocker, 'code' | 'text' | 'fix'>[];
  cddStatus: CddStatus;
  /** Last day of an approved exception. */
  exceptionEndsOn: CalendarDate | null;
  /** Today in the company's time zone. */
  on: CalendarDate;
};

const findingSteps: Partial<Record<string, ClientStep>> = {
  politicalExposure: 'screening',
  mitigation: 'risk',
  seniorApproval: 'approval',
};

/** The step of a requirement, by where it is resolved. */
export function getStep({ target, id }: Fix): ClientStep {
  switch (target) {
    case 'client.verifications':
      return 'identity';
    case 'client.screening':
    case 'client.match':
    case 'client.prohibition':
    case 'settings.lists':
      return 'screening';
    case 'client.assessments':
    case 'client.assessment':
    case 'client.funds':
      return 'risk';
    case 'client.findings':
      return findingSteps[id ?? ''] ?? 'details';
    default:
      return 'details';
  }
}

const nextActions: Record<ClientStep, string> = {
  details: 'Complete details',
  identity: 'Verify identity',
  screening: 'Complete screening',
  risk: 'Assess risk',
  approval: 'Approve client',
};

function approvalReason({ cddStatus, exceptionEndsOn, on }: ProgressFacts, isReady: boolean): string {
  if (cddStatus === 'verified')
    return isReady ? 'CDD verified' : 'Verified before; requirements are outstanding';
  if (cddStatus === 'refreshDue') return 'Refresh due';
  if (cddStatus === 'exceptionApproved' && exceptionEndsOn !== null) {
    return exceptionEndsOn >= on
      ? `Exception until ${formatDate(exceptionEndsOn)}`
      : `Exception ended ${formatDate(exceptionEndsOn)}`;
  }
  if (cddStatus === 'readyForReview' && isReady) return 'Awaiting approval';
  if (cddStatus === 'unableToComplete') return 'CDD cannot be completed';
  return isReady ? 'Ready for approval' : 'After the other steps';
}

/**
 * The five steps of a client, each derived from the record: a step is complete if none of its requirements is outstanding, approval if
 * CDD is verified and no step has any. Steps are never set directly. Under a prohibition the next action is what the law requires because of it.
 */
export function clientProgress(facts: ProgressFacts): ClientProgress {
  return progressThrough({
    steps: clientSteps,
    outstanding: facts.outstanding,
    getStep: ({ fix }) => getStep(fix),
    prohibition: facts.outstanding.find(isProhibition),
    isComplete: (step) =>
      step !== 'approval' || (facts.cddStatus === 'verified' && facts.outstanding.length === 0),
    getReason: (step, outstanding) =>
      step === 'approval'
        ? approvalReason(facts, facts.outstanding.length === 0)
        : outstandingReason(outstanding),
    getNext: (step, [first]) =>
      first !== undefined && isProhibition(first)
        ? prohibitionAction(first)
        : { text: nextActions[step], fix: first?.fix ?? { target: 'client.diligence' } },
  });
}
