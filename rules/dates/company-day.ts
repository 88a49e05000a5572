import type { CalendarDate } from './calendar-dates.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes longer than all else that reads the day. There are as many as time zones. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formatters.set(timeZone, known);
  return known;
}

/** The day that it is for a company at an instant, by the calendar on its wall. `timeZone`: IANA name. */
export function companyDay(at: Date, timeZone: string): CalendarDate {
  return getFormatter(timeZone).format(at);
}

const halfHourMs = 30 * 60 * 1000;

/** The last half hour of a day as it is counted in a time zone, at its end. `timeZone`: IANA name. */
export function endOfDay(day: CalendarDate, timeZone: string): Date {
  // Time zones lie at most 14 hours ahead of UTC and 12 behind it; days end on the half hour or the hour everywhere but in Nepal.
  let end = Date.parse(`${day}T10:00:00.000Z`);
  while (companyDay(new Date(end), timeZone) <= day) end += halfHourMs;
  return new Date(end - 1);
}
