import { addDays, type CalendarDate, compareDates, daysBetween } from '#rules/dates/calendar-dates.ts';

/** Days before the due date, and after it, on which a reminder is sent. */
const reminderDaysBefore = [3, 1] as const;
const reminderDaysAfter = [1, 7] as const;

/** Dates of a request that determine its reminders. */
export interface RemindedRequest {
  dueOn: CalendarDate;
  /** Day on which the current link was sent. */
  sentOn: CalendarDate;
}

/**
 * Reminder due today: the latest one reached, with a key so that each is sent once. If the server was down, the latest missed
 * reminder is sent late, and earlier ones are dropped. None is sent on the day the link was sent.
 */
export function reminderStage({ dueOn, sentOn }: RemindedRequest, today: CalendarDate): string | undefined {
  const days = [
    ...reminderDaysBefore.map((before) => ({ stage: `before${before}`, on: addDays(dueOn, -before) })),
    ...reminderDaysAfter.map((after) => ({ stage: `after${after}`, on: addDays(dueOn, after) })),
  ];
  return days.filter(({ on }) => compareDates(on, today) <= 0 && compareDates(on, sentOn) > 0).at(-1)?.stage;
}

/** Returns true if the due date has passed. */
export function isOverdue(dueOn: CalendarDate, today: CalendarDate): boolean {
  return compareDates(dueOn, today) < 0;
}

/** First and last permitted due date of a request sent today. */
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
