/** Kinds of work that waits for a member. */
export const workKinds = [
  'alert',
  'review',
  'activity',
  'approval',
  'clientApproval',
  'request',
  'verification',
  'draft',
  'onboarding',
] as const;

export type WorkKind = (typeof workKinds)[number];

/**
 * Order of a member's work by consequence; lower comes first. Undecided sanctions matches lead, because acting for the person may be an
 * offence; then other high alerts; then what is overdue. What others wait for comes before what is not due yet, and the member's own
 * unfinished work comes last. Within a rank the longest overdue and earliest due come first, then the oldest.
 */
export const workRanks = {
  sanctionsAlert: 0,
  highAlert: 1,
  overdue: 2,
  mediumAlert: 3,
  /** Someone waits for the member: an assessor or the sender of a client for an approval, a client for documents to be reviewed. */
  awaited: 4,
  verification: 5,
  dated: 6,
  lowAlert: 7,
  draft: 8,
  undatedActivity: 9,
  onboarding: 10,
} as const;

export type WorkRank = (typeof workRanks)[keyof typeof workRanks];

/** Rank of an alert by its urgency (rules/alerts/alert-order.ts), 0 to 3. */
export const alertWorkRanks = [
  workRanks.sanctionsAlert,
  workRanks.highAlert,
  workRanks.mediumAlert,
  workRanks.lowAlert,
] as const;

/** Days before its due date from which a review is listed. */
export const reviewDaysAhead = 30;

/** Days from today, today included, that count as this week. */
export const daysOfWeek = 7;

/** Parts of a member's work by due date. */
export const workDues = ['overdue', 'week'] as const;

export type WorkDue = (typeof workDues)[number];
