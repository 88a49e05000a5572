import { byPerson, type Lifecycle } from './lifecycle.ts';

export type ActivityStatus = 'toDo' | 'inProgress' | 'inReview' | 'onHold' | 'completed' | 'cancelled';

/** Source: domain 3, ActivityStatus. On hold goes back to where it was, or is cancelled like any open activity. */
export const activityLifecycle: Lifecycle<ActivityStatus> = {
  noun: 'activity',
  labels: {
    toDo: 'To do',
    inProgress: 'In progress',
    inReview: 'In review',
    onHold: 'On hold',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  starts: ['toDo'],
  moves: {
    toDo: {
      inProgress: byPerson('Start work'),
      onHold: byPerson('Put on hold'),
      cancelled: byPerson('Cancel the activity'),
    },
    inProgress: {
      inReview: byPerson('Send for review'),
      onHold: byPerson('Put on hold'),
      cancelled: byPerson('Cancel the activity'),
    },
    inReview: {
      inProgress: byPerson('Return for more work'),
      onHold: byPerson('Put on hold'),
      completed: byPerson('Complete'),
      cancelled: byPerson('Cancel the activity'),
    },
    onHold: {
      toDo: byPerson('Take off hold'),
      inProgress: byPerson('Take off hold'),
      inReview: byPerson('Take off hold'),
      cancelled: byPerson('Cancel the activity'),
    },
    completed: {},
    cancelled: {},
  },
  advice: [
    {
      from: 'completed',
      text: 'A completed activity is final. “Reopen” makes a linked copy to go on with.',
    },
    { from: 'cancelled', text: 'A cancelled activity is final. Create a new one if the work goes ahead.' },
    { from: 'onHold', to: 'completed', text: 'Take it off hold first; it goes back to where it was.' },
  ],
  holding: { state: 'onHold', besides: ['cancelled'] },
};
