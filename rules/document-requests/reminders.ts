import { addDays, type CalendarDate, compareDates, daysBetween } from '#rules/calendar-dates.ts';

/** Days before the due date on which a reminder is sent, and days after it. Source: domain 11.8. */
export const reminderDaysBefore = [3, 1] as const;
export const reminderDaysAfter = [1, 7] as const;

/** A request of which somebody is reminded: when it was sent last and until when it is due. */
export interface RemindedRequest {
  dueOn: CalendarDate;
  /** The day on which the link that is live was sent. */
  sentOn: CalendarDate;
}

/**
 * The reminder that stands today, named so that each is sent once: the latest day of the list that has come. One that was passed by
 * (the server was down) is made up for, an older one is not; none is sent on the day of sending itself.
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
 * The last day of a link: the company's number of days from today, and never before the due date with a week to spare, so that what is
 * late can still be given.
 */
export function linkLastDay(today: CalendarDate, dueOn: CalendarDate, expiryDays: number): CalendarDate {
  const byPolicy = addDays(today, expiryDays);
  const byDueDate = addDays(dueOn, 7);
  return daysBetween(byPolicy, byDueDate) > 0 ? byDueDate : byPolicy;
}
