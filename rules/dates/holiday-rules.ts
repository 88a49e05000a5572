import { addDays, type CalendarDate, daysBetween } from '#rules/dates/calendar-dates.ts';

/** 0 is Monday, 6 Sunday. */
export function getWeekday(date: CalendarDate): number {
  // 1 January of year 1 was a Monday in the proleptic Gregorian calendar.
  return daysBetween('0001-01-01', date) % 7;
}

export function isWeekend(date: CalendarDate): boolean {
  return getWeekday(date) >= 5;
}

/** `month` 1 to 12. */
export function getDate(year: number, month: number, day: number): CalendarDate {
  const pad = (number: number, width: number) => String(number).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** First Monday on or after a day. */
export function mondayFrom(date: CalendarDate): CalendarDate {
  return addDays(date, (7 - getWeekday(date)) % 7);
}

/** The `count`-th Monday of a month; `count` starts at 1. */
export function nthMonday(year: number, month: number, count: number): CalendarDate {
  return addDays(mondayFrom(getDate(year, month, 1)), (count - 1) * 7);
}

/** The day itself, or the following Monday if it falls on a weekend. */
export function mondayised(date: CalendarDate): CalendarDate {
  return isWeekend(date) ? mondayFrom(date) : date;
}

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): CalendarDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return getDate(year, Math.floor(n / 31), (n % 31) + 1);
}

/** Day that does not count in a statutory period, with its name. */
export type Holiday = { date: CalendarDate; name: string };
