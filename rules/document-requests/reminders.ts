import { addDays, type CalendarDate, compareDates, daysBetween } from '#rules/dates/calendar-dates.ts';

/** Days before the due date on which a reminder is sent, and days after it. Source: domain 11.8. */
const reminderDaysBefore = [3, 1] as const;
const reminderDaysAfter = [1, 7] as const;

/** Request to remind of: when it was last sent and when it is due. */
export interface RemindedRequest {
  dueOn: CalendarDate;
  /** The day on which the link that is live was sent. */
  sentOn: CalendarDate;
}

/**
 * Reminder due today, keyed so that each is sent once: the latest day of the list reached. A missed one (the server was
 * down) is sent late, an older one is not; none is sent on the day of sending.
 */
export function reminderStage({ dueOn, sentOn }: RemindedRequest, today: CalendarDate): string | undefined {
  const days = [
    ...reminderDaysBefore.map((before) => ({ stage: `before${before}`, on: addDays(dueOn, -before) })),
    ...reminderDaysAfter.map((after) => ({ stage: `after${after}`, on: addDays(dueOn, after) })),
  ];
  return days.filter(({ on }) => compareDates(on, today) <= 0 && compareDates(on, sentOn) > 0).at(-1)?.stage;
}

/** Whether the due date is over. */
export function isOverdue(dueOn: CalendarDate, today: CalendarDate): boolean {
  return compareDates(dueOn, today) < 0;
}

/** First and last day that may be chosen as the due date of a request sent today. */
export function dueDates(
  today: CalendarDate,
  expiryDays: number,
): { first: CalendarDate; last: CalendarDate } {
  return { first: today, last: addDays(today, Math.max(expiryDays, 90)) };
}

/**
 * Expiry date of a link: the company's number of days from today, at least a week past the due date, so that late items can
 * still be submitted.
 */
export function linkLastDay(today: CalendarDate, dueOn: CalendarDate, expiryDays: number): CalendarDate {
  const byPolicy = addDays(today, expiryDays);
  const byDueDate = addDays(dueOn, 7);
  return daysBetween(byPolicy, byDueDate) > 0 ? byDueDate : byPolicy;
}
