import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { compareBirthDates } from '#rules/screening/birth-dates.ts';
import { explainBirthDates } from '#rules/screening/describe-birth-dates.ts';
import type { BirthDate, BirthDateMatching, PartialDate } from '#rules/screening/screening-records.ts';
import { agreeingDate, alteredDates } from '#tests/support/files/altered-dates.ts';

const two = (number: number) => String(number).padStart(2, '0');
const year = fc.integer({ min: 1900, max: 2020 }).map(String);
const month = fc.tuple(year, fc.integer({ min: 1, max: 12 })).map(([y, m]) => `${y}-${two(m)}`);
const day = fc
  .tuple(month, fc.integer({ min: 1, max: 31 }))
  .map(([m, d]) => `${m}-${two(d)}`)
  .filter(isCalendarDate);
const partial: fc.Arbitrary<PartialDate> = fc.oneof(day, month, year);
const range = fc
  .tuple(fc.integer({ min: 1900, max: 2010 }), fc.integer({ min: 0, max: 8 }))
  .map(([from, years]): BirthDate => ({ from: String(from), to: String(from + years) }));
const listed = fc.oneof(
  partial.map((on): BirthDate => ({ on })),
  range,
);
const matchings: BirthDateMatching[] = ['exact', 'sameYear'];
const matching = fc.constantFrom<BirthDateMatching>(...matchings);
const turn = fc.integer({ min: 0, max: 10_000 });

const verdict = (own: PartialDate, dates: readonly BirthDate[], by: BirthDateMatching = 'exact') => {
  const found = compareBirthDates(own, dates, by);
  if (found === null) throw new Error('No fields compared.');
  return found;
};
const getFinding = (own: PartialDate, date: BirthDate, by: BirthDateMatching = 'exact') =>
  verdict(own, [date], by).finding;

describe('compareBirthDates', () => {
  it.each<[PartialDate, BirthDate, string, number]>([
    ['1970-03-12', { on: '1970-03-12' }, 'Same date of birth', 0.08],
    ['1970-03-12', { on: '1970-12-03' }, 'Day and month swapped', -0.05],
    ['1970-03-12', { on: '1971-03-12' }, 'Birth year differs by one', -0.1],
    ['1970-03-12', { on: '1969-03-12' }, 'Birth year differs by one', -0.1],
    ['1971-02-28', { on: '1972-02-29' }, 'Birth year differs by one', -0.1],
    ['1972-02-28', { on: '1972-02-29' }, 'One digit differs', -0.1],
    ['1970-03-12', { on: '1970-03-17' }, 'One digit differs', -0.1],
    ['1970-03-12', { on: '1970-08-12' }, 'One digit differs', -0.1],
    ['1970-03-12', { on: '1940-03-12' }, 'One digit differs', -0.1],
    ['1970-03-12', { on: '1970-08-25' }, 'Different day of birth in the same year', -0.25],
    ['1970-03-12', { on: '1971-08-25' }, 'Different date and year of birth', -0.4],
    ['1970-03-12', { on: '1970' }, 'Same year of birth', 0],
    ['1970-03-12', { on: '1971' }, 'Birth year differs by one', -0.1],
    ['1970-03-12', { on: '1940' }, 'One digit differs in the year of birth', -0.1],
    ['1970-03-12', { on: '1958' }, 'Different year of birth', -0.15],
    ['1970-03-12', { on: '1970-03' }, 'Same month of birth', 0],
    ['1970-03-12', { on: '1971-03' }, 'Birth year differs by one', -0.1],
    ['1970-03-12', { on: '1970-11' }, 'Different month of birth in the same year', -0.25],
    ['1970-03-12', { from: '1968', to: '1972' }, 'Within the listed years of birth', 0],
    ['1973-03-12', { from: '1968', to: '1972' }, 'Birth year differs by one', -0.1],
    ['1967', { from: '1968-05-01', to: '1972' }, 'Birth year differs by one', -0.1],
    ['1978-03-12', { from: '1968', to: '1972' }, 'Different year of birth', -0.15],
  ])('%s with %j: %s', (own, date, finding, points) => {
    expect(verdict(own, [date])).toMatchObject({ finding, points });
  });

  it('compares years alone where set', () => {
    expect(getFinding('1970-03-12', { on: '1970-12-03' }, 'sameYear')).toBe('Same year of birth');
    expect(getFinding('1970-03-12', { on: '1971-12-25' }, 'sameYear')).toBe('Birth year differs by one');
    const ofYear = 'One digit differs in the year of birth';
    expect(getFinding('1970-03-12', { on: '1940-12-25' }, 'sameYear')).toBe(ofYear);
    expect(compareBirthDates('1970-03-12', [{ on: '1971' }], 'off')).toBeNull();
    expect(compareBirthDates(undefined, [{ on: '1971' }], 'exact')).toBeNull();
  });

  it('ignores unreadable listed dates', () => {
    expect(compareBirthDates('1970', [{ on: 'unknown' }, { from: '', to: '1980' }], 'exact')).toBeNull();
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(partial, partial, matching, (a, b, by) => {
        const { listed: _one, closest: _there, ...there } = verdict(a, [{ on: b }], by);
        const { listed: _other, closest: _back, ...back } = verdict(b, [{ on: a }], by);
        expect(there).toEqual(back);
      }),
    );
  });

  it('never scores an altered date above the listed one, nor below an unrelated one', () => {
    fc.assert(
      fc.property(listed, turn, matching, (date, by, counts) => {
        const right = verdict(agreeingDate(date, by), [date], counts);
        for (const { date: wrong } of alteredDates(date, by)) {
          const found = verdict(wrong, [date], counts);
          expect(found.points).toBeLessThanOrEqual(right.points);
          // In a range of years no digit can be wrong.
          expect(found.points).toBeGreaterThanOrEqual('on' in date ? -0.1 : -0.15);
          // An equal score is due to the precision of the list or the worklist.
          if (found.points === right.points) expect(found.value).toBeLessThanOrEqual(right.value);
        }
      }),
    );
  });

  it('identifies the kind of slip', () => {
    const findings = {
      'year before': ['Birth year differs by one'],
      'year after': ['Birth year differs by one'],
      'day and month swapped': ['Day and month swapped'],
      'one digit wrong': ['One digit differs', 'One digit differs in the year of birth'],
    };
    fc.assert(
      fc.property(partial, turn, (on, by) => {
        for (const { kind, date } of alteredDates({ on }, by)) {
          // 29 February has no neighbours: another day of February is a second slip.
          if (on.endsWith('02-29') && kind.startsWith('year')) continue;
          expect(findings[kind]).toContain(getFinding(date, { on }));
        }
      }),
    );
  });

  it('accepts any year in a range, and treats one beyond it as a slip', () => {
    fc.assert(
      fc.property(range, turn, (date, by) => {
        if (!('from' in date)) return;
        expect(getFinding(agreeingDate(date, by), date)).toBe('Within the listed years of birth');
        for (const { kind, date: wrong } of alteredDates(date, by)) {
          if (kind.startsWith('year')) expect(getFinding(wrong, date)).toBe('Birth year differs by one');
        }
      }),
    );
  });

  it('uses the nearest of several dates', () => {
    fc.assert(
      fc.property(partial, fc.array(listed, { minLength: 1, maxLength: 5 }), matching, (own, dates, by) => {
        const each = dates.map((date) => verdict(own, [date], by).points);
        expect(verdict(own, dates, by).points).toBe(Math.max(...each));
      }),
    );
  });
});

describe('explainBirthDates', () => {
  const explained = (own: PartialDate, dates: readonly BirthDate[], by: BirthDateMatching = 'exact') => {
    const { closest, among } = verdict(own, dates, by);
    return explainBirthDates(own, closest, { among, matching: by });
  };

  it.each<[PartialDate, BirthDate[], string]>([
    ['1965-03-12', [{ on: '1965' }], 'listed year 1965; recorded 12 Mar 1965'],
    ['1965', [{ on: '1965-03-12' }], 'listed 12 Mar 1965; recorded year 1965'],
    ['1965-03', [{ on: '1965-03-12' }], 'listed 12 Mar 1965; recorded Mar 1965'],
    ['1966-03-12', [{ from: '1963', to: '1967' }], 'listed 1963 to 1967; recorded 12 Mar 1966'],
    [
      '1966-03-12',
      [{ from: '1963', to: '1967', about: '1965' }],
      'listed circa 1965 (1963 to 1967); recorded 12 Mar 1966',
    ],
    [
      '1966-03-12',
      [{ on: '1950' }, { on: '1966-03-12' }, { on: '1971-01' }],
      'listed 12 Mar 1966; the closest of 3 listed dates; recorded 12 Mar 1966',
    ],
  ])('%s with %j', (own, dates, text) => {
    expect(explained(own, dates)).toBe(text);
  });

  it('states that years alone were compared', () => {
    expect(explained('1965-03-12', [{ on: '1965-08-01' }], 'sameYear')).toBe(
      'listed 1 Aug 1965; recorded 12 Mar 1965; years alone compared',
    );
  });
});
