import type { ActivityOutcome } from '#rules/activity-types.ts';
import { isProhibition, prohibitionAction } from '#rules/alerts/prohibitions.ts';
import { type Blocker, type Fix, fixTargetLabels } from '#rules/alerts/resolution-targets.ts';
import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { isCashProhibition } from '#rules/firm/high-value-cash.ts';
import type { ActivityStatus } from '#rules/lifecycles/activities.ts';
import type { AssessmentStatus } from '#rules/lifecycles/risk.ts';
import { outstandingReason, type Progress, progressThrough } from '#rules/progress.ts';

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

/** An answer that prohibits the work: the activity must be declined. */
const prohibitedCode = 'activity.prohibited';

/** Inputs of the steps. */
export type ActivityProgressFacts = {
  status: ActivityStatus;
  outcome: ActivityOutcome | null;
  /**
   * Outstanding requirements of completion, or of a completed activity, as determined by transition-guards/activity-status.ts.
   */
  outstanding: readonly Blocker[];
  /**
   * Last day of CDD that the law permits to be delayed, while it is neither done nor overdue; null if there is none.
   */
  delayedUntil: CalendarDate | null;
  /** Whether a party's source of wealth or funds is required by law; null if it is no longer evaluated. */
  wantsFunds: boolean | null;
  assessmentStatus: AssessmentStatus | null;
  riskLevel: RiskLevel | null;
};

/** The step of a requirement, by where it is resolved. Requirements resolved on a client's record belong to the parties step. */
export function getActivityStep({ target }: Fix): ActivityStep {
  switch (target) {
    case 'activity.edit':
      return 'record';
    case 'activity.assessments':
    case 'activity.assessment':
      return 'risk';
    case 'client.funds':
      return 'funds';
    case 'activity.parties':
    // Of a party's screening.
    case 'settings.lists':
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

/** Whether what was assessed has changed since, by the outstanding requirements of the activity. */
export const isAssessmentOutdated = (outstanding: readonly Pick<Blocker, 'code'>[]): boolean =>
  outstanding.some(({ code }) => code === 'activity.assessmentOutdated');

function riskReason({ assessmentStatus, riskLevel, outstanding }: ActivityProgressFacts): string {
  if (assessmentStatus === null) return 'Not assessed';
  if (isAssessmentOutdated(outstanding)) return 'Assessment outdated';
  return assessmentStatus === 'approved' && riskLevel !== null
    ? `${riskLevelLabels[riskLevel]} risk`
    : riskReasons[assessmentStatus];
}

function completeReason({ status, outstanding }: ActivityProgressFacts): string {
  if (status === 'completed') return outstanding.length === 0 ? 'Completed' : 'Completed; CDD is outstanding';
  if (status === 'onHold') return 'On hold';
  const isReady = outstanding.every(({ fix }) => getActivityStep(fix) === 'complete');
  if (!isReady) return 'After the other steps';
  return outstanding.length === 0 ? 'Ready to complete' : outstandingReason(outstanding.length);
}

function getReason(facts: ActivityProgressFacts, step: ActivityStep, outstanding: number): string {
  if (step === 'complete') return completeReason(facts);
  if (facts.outcome === 'declined') return 'Not required: declined';
  if (step === 'risk') return riskReason(facts);
  if (step === 'funds' && facts.wantsFunds === false && outstanding === 0) return 'Not required';
  if (step === 'parties' && outstanding === 0 && facts.delayedUntil !== null) {
    return `CDD due by ${formatDate(facts.delayedUntil)}`;
  }
  return outstandingReason(outstanding);
}

/** Label of the next transition from each status once nothing is outstanding. */
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

/** Action for a requirement: worded by its step, or by where it is resolved. */
function actionFor(step: ActivityStep, requirement: Blocker): { text: string; fix: Fix } {
  if (isProhibition(requirement)) return prohibitionAction(requirement);
  const { fix } = requirement;
  if (fix.target === 'activity.parties') return { text: 'Add parties', fix };
  return { text: nextActions[step] ?? fixTargetLabels[fix.target], fix };
}

/** What prohibits the work: a confirmed sanctions match before all, an answer of the assessment, or cash. */
const findProhibition = (outstanding: readonly Blocker[]): Blocker | undefined =>
  outstanding.find(isProhibition) ??
  outstanding.find((blocker) => blocker.code === prohibitedCode || isCashProhibition(blocker));

/** The first requirement to meet in a step. Outcome and approval belong to the review, unless the work is prohibited. */
function getFirst(step: ActivityStep, status: ActivityStatus, outstanding: readonly Blocker[]) {
  const waits = step === 'complete' && status !== 'inReview' && findProhibition(outstanding) === undefined;
  return waits ? undefined : outstanding[0];
}

/**
 * The five steps of an activity, each derived from the record: its details; the parties verified, screened and assessed; its own assessment
 * approved; source of wealth and funds if required by law; completion. Delayed CDD leaves its step open without blocking the others. A
 * cancelled activity has no next step. Under a prohibition the next action is what the law requires because of it.
 */
export function activityProgress(facts: ActivityProgressFacts): ActivityProgress {
  const { status, outstanding, delayedUntil } = facts;
  const isCancelled = status === 'cancelled';
  const isPartyOutstanding = outstanding.some(({ fix }) => getActivityStep(fix) === 'parties');
  return progressThrough({
    steps: activitySteps,
    outstanding,
    getStep: ({ fix }) => getActivityStep(fix),
    prohibition: findProhibition(outstanding),
    isComplete(step) {
      if (isCancelled) return false;
      if (step === 'complete') return status === 'completed';
      return step !== 'parties' || delayedUntil === null;
    },
    mayFollow: (step) => step === 'parties' && delayedUntil !== null && !isPartyOutstanding,
    getReason: (step, count) => (isCancelled ? 'Cancelled' : getReason(facts, step, count)),
    getNext(step, found) {
      const first = getFirst(step, status, found);
      if (first !== undefined) return actionFor(step, first);
      const text = moves[status];
      return text === undefined ? null : { text, fix: { target: 'activity.completion' } };
    },
  });
}
