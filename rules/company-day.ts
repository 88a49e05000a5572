import type { CalendarDate } from './calendar-dates.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes longer than all else that reads the day. There are as many as time zones. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formatters.set(timeZone, known);
  return known;
}

/** The day that it is for a company at an instant, by the calendar on its wall. `timeZone`: IANA name. */
export function companyDay(at: Date, timeZone: string): CalendarDate {
  return formatterOf(timeZone).format(at);
}
