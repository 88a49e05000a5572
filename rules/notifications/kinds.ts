/**
 * Kinds of notification: a closed list of a member's own work. None concerns a suspicion or a report of one. A notification is a sentence
 * and a link without names, so that neither a mailbox nor a calendar discloses which client it concerns.
 */
export const notificationKinds = [
  'assigned',
  'escalated',
  'approval',
  'returned',
  'submitted',
  'clock',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

export const notificationKindLabels: Record<NotificationKind, string> = {
  assigned: 'An alert is assigned to you',
  escalated: 'An alert is escalated to you',
  approval: 'A client awaits your approval',
  returned: 'An assessment or a client of yours is returned',
  submitted: 'Requested documents are submitted',
  clock: 'A date of yours is near or has passed',
};

/** The notification as a sentence. */
export const notificationTexts: Record<NotificationKind, string> = {
  assigned: 'An alert was assigned to you.',
  escalated: 'An alert was escalated to you.',
  approval: 'A client was sent for approval that you can approve.',
  returned: 'A risk assessment or a client that you sent for approval was returned.',
  submitted: 'Documents that you requested were submitted.',
  clock: 'A review or another date of yours is near or has passed.',
};

/** How a kind is emailed. `digest`: once a day, with others. */
export const notificationMails = ['once', 'digest', 'none'] as const;

export type NotificationMail = (typeof notificationMails)[number];

export const notificationMailLabels: Record<NotificationMail, string> = {
  once: 'At once',
  digest: 'In a daily summary at 8 am',
  none: 'No email',
};

/** How a member has not chosen otherwise. */
export const defaultNotificationMail: NotificationMail = 'once';

/** Hour of the company's day at which summaries are sent. */
export const digestHour = 8;

/** Days after which a notification is deleted. */
export const notificationDays = 90;
