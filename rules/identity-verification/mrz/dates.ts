import { addMonths, type CalendarDate, compareDates, isCalendarDate } from '#rules/dates/calendar-dates.ts';

/** Maximum age of a document holder. */
const oldestAgeYears = 120;

export type MrzBirthDate =
  | { kind: 'known'; date: CalendarDate }
  /** Both centuries are possible; the person says which. Earlier first. */
  | { kind: 'ambiguous'; candidates: CalendarDate[] }
  /** The document itself leaves out the day, the month or all of it. */
  | { kind: 'unknown' }
  | { kind: 'impossible' };

function inCentury(century: number, yymmdd: string): CalendarDate {
  return `${century}${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;
}

/** Birth dates for a two-digit year that give an age from 0 to 120 on a day: in one century or both. */
export function readBirthDate(yymmdd: string, on: CalendarDate): MrzBirthDate {
  if (yymmdd.includes('<')) return { kind: 'unknown' };
  const earliest = addMonths(on, -12 * oldestAgeYears);
  const candidates = [18, 19, 20]
    .map((century) => inCentury(century, yymmdd))
    .filter(isCalendarDate)
    .filter((date) => compareDates(date, on) <= 0 && compareDates(date, earliest) >= 0);
  const [first] = candidates;
  if (first === undefined) return { kind: 'impossible' };
  return candidates.length === 1 ? { kind: 'known', date: first } : { kind: 'ambiguous', candidates };
}

/** Expiry date, always in this century; null for a card that does not expire, undefined for an invalid date. */
export function readExpiryDate(yymmdd: string): CalendarDate | null | undefined {
  if (/^<+$/.test(yymmdd)) return null;
  const date = inCentury(20, yymmdd);
  return isCalendarDate(date) ? date : undefined;
}
