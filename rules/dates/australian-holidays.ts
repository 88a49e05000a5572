import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import {
  easterSunday,
  getDate,
  getWeekday,
  type Holiday,
  isWeekend,
  mondayFrom,
  mondayised,
  nthMonday,
} from './holiday-rules.ts';

export const australianStates = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;

export type AustralianState = (typeof australianStates)[number];

type StateDays = {
  /** Annual holidays in addition to the national ones. */
  yearly: (year: number) => Holiday[];
  /** Weekdays (5 Saturday, 6 Sunday) on which Anzac Day adds a Monday holiday. */
  anzacMondayAfter: readonly (5 | 6)[];
  /** Holidays declared for a single year. */
  declared: readonly Holiday[];
  /** Last year whose declared holidays are known; absent if statute fixes all holidays. */
  declaredTo?: number;
};

const monday = (name: string, month: number, count: number) => (year: number) => ({
  date: nthMonday(year, month, count),
  name,
});
const kingsBirthdayInJune = monday('King’s Birthday', 6, 2);
const labourDayInOctober = monday('Labour Day', 10, 1);
const further = (date: CalendarDate): Holiday => ({ date, name: 'Additional day for Anzac Day' });

/** Western Australia proclaims the date each year, near the end of September; statute does not determine future years. */
const kingsBirthdayInWesternAustralia: Holiday[] = [
  '2022-09-26',
  '2023-09-25',
  '2024-09-23',
  '2025-09-29',
  '2026-09-28',
  '2027-09-27',
].map((date) => ({ date, name: 'King’s Birthday' }));

/**
 * Statutory holidays of a whole state or territory: Holidays Act 1958 (ACT), Public Holidays Act 2010 (NSW), Public Holidays Act
 * 1981 (NT), Holidays Act 1983 (QLD), Public Holidays Act 2023 (SA), Statutory Holidays Act 2000 (TAS), Public Holidays Act 1993
 * (VIC), Public and Bank Holidays Act 1972 (WA). Deliberately omitted: show days, Melbourne Cup Day and the Friday before the
 * football final, which apply to part of a state or are proclaimed late, and the August bank holiday of New South Wales, which
 * only banks observe. An omitted holiday makes a deadline earlier, never later.
 */
const stateDays: Record<AustralianState, StateDays> = {
  ACT: {
    yearly: (year) => [
      { date: nthMonday(year, 3, 2), name: 'Canberra Day' },
      { date: mondayFrom(getDate(year, 5, 27)), name: 'Reconciliation Day' },
      kingsBirthdayInJune(year),
      labourDayInOctober(year),
    ],
    anzacMondayAfter: [6],
    declared: [further('2026-04-27')],
    declaredTo: 2027,
  },
  NSW: {
    yearly: (year) => [kingsBirthdayInJune(year), labourDayInOctober(year)],
    anzacMondayAfter: [],
    declared: [further('2026-04-27'), further('2027-04-26')],
    declaredTo: 2027,
  },
  NT: {
    yearly: (year) => [
      { date: nthMonday(year, 5, 1), name: 'May Day' },
      kingsBirthdayInJune(year),
      { date: nthMonday(year, 8, 1), name: 'Picnic Day' },
    ],
    anzacMondayAfter: [6],
    declared: [],
  },
  QLD: {
    yearly: (year) => [
      { date: nthMonday(year, 5, 1), name: 'Labour Day' },
      { date: nthMonday(year, 10, 1), name: 'King’s Birthday' },
    ],
    anzacMondayAfter: [6],
    declared: [],
  },
  SA: {
    yearly: (year) => [
      { date: nthMonday(year, 3, 2), name: 'Adelaide Cup Day' },
      kingsBirthdayInJune(year),
      labourDayInOctober(year),
    ],
    anzacMondayAfter: [6],
    declared: [],
  },
  TAS: {
    yearly: (year) => [{ date: nthMonday(year, 3, 2), name: 'Eight Hours Day' }, kingsBirthdayInJune(year)],
    anzacMondayAfter: [],
    declared: [],
  },
  VIC: {
    yearly: (year) => [{ date: nthMonday(year, 3, 2), name: 'Labour Day' }, kingsBirthdayInJune(year)],
    anzacMondayAfter: [],
    declared: [],
  },
  WA: {
    yearly: (year) => [
      { date: nthMonday(year, 3, 1), name: 'Labour Day' },
      { date: nthMonday(year, 6, 1), name: 'Western Australia Day' },
    ],
    anzacMondayAfter: [5, 6],
    declared: kingsBirthdayInWesternAustralia,
    declaredTo: 2027,
  },
};

/**
 * Public holidays of a year on weekdays: national ones, and those of a state if given. New Year's Day and Australia Day on a
 * weekend move to Monday; Christmas and Boxing Day on a weekend are replaced by 27 and 28 December; Anzac Day moves only by state
 * law. Source: AML/CTF Act 2006 (AU) s 5, "business day": not a Saturday, a Sunday or a public or bank holiday in the place
 * concerned.
 */
export function australianHolidays(year: number, state?: AustralianState): Holiday[] {
  const easter = easterSunday(year);
  const anzacDay = getDate(year, 4, 25);
  const christmas = getDate(year, 12, 25);
  const boxingDay = getDate(year, 12, 26);
  const holidays: Holiday[] = [
    { date: mondayised(getDate(year, 1, 1)), name: 'New Year’s Day' },
    { date: mondayised(getDate(year, 1, 26)), name: 'Australia Day' },
    { date: addDays(easter, -2), name: 'Good Friday' },
    { date: addDays(easter, 1), name: 'Easter Monday' },
    { date: anzacDay, name: 'Anzac Day' },
    { date: christmas, name: 'Christmas Day' },
    { date: boxingDay, name: state === 'SA' ? 'Proclamation Day' : 'Boxing Day' },
  ];
  if (isWeekend(christmas)) {
    holidays.push({ date: getDate(year, 12, 27), name: 'Additional day for Christmas Day' });
  }
  if (isWeekend(boxingDay)) {
    holidays.push({ date: getDate(year, 12, 28), name: 'Additional day for Boxing Day' });
  }
  if (state !== undefined) {
    const { yearly, anzacMondayAfter, declared } = stateDays[state];
    holidays.push(...yearly(year));
    if (anzacMondayAfter.some((weekday) => weekday === getWeekday(anzacDay))) {
      holidays.push(further(mondayFrom(anzacDay)));
    }
    holidays.push(...declared.filter(({ date }) => date.startsWith(christmas.slice(0, 5))));
  }
  return holidays.filter(({ date }) => !isWeekend(date));
}

/** Last day until which a state's holidays are known; undefined without a state, or if statute fixes all of them. */
export function australianHolidaysKnownTo(state: AustralianState | undefined): CalendarDate | undefined {
  const year = state === undefined ? undefined : stateDays[state].declaredTo;
  return year === undefined ? undefined : getDate(year, 12, 31);
}
