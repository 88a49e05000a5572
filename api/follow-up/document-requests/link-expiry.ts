import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { dueDates, linkLastDay } from '#rules/document-requests/reminders.ts';
import { invalid } from '../../kernel/http/api-error.ts';

export interface LinkDays {
  now: Date;
  timeZone: string;
  expiryDays: number;
}

/** Rejects, at the field, a due date in the past or too far ahead. */
export function requireDueDate(dueOn: CalendarDate, { now, timeZone, expiryDays }: LinkDays): void {
  const { first, last } = dueDates(companyDay(now, timeZone), expiryDays);
  if (dueOn >= first && dueOn <= last) return;
  const message = `Select a day from today to ${formatDate(last)}`;
  throw invalid(message, 'dueOn');
}

/** Expiry of a link sent now. */
export function linkEnd(dueOn: CalendarDate, { now, timeZone, expiryDays }: LinkDays): string {
  const lastDay = linkLastDay(companyDay(now, timeZone), dueOn, expiryDays);
  return endOfDay(lastDay, timeZone).toISOString();
}
