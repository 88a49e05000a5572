import Holidays from 'date-holidays';
import { describe, expect, it } from 'vitest';
import { australianHolidays, australianStates } from '#rules/dates/australian-holidays.ts';
import { isWeekend } from '#rules/dates/holiday-rules.ts';
import { newZealandHolidays } from '#rules/dates/new-zealand-holidays.ts';

const years = [2024, 2025, 2026, 2027, 2028];

/** Public holidays of a place on weekdays, by the published collection. */
function published(year: number, country: string, state = ''): Map<string, string> {
  const days = new Holidays(country, state)
    .getHolidays(year)
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => [date.slice(0, 10), name] as const);
  return new Map(days.filter(([date]) => !isWeekend(date)));
}

/** Weekdays in one of the two sources alone. */
function differences(
  ours: readonly { date: string; name: string }[],
  theirs: ReadonlyMap<string, string>,
): { onlyHere: string[]; onlyThere: string[] } {
  const here = new Map(ours.map(({ date, name }) => [date, name]));
  const missing = (from: ReadonlyMap<string, string>, days: ReadonlyMap<string, string>) =>
    [...from]
      .filter(([date]) => !days.has(date) && !isWeekend(date))
      .map(([date, name]) => `${date} ${name}`);
  return { onlyHere: missing(here, theirs), onlyThere: missing(theirs, here) };
}

const everyYear = (days: readonly string[]) => (year: number) => days.map((day) => `${year}-${day}`);
const none = () => [];

/** Part-days, which start at 6 or 7 in the evening: the day itself is worked. */
const eves = (...days: string[]) => everyYear(days);

/** Days only in the collection, by state and year. Each makes a deadline here early, never late. */
const knownBesides: Record<(typeof australianStates)[number], (year: number) => string[]> = {
  ACT: none,
  NSW: none,
  NT: eves('12-24 Christmas Eve', "12-31 New Year's Eve"),
  QLD: eves('12-24 Christmas Eve'),
  SA: eves('12-24 Christmas Eve', "12-31 New Year's Eve"),
  TAS: none,
  // Fixed by proclamation, or observed in Melbourne alone.
  VIC: (year) => {
    const days: Record<number, string[]> = {
      2024: ['2024-09-27 AFL Grand Final Friday', '2024-11-05 Melbourne Cup'],
      2025: ['2025-09-26 AFL Grand Final Friday', '2025-11-04 Melbourne Cup'],
      2026: ['2026-09-25 AFL Grand Final Friday', '2026-11-03 Melbourne Cup'],
      2027: ['2027-09-24 AFL Grand Final Friday', '2027-11-02 Melbourne Cup'],
      2028: ['2028-09-29 AFL Grand Final Friday', '2028-11-07 Melbourne Cup'],
    };
    return days[year] ?? [];
  },
  // Proclaimed year by year; the collection has an estimate.
  WA: (year) => (year === 2028 ? ["2028-09-25 King's Birthday"] : []),
};

/** Public Holidays Act 2023 (SA): Anzac Day on a Sunday also makes the Monday a holiday. The collection lacks it. */
const knownHere: Partial<Record<(typeof australianStates)[number], Record<number, string[]>>> = {
  SA: { 2027: ['2027-04-26 Additional day for Anzac Day'] },
};

describe('public holidays against a published collection', () => {
  it.each(years)(
    'New Zealand %i: none is missing, and only the days before New Year are additional',
    (year) => {
      const { onlyHere, onlyThere } = differences(newZealandHolidays(year), published(year, 'NZ'));
      expect(onlyThere).toEqual([]);
      // Legislation Act 2019 s13 ends the year's working days on 24 December, where the Holidays Act 2003 has four holidays.
      for (const day of onlyHere)
        expect(day).toMatch(/^\d{4}-12-(27|28|29|30|31) Between Christmas and New Year$/);
      expect(onlyHere).toHaveLength(3);
    },
  );

  it.each(years)('Australia %i without a state: the same days', (year) => {
    expect(differences(australianHolidays(year), published(year, 'AU'))).toEqual({
      onlyHere: [],
      onlyThere: [],
    });
  });

  it.each(years.flatMap((year) => australianStates.map((state) => [state, year] as const)))(
    '%s %i: the same days except known differences',
    (state, year) => {
      expect(differences(australianHolidays(year, state), published(year, 'AU', state))).toEqual({
        onlyHere: knownHere[state]?.[year] ?? [],
        onlyThere: knownBesides[state](year).filter((day) => !isWeekend(day.slice(0, 10))),
      });
    },
  );
});
