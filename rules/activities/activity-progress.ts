import type { ActivityOutcome } from '#rules/activity-types.ts';
import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import type { ActivityStatus } from '#rules/lifecycles/activities.ts';
import type { AssessmentStatus } from '#rules/lifecycles/risk.ts';
import { outstandingReason, type Progress, progressThrough } from '#rules/progress.ts';
import { type Blocker, type Fix, fixTargetLabels } from '#rules/resolution-targets.ts';
import { isProhibition } from '#rules/transition-guards/sanctions.ts';

/** The way of an activity from its record to completion, in order. */
export const activitySteps = ['record', 'parties', 'risk', 'funds', 'complete'] as const;
export type ActivityStep = (typeof activitySteps)[number];

export const activityStepLabels: Record<ActivityStep, string> = {
  record: 'Record',
  parties: 'Parties',
  risk: 'Risk',
  funds: 'Funds',
  complete: 'Complete',
};

export type ActivityProgress = Progress<ActivityStep>;

/** An answer that forbids the work: it is declined at once. */
const prohibitedCode = 'activity.prohibited';

/** What the steps are derived from. */
export type ActivityProgressFacts = {
  status: ActivityStatus;
  outcome: ActivityOutcome | null;
  /** Everything that completion still needs, or that a completed activity still owes, as guards/activity-status.ts finds it. */
  outstanding: readonly Blocker[];
  /** Last day of CDD that the law lets come later, while it is neither done nor due; null where there is none. */
  delayedUntil: CalendarDate | null;
  /** Whether the law wants a party's source of wealth or funds; null where that is not looked at any more. */
  wantsFunds: boolean | null;
  assessmentStatus: AssessmentStatus | null;
  riskLevel: RiskLevel | null;
};

/** The step in which a requirement is met, by where it is settled. What is settled on a client's record is about the parties. */
export function activityStepOf({ target }: Fix): ActivityStep {
  switch (target) {
    case 'activity.edit':
      return 'record';
    case 'activity.assessments':
    case 'activity.assessment':
      return 'risk';
    case 'client.funds':
      return 'funds';
    case 'activity.parties':
      return 'parties';
    default:
      return target.startsWith('client.') ? 'parties' : 'complete';
  }
}

const riskReasons: Record<AssessmentStatus, string> = {
  draft: 'Assessment not submitted',
  submitted: 'Awaiting approval',
  returned: 'Assessment returned',
  approved: 'Assessment approved',
  superseded: 'Not assessed',
  void: 'Not assessed',
};

function riskReason({ assessmentStatus, riskLevel }: ActivityProgressFacts): string {
  if (assessmentStatus === null) return 'Not assessed';
  return assessmentStatus === 'approved' && riskLevel !== null
    ? `${riskLevelLabels[riskLevel]} risk`
    : riskReasons[assessmentStatus];
}

function completeReason({ status, outstanding }: ActivityProgressFacts): string {
  if (status === 'completed') return outstanding.length === 0 ? 'Completed' : 'Completed; CDD is outstanding';
  if (status === 'onHold') return 'On hold';
  const isReady = outstanding.every(({ fix }) => activityStepOf(fix) === 'complete');
  if (!isReady) return 'After the other steps';
  return outstanding.length === 0 ? 'Ready to complete' : outstandingReason(outstanding.length);
}

function reasonOf(facts: ActivityProgressFacts, step: ActivityStep, outstanding: number): string {
  if (step === 'complete') return completeReason(facts);
  if (facts.outcome === 'declined') return 'Not required: declined';
  if (step === 'risk') return riskReason(facts);
  if (step === 'funds' && facts.wantsFunds === false && outstanding === 0) return 'Not required';
  if (step === 'parties' && outstanding === 0 && facts.delayedUntil !== null) {
    return `CDD due by ${formatDate(facts.delayedUntil)}`;
  }
  return outstandingReason(outstanding);
}

/** The move that leads on from each status once nothing is outstanding. */
const moves: Partial<Record<ActivityStatus, string>> = {
  toDo: 'Start work',
  inProgress: 'Submit for review',
  inReview: 'Complete',
  onHold: 'Resume',
};

const nextActions: Partial<Record<ActivityStep, string>> = {
  record: 'Complete details',
  parties: 'Complete CDD',
  funds: 'Evidence source of funds',
};

/** What to do about a requirement: in the words of its step, or of where it is settled. */
function actionFor(step: ActivityStep, { fix }: Pick<Blocker, 'fix'>): string {
  if (fix.target === 'activity.parties') return 'Add parties';
  if (fix.target === 'client.match') return fixTargetLabels[fix.target];
  return nextActions[step] ?? fixTargetLabels[fix.target];
}

/** The requirement to meet first in a step: what is forbidden comes before what is missing. Outcome and approval are for the review. */
function firstOf(step: ActivityStep, status: ActivityStatus, outstanding: readonly Blocker[]) {
  const waits = step === 'complete' && status !== 'inReview';
  return outstanding.find(isProhibition) ?? outstanding.find(({ code }) => !waits || code === prohibitedCode);
}

/**
 * The five steps of an activity, each derived from what the record holds: its details; the parties verified, screened and assessed; its own
 * assessment approved; source of wealth and funds where the law wants it; completion. CDD that may follow later leaves its step open and lets
 * the others go first. Nothing comes next of a cancelled activity. Source: experience 1 and 3.
 */
export function activityProgress(facts: ActivityProgressFacts): ActivityProgress {
  const { status, outstanding, delayedUntil } = facts;
  const isCancelled = status === 'cancelled';
  const isPartyOutstanding = outstanding.some(({ fix }) => activityStepOf(fix) === 'parties');
  return progressThrough({
    steps: activitySteps,
    outstanding,
    stepOf: ({ fix }) => activityStepOf(fix),
    isComplete(step) {
      if (isCancelled) return false;
      if (step === 'complete') return status === 'completed';
      return step !== 'parties' || delayedUntil === null;
    },
    mayFollow: (step) => step === 'parties' && delayedUntil !== null && !isPartyOutstanding,
    reasonOf: (step, count) => (isCancelled ? 'Cancelled' : reasonOf(facts, step, count)),
    nextOf(step, found) {
      const first = firstOf(step, status, found);
      if (first !== undefined) return { text: actionFor(step, first), fix: first.fix };
      const text = moves[status];
      return text === undefined ? null : { text, fix: { target: 'activity.completion' } };
    },
  });
}
