import type { CalendarDate } from '#rules/calendar-dates.ts';

/** The day that it is for a company at an instant, by the calendar on its wall. `timeZone`: IANA name. */
export function companyDay(at: Date, timeZone: string): CalendarDate {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}
