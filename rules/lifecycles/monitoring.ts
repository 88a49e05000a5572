import { byMember, bySystem, isOneOf, type Lifecycle } from './lifecycle.ts';

/** The alert still needs an outcome. */
export const openAlertStatuses = ['open', 'inProgress', 'snoozed', 'escalated'] as const;

export type AlertStatus = (typeof openAlertStatuses)[number] | 'closed';

/** The system closes an alert whose cause no longer exists, with the reason. */
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
  transitions: {
    open: {
      inProgress: byMember('Claim'),
      snoozed: byMember('Snooze'),
      escalated: byMember('Escalate'),
      closed: bySystem('Closed automatically'),
    },
    inProgress: {
      snoozed: byMember('Snooze'),
      escalated: byMember('Escalate'),
      closed: byMember('Close'),
    },
    snoozed: {
      open: byMember('Unsnooze'),
      inProgress: byMember('Resume'),
      closed: bySystem('Closed automatically'),
    },
    escalated: { closed: byMember('Close') },
    closed: { open: byMember('Reopen') },
  },
  advice: [{ from: 'open', to: 'closed', text: 'Claim the alert first, then close it with an outcome.' }],
};

/** The review's day has come and it has not been started. */
export const fallenDueReviewStatuses = ['due', 'overdue'] as const;

/** The review has not been started. */
export const plannedReviewStatuses = ['scheduled', ...fallenDueReviewStatuses] as const;

/** The review is final. */
export const finalReviewStatuses = ['completed', 'cancelled'] as const;

export type ReviewStatus =
  | (typeof plannedReviewStatuses)[number]
  | 'inProgress'
  | (typeof finalReviewStatuses)[number];

export const isFinalReview = isOneOf<ReviewStatus>(finalReviewStatuses);

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
  transitions: {
    scheduled: {
      due: bySystem('Due date reached'),
      inProgress: byMember('Start the review'),
      cancelled: byMember('Cancel the review'),
    },
    due: {
      overdue: bySystem('Due date passed'),
      inProgress: byMember('Start the review'),
      cancelled: byMember('Cancel the review'),
    },
    overdue: { inProgress: byMember('Start the review'), cancelled: byMember('Cancel the review') },
    inProgress: { completed: byMember('Complete the review'), cancelled: byMember('Cancel the review') },
    completed: {},
    cancelled: {},
  },
  advice: [
    { from: 'completed', text: 'A completed review cannot be changed. Start a new one.' },
    { from: 'cancelled', text: 'A cancelled review stays cancelled. Start a further review instead.' },
    { to: 'completed', text: 'Start the review first, then complete it with its findings.' },
  ],
};

export type EnrolmentStatus = 'active' | 'paused' | 'ended';

/** A member pauses manually; the system pauses when the subscription lapses. */
export const enrolmentLifecycle: Lifecycle<EnrolmentStatus> = {
  noun: 'enrolment',
  labels: { active: 'Active', paused: 'Paused', ended: 'Ended' },
  starts: ['active'],
  transitions: {
    active: { paused: byMember('Pause monitoring'), ended: byMember('End monitoring') },
    paused: { active: byMember('Resume monitoring'), ended: byMember('End monitoring') },
    ended: {},
  },
  advice: [{ from: 'ended', text: 'An ended enrolment stays ended. Enrol the client again instead.' }],
};

export type SuspicionReportStatus = 'considering' | 'draft' | 'submitted' | 'decidedNotToReport';

/** Visible only to the compliance officer. */
export const suspicionReportLifecycle: Lifecycle<SuspicionReportStatus> = {
  noun: 'report',
  labels: {
    considering: 'Being considered',
    draft: 'Draft',
    submitted: 'Submitted',
    decidedNotToReport: 'Decided not to report',
  },
  starts: ['considering'],
  transitions: {
    considering: {
      draft: byMember('Start the report'),
      decidedNotToReport: byMember('Decide not to report'),
    },
    draft: {
      submitted: byMember('Record as submitted'),
      decidedNotToReport: byMember('Decide not to report'),
    },
    submitted: {},
    decidedNotToReport: { considering: byMember('Consider again') },
  },
  advice: [
    {
      from: 'submitted',
      text: 'A submitted report cannot be changed. Start a further report if there is more to report.',
    },
    { from: 'considering', to: 'submitted', text: 'Start the report first, then record it as submitted.' },
  ],
};
