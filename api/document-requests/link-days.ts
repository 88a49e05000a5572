import { type CalendarDate, formatDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { dueDates, linkLastDay } from '#rules/document-requests/reminders.ts';
import { refuse } from '../http/problems.ts';

const halfHourMs = 30 * 60 * 1000;

/** The last half hour of a day as it is counted in a time zone, at its end. `timeZone`: IANA name. */
export function endOfDay(day: CalendarDate, timeZone: string): Date {
  // Time zones lie at most 14 hours ahead of UTC and 12 behind it; days end on the half hour or the hour everywhere but in Nepal.
  let end = Date.parse(`${day}T10:00:00.000Z`);
  while (companyDay(new Date(end), timeZone) <= day) end += halfHourMs;
  return new Date(end - 1);
}

export interface LinkDays {
  now: Date;
  timeZone: string;
  expiryDays: number;
}

/** Refuses, beside the field, a due date that is over or too far away. */
export function requireDueDate(dueOn: CalendarDate, { now, timeZone, expiryDays }: LinkDays): void {
  const { first, last } = dueDates(companyDay(now, timeZone), expiryDays);
  if (dueOn >= first && dueOn <= last) return;
  const sentence = `Choose a day from today to ${formatDate(last)}`;
  throw refuse('request.invalid', { fields: { dueOn: [sentence] } });
}

/** The instant from which a link sent now no longer works. */
export function linkEnd(dueOn: CalendarDate, { now, timeZone, expiryDays }: LinkDays): string {
  const lastDay = linkLastDay(companyDay(now, timeZone), dueOn, expiryDays);
  return endOfDay(lastDay, timeZone).toISOString();
}
