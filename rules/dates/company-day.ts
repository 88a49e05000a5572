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

const quarterHourMs = 15 * 60 * 1000;

/** Last instant of a day in a time zone. `timeZone`: IANA name. */
export function endOfDay(day: CalendarDate, timeZone: string): Date {
  // Time zones are at most 14 hours ahead of UTC and 12 behind. Their days end on a quarter of an hour: in Nepal and on the Chatham Islands at 15 past.
  let end = Date.parse(`${day}T10:00:00.000Z`);
  while (companyDay(new Date(end), timeZone) <= day) end += quarterHourMs;
  return new Date(end - 1);
}

/** Milliseconds by which a time zone's clocks are ahead of UTC at an instant. */
function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((part) => part.type === type)?.value ?? '00';
  const local = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
  return Date.parse(local) - Math.floor(at / 1000) * 1000;
}

/**
 * Instant of a local date and time (`HH:MM`). `timeZone`: IANA name. A time that is skipped when clocks go forward becomes one after the
 * change; of one that occurs twice, the result is one of the two.
 */
export function zonedInstant(day: CalendarDate, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00.000Z`);
  const guess = asUtc - offsetMs(asUtc, timeZone);
  return new Date(asUtc - offsetMs(guess, timeZone));
}
