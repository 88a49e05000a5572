import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import type { BirthDate, PartialDate } from '#rules/screening/screening-records.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Characters of a date of birth, with all that lists write about it. */
export const maxDateLength = 200;

/** Years on each side for "circa" and "approximately". */
const approximateYears = 2;

function year(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= 1800 && number <= 2100 ? text : undefined;
}

function getMonth(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,2}$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
  return number >= 1 && number <= 12 ? String(number).padStart(2, '0') : undefined;
}

function joined(
  y: string | undefined,
  m: string | undefined,
  d: string | undefined,
): PartialDate | undefined {
  if (year(y) === undefined || m === undefined) return undefined;
  if (d === undefined) return `${y}-${m}`;
  const date = `${y}-${m}-${d.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
}

/**
 * Reads a date in a list's form: `1965`, `1965-03`, `1965-03-02`, `2 Mar 1965`, `March 1965`, `2/03/1965` (day first,
 * as in Australia), and `00/03/1965` for an unknown day. Undefined if unreadable.
 */
export function readPartialDate(text: string): PartialDate | undefined {
  if (text.length > maxDateLength) return undefined;
  const plain = text.trim().replace(/[.,]+(?=\s|$)/g, '');
  if (/^\d{4}$/.test(plain)) return year(plain);
  const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:T[\d:.Z+-]*)?$/.exec(plain);
  if (iso !== null) {
    const unknownDay = iso[3] === undefined || iso[3] === '00';
    if (iso[2] === '00') return year(iso[1]);
    return joined(iso[1], getMonth(iso[2]), unknownDay ? undefined : iso[3]);
  }
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(plain);
  if (numbers !== null) {
    if (Number(numbers[2]) === 0) return year(numbers[3]);
    return joined(numbers[3], getMonth(numbers[2]), Number(numbers[1]) === 0 ? undefined : numbers[1]);
  }
  const words = /^(?:(\d{1,2})(?:st|nd|rd|th)?[\s-]+)?([A-Za-z]{3,9})[\s-]+(\d{4})$/.exec(plain);
  if (words !== null) return joined(words[3], getMonth(words[2]), words[1]);
  const american = /^([A-Za-z]{3,9})\s+(\d{1,2})\s+(\d{4})$/.exec(plain);
  if (american !== null) return joined(american[3], getMonth(american[1]), american[2]);
  return undefined;
}

/** Converts Excel's serial day (from the end of 1899) to `YYYY-MM-DD`; other texts are unchanged. */
export function getSerialDay(text: string): string {
  if (!/^\d{5}$/.test(text)) return text;
  return new Date(Date.UTC(1899, 11, 30) + Number(text) * 86_400_000).toISOString().slice(0, 10);
}

/** An approximate year of birth as a range. */
export function aboutYear(date: PartialDate): BirthDate {
  const middle = Number(date.slice(0, 4));
  return { from: String(middle - approximateYears), to: String(middle + approximateYears), about: date };
}

/** A range of dates of birth in order; a single date if both are equal. */
export function between(a: PartialDate, b: PartialDate): BirthDate {
  if (a === b) return { on: a };
  return a < b ? { from: a, to: b } : { from: b, to: a };
}

/**
 * Parses a date of birth: a date, `circa 1965`, `1965 to 1968`, `between 1965 and 1968`, `1965-1968`. Undefined if
 * unreadable. "Circa" is two years on each side.
 */
export function readBirthDate(text: string): BirthDate | undefined {
  if (text.length > maxDateLength) return undefined;
  const plain = text.trim().replace(/[.;]+$/, '');
  const about =
    /^(?:circa|c\.?|ca\.?|about|approx(?:\.|imately)?|around)\s+(.+)$/i.exec(plain) ??
    /^(.+?)\s*\((?:approx(?:\.|imately)?|circa)\)$/i.exec(plain);
  if (about?.[1] !== undefined) {
    const inside = readBirthDate(about[1]);
    if (inside === undefined || 'from' in inside) return inside;
    return aboutYear(inside.on);
  }
  const single = readPartialDate(plain);
  if (single !== undefined) return { on: single };
  const range =
    /^(?:between\s+|from\s+)?(.+?)\s+(?:to|and|-|–)\s+(.+)$/i.exec(plain) ??
    /^(\d{4})\s*[-–]\s*(\d{4})$/.exec(plain);
  if (range?.[1] === undefined || range[2] === undefined) return undefined;
  const [from, to] = [readPartialDate(range[1]), readPartialDate(range[2])];
  return from === undefined || to === undefined ? undefined : between(from, to);
}
