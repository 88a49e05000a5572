import { type ActivityNoun, toActivityNoun } from '#rules/activity-noun.ts';
import { byMember, isOneOf, type Lifecycle } from './lifecycle.ts';

/** The activity is still in progress. */
export const openActivityStatuses = ['toDo', 'inProgress', 'inReview', 'onHold'] as const;

/** The activity is final. */
export const finalActivityStatuses = ['completed', 'cancelled'] as const;

export type ActivityStatus = (typeof openActivityStatuses | typeof finalActivityStatuses)[number];

export const isFinalActivity = isOneOf<ActivityStatus>(finalActivityStatuses);

/** Whether work has started, or had before it was put on hold. */
export function hasStarted({
  status,
  heldFrom,
}: {
  status: ActivityStatus;
  heldFrom: ActivityStatus | null;
}): boolean {
  const reached = status === 'onHold' ? heldFrom : status;
  return reached === 'inProgress' || reached === 'inReview' || reached === 'completed';
}

/**
 * Lifecycle of activities, worded with the company's term. An activity on hold returns to its former status, or is cancelled like
 * any open activity.
 */
export const toActivityLifecycle = ({ singular }: ActivityNoun): Lifecycle<ActivityStatus> => ({
  noun: singular,
  labels: {
    toDo: 'To do',
    inProgress: 'In progress',
    inReview: 'In review',
    onHold: 'On hold',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  starts: ['toDo'],
  transitions: {
    toDo: {
      inProgress: byMember('Start work'),
      onHold: byMember('Put on hold'),
      cancelled: byMember(`Cancel ${singular}`),
    },
    inProgress: {
      inReview: byMember('Submit for review'),
      onHold: byMember('Put on hold'),
      cancelled: byMember(`Cancel ${singular}`),
    },
    inReview: {
      inProgress: byMember('Return for more work'),
      onHold: byMember('Put on hold'),
      completed: byMember('Complete'),
      cancelled: byMember(`Cancel ${singular}`),
    },
    onHold: {
      toDo: byMember('Resume'),
      inProgress: byMember('Resume'),
      inReview: byMember('Resume'),
      cancelled: byMember(`Cancel ${singular}`),
    },
    completed: {},
    cancelled: {},
  },
  advice: [
    {
      from: 'completed',
      text: `A completed ${singular} cannot be changed. Reopen it as a linked copy.`,
    },
    { from: 'cancelled', text: `A cancelled ${singular} is final. Create a new one if the work goes ahead.` },
    { from: 'onHold', to: 'completed', text: 'Resume it first; it returns to its previous status.' },
  ],
  holding: { state: 'onHold', besides: ['cancelled'] },
});

/** The same with the general term, for what does not depend on wording: statuses, labels and transitions. */
export const activityLifecycle = toActivityLifecycle(toActivityNoun(null));
