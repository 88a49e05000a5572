import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import type { BirthDate } from '#rules/screening/screening-records.ts';

/** Kinds of error in recording a date of birth. */
export const alterationKinds = [
  'year before',
  'year after',
  'one digit wrong',
  'day and month swapped',
] as const;
export type AlterationKind = (typeof alterationKinds)[number];

export interface AlteredDate {
  kind: AlterationKind;
  /** `YYYY-MM-DD`. */
  date: string;
}

/**
 * A full date that agrees with a listed one, which may have the year alone: the value on a client's record. `turn` selects the day and
 * month missing from the list.
 */
export function agreeingDate(listed: BirthDate, turn: number): string {
  const known = 'on' in listed ? listed.on : listed.from;
  const [year = '', month = String(1 + (turn % 12)).padStart(2, '0'), day] = known.split('-');
  return [year, month, day ?? String(1 + (turn % 28)).padStart(2, '0')].join('-');
}

const shiftedBy = (years: number, date: string) => {
  const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return isCalendarDate(moved) ? moved : `${moved.slice(0, 8)}28`;
};

/** Another digit in one of the listed places that still gives a date; the year does not change by one. */
function oneDigitWrong(date: string, knownLength: number, turn: number): string | undefined {
  const places = [2, 3, 5, 6, 8, 9].filter((place) => place < knownLength);
  for (let tried = 0; tried < places.length * 9; tried += 1) {
    const place = places[(turn + tried) % places.length] ?? 3;
    const step = 1 + ((turn + Math.floor(tried / places.length)) % 9);
    const digit = (Number(date[place]) + step) % 10;
    const wrong = `${date.slice(0, place)}${digit}${date.slice(place + 1)}`;
    const isByYear = Math.abs(Number(wrong.slice(0, 4)) - Number(date.slice(0, 4))) === 1;
    if (isCalendarDate(wrong) && !isByYear) return wrong;
  }
  return undefined;
}

/**
 * The wrong dates derived from a listed one, each kind as far as the date allows it: the same for the same `turn`, which selects the digit.
 */
export function alteredDates(listed: BirthDate, turn: number): AlteredDate[] {
  const right = agreeingDate(listed, turn);
  const last = 'on' in listed ? right : `${listed.to.slice(0, 4)}${right.slice(4)}`;
  const knownLength = 'on' in listed ? listed.on.length : 4;
  const [year, month, day] = right.split('-');
  const wrong = oneDigitWrong(right, knownLength, turn);
  return [
    { kind: 'year before', date: shiftedBy(-1, right) },
    { kind: 'year after', date: shiftedBy(1, last) },
    ...(wrong === undefined ? [] : [{ kind: 'one digit wrong' as const, date: wrong }]),
    ...(knownLength === 10 && Number(day) <= 12 && day !== month
      ? [{ kind: 'day and month swapped' as const, date: `${year}-${day}-${month}` }]
      : []),
  ];
}
