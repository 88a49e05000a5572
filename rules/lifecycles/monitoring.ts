import { byPerson, bySystem, type Lifecycle } from './lifecycle.ts';

export type AlertStatus = 'open' | 'inProgress' | 'snoozed' | 'escalated' | 'closed';

/** Source: domain 3, AlertStatus. Nobody has to take up an alert whose cause is gone: the system closes it, and says why (decided). */
export const alertLifecycle: Lifecycle<AlertStatus> = {
  noun: 'alert',
  labels: {
    open: 'Open',
    inProgress: 'In progress',
    snoozed: 'Snoozed',
    escalated: 'Escalated',
    closed: 'Closed',
  },
  starts: ['open'],
  moves: {
    open: {
      inProgress: byPerson('Take up'),
      snoozed: byPerson('Snooze'),
      escalated: byPerson('Escalate'),
      closed: bySystem('Its cause is gone'),
    },
    inProgress: {
      snoozed: byPerson('Snooze'),
      escalated: byPerson('Escalate'),
      closed: byPerson('Close'),
    },
    snoozed: {
      open: byPerson('End the snooze'),
      inProgress: byPerson('Go on with it'),
      closed: bySystem('Its cause is gone'),
    },
    escalated: { closed: byPerson('Close') },
    closed: { open: byPerson('Open again') },
  },
  advice: [{ from: 'open', to: 'closed', text: 'Take it up first, then close it with its outcome.' }],
};

export type ReviewStatus = 'scheduled' | 'due' | 'overdue' | 'inProgress' | 'completed' | 'cancelled';

/** Source: domain 3, Review. */
export const reviewLifecycle: Lifecycle<ReviewStatus> = {
  noun: 'review',
  labels: {
    scheduled: 'Scheduled',
    due: 'Due',
    overdue: 'Overdue',
    inProgress: 'In progress',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  starts: ['scheduled'],
  moves: {
    scheduled: {
      due: bySystem('Due date reached'),
      inProgress: byPerson('Start the review'),
      cancelled: byPerson('Cancel the review'),
    },
    due: {
      overdue: bySystem('Due date passed'),
      inProgress: byPerson('Start the review'),
      cancelled: byPerson('Cancel the review'),
    },
    overdue: { inProgress: byPerson('Start the review'), cancelled: byPerson('Cancel the review') },
    inProgress: { completed: byPerson('Complete the review'), cancelled: byPerson('Cancel the review') },
    completed: {},
    cancelled: {},
  },
  advice: [
    { from: 'completed', text: 'A completed review is kept as it was. Start a further review instead.' },
    { from: 'cancelled', text: 'A cancelled review stays cancelled. Start a further review instead.' },
    { to: 'completed', text: 'Start the review first, then complete it with its findings.' },
  ],
};

export type EnrolmentStatus = 'active' | 'paused' | 'ended';

/** Source: domain 3, Enrolment. Pausing by hand is a person's; pausing for want of a subscription is the system's. */
export const enrolmentLifecycle: Lifecycle<EnrolmentStatus> = {
  noun: 'enrolment',
  labels: { active: 'Active', paused: 'Paused', ended: 'Ended' },
  starts: ['active'],
  moves: {
    active: { paused: byPerson('Pause monitoring'), ended: byPerson('End monitoring') },
    paused: { active: byPerson('Resume monitoring'), ended: byPerson('End monitoring') },
    ended: {},
  },
  advice: [{ from: 'ended', text: 'An ended enrolment stays ended. Enrol the client again instead.' }],
};

export type SuspicionReportStatus = 'considering' | 'draft' | 'submitted' | 'decidedNotToReport';

/** Source: domain 3, SuspicionReport. Seen by the compliance officer alone. */
export const suspicionReportLifecycle: Lifecycle<SuspicionReportStatus> = {
  noun: 'report',
  labels: {
    considering: 'Being considered',
    draft: 'Draft',
    submitted: 'Submitted',
    decidedNotToReport: 'Decided not to report',
  },
  starts: ['considering'],
  moves: {
    considering: {
      draft: byPerson('Start the report'),
      decidedNotToReport: byPerson('Decide not to report'),
    },
    draft: {
      submitted: byPerson('Record as submitted'),
      decidedNotToReport: byPerson('Decide not to report'),
    },
    submitted: {},
    decidedNotToReport: { considering: byPerson('Consider again') },
  },
  advice: [
    {
      from: 'submitted',
      text: 'A submitted report is kept as the regulator has it. Start a further report if there is more to say.',
    },
    { from: 'considering', to: 'submitted', text: 'Start the report first, then record it as submitted.' },
  ],
};
