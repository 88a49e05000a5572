import type { CalendarDate } from './calendar-dates.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter is the slowest part of reading the day; at most one is cached per time zone. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formatters.set(timeZone, known);
  return known;
}

/** Date in a company's time zone at an instant. `timeZone`: IANA name. */
export function companyDay(at: Date, timeZone: string): CalendarDate {
  return getFormatter(timeZone).format(at);
}

const halfHourMs = 30 * 60 * 1000;

/** Last instant of a day in a time zone, to the half hour. `timeZone`: IANA name. */
export function endOfDay(day: CalendarDate, timeZone: string): Date {
  // Time zones are at most 14 hours ahead of UTC and 12 behind; days end on the hour or half hour everywhere except Nepal.
  let end = Date.parse(`${day}T10:00:00.000Z`);
  while (companyDay(new Date(end), timeZone) <= day) end += halfHourMs;
  return new Date(end - 1);
}
