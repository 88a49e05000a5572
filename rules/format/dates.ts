import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';

const longDay = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a date with the full month, for letters and exported records: 3 March 2026. */
export function formatLongDate(date: CalendarDate): string {
  return longDay.format(new Date(`${date}T00:00:00Z`));
}

/** Formats the date of an instant in a time zone: 3 Mar 2026. `timeZone`: IANA name. */
export function formatDayIn(instant: string, timeZone: string): string {
  return formatDate(companyDay(new Date(instant), timeZone));
}

/** Returns a formatter of instants with the time zone's name: 3 Mar 2026, 14:05 NZDT. `timeZone`: IANA name. */
export function zonedInstantFormatter(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-NZ', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return (instant) => format.format(new Date(instant));
}

/** Formats the time of an instant in a time zone: 2:05 pm. `timeZone`: IANA name. */
export const formatTimeIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-NZ', { timeZone, hour: 'numeric', minute: '2-digit' }).format(
    new Date(instant),
  );
