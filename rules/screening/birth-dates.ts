import type { BirthDate, BirthDateMatching, PartialDate } from './screening-records.ts';

/** Comparison of a date of birth with listed dates. */
export interface BirthDateComparison {
  /** The listed date that came closest, and how many there are. */
  closest: BirthDate;
  among: number;
  /** The listed date compared, as shown. */
  listed: string;
  value: number;
  points: number;
  finding: string;
}

type Verdict = Pick<BirthDateComparison, 'value' | 'points' | 'finding'>;

/** Weights of OpenSanctions' logic-v2; a date whose year and day both differ gets both. */
const differentYear = -0.15;
const differentDay = -0.25;

/**
 * Outcomes of comparing dates of birth. A date that one clerical error separates from the listed one (day and month
 * transposed, another calendar's year, one wrong digit) costs less than a different date, because the person may be the
 * listed one. An equal date raises a close name to a match.
 */
const verdicts = {
  sameDay: { value: 1, points: 0.08, finding: 'Same date of birth' },
  sameMonth: { value: 0.95, points: 0, finding: 'Same month of birth' },
  sameYear: { value: 0.9, points: 0, finding: 'Same year of birth' },
  withinYears: { value: 0.9, points: 0, finding: 'Within the listed years of birth' },
  swapped: { value: 0.8, points: -0.05, finding: 'Day and month swapped' },
  yearByOne: { value: 0.7, points: -0.1, finding: 'Birth year differs by one' },
  oneDigit: { value: 0.6, points: -0.1, finding: 'One digit differs' },
  oneDigitOfYear: { value: 0.6, points: -0.1, finding: 'One digit differs in the year of birth' },
  differentDay: { value: 0.2, points: differentDay, finding: 'Different day of birth in the same year' },
  differentMonth: { value: 0.2, points: differentDay, finding: 'Different month of birth in the same year' },
  differentYear: { value: 0, points: differentYear, finding: 'Different year of birth' },
  differentDate: {
    value: 0,
    points: differentYear + differentDay,
    finding: 'Different date and year of birth',
  },
} as const satisfies Record<string, Verdict>;

/** Characters of a year, and of a whole date. */
const yearLength = 4;
const wholeLength = 10;

const getYear = (date: PartialDate) => Number(date.slice(0, yearLength));

function areSwapped(a: PartialDate, b: PartialDate): boolean {
  const [year, month, day] = a.split('-');
  return day !== undefined && b === `${year}-${day}-${month}`;
}

/** Month and day. 29 February is compared as the 28th, which is written where the year is wrong and not a leap year. */
const withinYear = (date: PartialDate) => date.slice(yearLength).replace('-02-29', '-02-28');

function isOneDigitApart(a: PartialDate, b: PartialDate): boolean {
  return [...a].filter((digit, at) => digit !== b[at]).length === 1;
}

/** Compares two dates at the lower of the two precisions. */
function compareDates(a: PartialDate, b: PartialDate): Verdict {
  const isWhole = a.length === wholeLength;
  const isYear = a.length <= yearLength;
  if (a === b) return isWhole ? verdicts.sameDay : isYear ? verdicts.sameYear : verdicts.sameMonth;
  if (isWhole && areSwapped(a, b)) return verdicts.swapped;
  const isRestSame = withinYear(a) === withinYear(b);
  if (isRestSame && Math.abs(getYear(a) - getYear(b)) === 1) return verdicts.yearByOne;
  if (isOneDigitApart(a, b)) return isYear ? verdicts.oneDigitOfYear : verdicts.oneDigit;
  if (getYear(a) !== getYear(b)) return isWhole ? verdicts.differentDate : verdicts.differentYear;
  return isWhole ? verdicts.differentDay : verdicts.differentMonth;
}

/** "Between 1958 and 1963", "circa 1960": a single wrong digit cannot be recognised in a range. */
function compareWithYears(own: PartialDate, from: PartialDate, to: PartialDate): Verdict {
  const outside = Math.max(getYear(from) - getYear(own), getYear(own) - getYear(to));
  if (outside <= 0) return verdicts.withinYears;
  return outside === 1 ? verdicts.yearByOne : verdicts.differentYear;
}

function compareOne(own: PartialDate, listed: BirthDate, matching: 'exact' | 'sameYear'): Verdict {
  if (!('on' in listed)) return compareWithYears(own, listed.from, listed.to);
  const length = matching === 'sameYear' ? yearLength : Math.min(own.length, listed.on.length);
  return compareDates(own.slice(0, length), listed.on.slice(0, length));
}

const startsWithYear = (date: PartialDate) => /^\d{4}/.test(date);

function canBeRead(date: BirthDate): boolean {
  return 'on' in date ? startsWithYear(date.on) : startsWithYear(date.from) && startsWithYear(date.to);
}

/**
 * Compares a date of birth with the listed ones; the closest counts. Null where dates are ignored or one side has none.
 * Dates are `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; the missing parts of a less precise date do not count as differences.
 * Symmetric, and no date scores better than the listed date itself.
 */
export function compareBirthDates(
  own: PartialDate | undefined,
  listed: readonly BirthDate[],
  matching: BirthDateMatching,
): BirthDateComparison | null {
  if (own === undefined || matching === 'off' || !startsWithYear(own)) return null;
  let best: BirthDateComparison | null = null;
  const readable = listed.filter(canBeRead);
  for (const date of readable) {
    const comparison = compareOne(own, date, matching);
    if (
      best === null ||
      comparison.points > best.points ||
      (comparison.points === best.points && comparison.value > best.value)
    ) {
      const text = 'on' in date ? date.on : `${date.from} to ${date.to}`;
      best = { closest: date, among: readable.length, listed: text, ...comparison };
    }
  }
  return best;
}
