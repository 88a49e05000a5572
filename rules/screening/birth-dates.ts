import type { BirthDate, BirthDateMatching, PartialDate } from './screening-records.ts';

/** How a date of birth compares with the ones listed. */
export interface BirthDateComparison {
  /** The listed date that it was compared with, for people to read. */
  listed: string;
  value: number;
  points: number;
  finding: string;
}

/** Weights of the two in OpenSanctions' logic-v2; both count where a whole date differs in its year. */
const otherYear = -0.15;
const otherDay = -0.25;
/** Days and months change places where dates are copied between countries. */
const exchanged = -0.05;
/** The same day of birth makes a name that is nearly alike worth looking at. */
const sameDay = 0.08;

function shown(date: BirthDate): string {
  return 'on' in date ? date.on : `${date.from} to ${date.to}`;
}

function yearsOf(date: BirthDate): [number, number] {
  const [from, to] = 'on' in date ? [date.on, date.on] : [date.from, date.to];
  return [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
}

function isWhole(date: PartialDate): boolean {
  return date.length === 10;
}

function areExchanged(one: PartialDate, other: PartialDate): boolean {
  const [year, month, day] = one.split('-');
  return other === `${year}-${day}-${month}`;
}

function compareOne(
  own: PartialDate,
  listed: BirthDate,
  matching: 'exact' | 'sameYear',
): BirthDateComparison {
  const year = Number(own.slice(0, 4));
  const [first, last] = yearsOf(listed);
  const found = (value: number, points: number, finding: string) => ({
    listed: shown(listed),
    value,
    points,
    finding,
  });
  const whole = 'on' in listed && isWhole(listed.on) && isWhole(own) ? listed.on : null;
  if (whole === own) return found(1, sameDay, 'Born on the same day');
  if (year < first || year > last) {
    return whole !== null && matching === 'exact'
      ? found(0, otherYear + otherDay, 'Born on another day of another year')
      : found(0, otherYear, 'Born in another year');
  }
  if (!('on' in listed)) return found(0.9, 0, 'Born within the years listed');
  if (whole === null) {
    const common = Math.min(own.length, listed.on.length);
    if (common <= 4) return found(0.9, 0, 'Born in the same year');
    if (own.slice(0, common) === listed.on.slice(0, common)) return found(0.95, 0, 'Born in the same month');
    return matching === 'exact'
      ? found(0.2, otherDay, 'Born in another month of the same year')
      : found(0.9, 0, 'Born in the same year');
  }
  if (matching === 'sameYear') return found(0.9, 0, 'Born in the same year');
  return areExchanged(own, whole)
    ? found(0.8, exchanged, 'Day and month of birth have changed places')
    : found(0.2, otherDay, 'Born on another day of the same year');
}

/**
 * Compares a date of birth with the ones listed, the nearest of which counts. Null where dates are not to count or one side has none.
 * Dates are `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; what the less exact of two does not say is not held against anybody.
 */
export function compareBirthDates(
  own: PartialDate | undefined,
  listed: readonly BirthDate[],
  matching: BirthDateMatching,
): BirthDateComparison | null {
  if (own === undefined || matching === 'off' || !/^\d{4}/.test(own)) return null;
  let best: BirthDateComparison | null = null;
  for (const date of listed) {
    const [first, last] = yearsOf(date);
    if (Number.isNaN(first) || Number.isNaN(last)) continue;
    const comparison = compareOne(own, date, matching);
    if (
      best === null ||
      comparison.points > best.points ||
      (comparison.points === best.points && comparison.value > best.value)
    ) {
      best = comparison;
    }
  }
  return best;
}
