import { describe, expect, it } from 'vitest';
import { isCountry } from '#rules/countries.ts';
import {
  describeShippedChange,
  effectiveList,
  removalProblem,
  shippedCountries,
  shippedList,
} from '#rules/country-lists/effective-list.ts';
import {
  getLists,
  isListOld,
  listsInForce,
  plenaryNotEntered,
  shippedCountryLists,
} from '#rules/country-lists/list-versions.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';

const keys = (country: string, on: string) =>
  getLists(country, shippedCountryLists, on).map(({ key }) => key);

describe('the shipped lists', () => {
  it('contain real countries once each, with date and source', () => {
    for (const { asAt, countries, sourceUrl, note } of shippedCountryLists) {
      expect(isCalendarDate(asAt)).toBe(true);
      expect(countries.filter((country) => !isCountry(country))).toEqual([]);
      expect(new Set(countries).size).toBe(countries.length);
      expect(sourceUrl).toMatch(/^https:\/\//);
      expect(note).toMatch(/\.$/);
    }
  });

  it('contain the announced number of countries under increased monitoring', () => {
    const monitored = (on: string) =>
      listsInForce(shippedCountryLists, on).find(({ key }) => key === 'increasedMonitoring')?.countries;
    expect(monitored('2025-11-01')).toHaveLength(20);
    expect(monitored('2026-03-01')).toHaveLength(22);
    expect(monitored('2026-11-21')).toHaveLength(22);
  });
});

describe('describeShippedChange', () => {
  const [black] = shippedCountryLists.filter(({ asAt }) => asAt === '2026-06-19');
  const added = { ...black, asAt: '2026-10-23', countries: [...(black?.countries ?? []), 'VEN'] };
  const states = [...shippedCountryLists, added as (typeof shippedCountryLists)[number]];
  const october = 'Country list published: FATF call for action (23 Oct 2026)';

  it.each([
    ['never checked', null, '2026-11-21', shippedCountryLists, /^Country lists published: .*Internal list/],
    ['the same day', '2026-11-21', '2026-11-21', shippedCountryLists, null],
    [
      'a day on which a state begins',
      '2026-06-18',
      '2026-06-19',
      shippedCountryLists,
      'Country list published: FATF increased monitoring (19 Jun 2026)',
    ],
    ['a release with a state of the past', '2026-11-21', '2026-11-21', states, october],
    ['a release with a state of a later day', '2026-10-22', '2026-10-22', states, null],
  ] as const)('names the lists that differ from those of the last check: %s', (_, checked, on, now, text) => {
    const former = checked === null ? null : shippedCountries(checked);
    const described = describeShippedChange(former, on, now);
    if (text instanceof RegExp) expect(described).toMatch(text);
    else expect(described).toBe(text);
    expect(describeShippedChange(shippedCountries(on, now), on, now)).toBeNull();
  });

  it('does not depend on the order of the countries', () => {
    const { callForAction, ...rest } = shippedCountries('2026-11-21');
    const stored = { ...rest, callForAction: [...callForAction].reverse() };
    expect(describeShippedChange(stored, '2026-11-21')).toBeNull();
  });
});

describe('getLists', () => {
  it('returns the lists that name a country on a day', () => {
    expect(keys('PRK', '2026-11-21')).toEqual(['callForAction', 'firm']);
    expect(keys('NZL', '2026-11-21')).toEqual([]);
    expect(keys('KWT', '2026-02-12')).toEqual([]);
    expect(keys('KWT', '2026-02-13')).toEqual(['increasedMonitoring']);
    expect(keys('NAM', '2026-06-18')).toEqual(['increasedMonitoring']);
    expect(keys('NAM', '2026-06-19')).toEqual([]);
    expect(keys('IRQ', '2026-06-18')).toEqual([]);
    expect(keys('IRQ', '2026-06-19')).toEqual(['increasedMonitoring']);
  });

  it('returns the list’s own date, or the earliest for days before it', () => {
    const asAt = (on: string) => getLists('IRN', shippedCountryLists, on)[0]?.asAt;
    expect(asAt('2026-11-21')).toBe('2026-06-19');
    expect(asAt('2026-05-19')).toBe('2026-02-13');
    expect(asAt('2001-01-01')).toBe('2025-10-24');
  });

  it('reads a company’s own versions in any stored order, and accepts a missing list', () => {
    const own = [
      { key: 'firm' as const, asAt: '2026-09-01', countries: ['XKX', 'IRN'] },
      { key: 'firm' as const, asAt: '2026-01-01', countries: ['IRN'] },
    ];
    expect(getLists('XKX', own, '2026-08-31')).toEqual([]);
    expect(getLists('XKX', own, '2026-09-01')).toHaveLength(1);
    expect(listsInForce(own, '2026-09-01').map(({ key }) => key)).toEqual(['firm']);
    expect(getLists('IRN', [], '2026-09-01')).toEqual([]);
  });
});

describe('the list in effect', () => {
  const october2026 = { ...shippedList('increasedMonitoring', '2026-11-21'), asAt: '2026-10-23' };
  const later = { ...october2026, countries: ['PAN', 'VNM'] };
  const states = [...shippedCountryLists, later];

  it('has a state shipped later from the day of that state, and the former one before', () => {
    const countries = (on: string) => shippedList('increasedMonitoring', on, states).countries;
    expect(countries('2026-10-23')).toEqual(['PAN', 'VNM']);
    expect(countries('2026-10-22')).toContain('IRQ');
    expect(shippedList('firm', '2026-10-23', states).countries).toEqual(['IRN', 'MMR', 'PRK']);
  });

  it('adds the company’s countries to the shipped ones, once, with the later day of both', () => {
    const shipped = { asAt: '2026-06-19', countries: ['IRN', 'PRK'] };
    expect(effectiveList(shipped, undefined)).toEqual({ ...shipped, added: [] });
    expect(effectiveList(shipped, { asAt: '2026-06-01', added: [] })).toEqual({ ...shipped, added: [] });
    expect(effectiveList(shipped, { asAt: '2026-07-01', added: ['PRK', 'PAN'] })).toEqual({
      asAt: '2026-07-01',
      countries: ['IRN', 'PAN', 'PRK'],
      added: ['PAN'],
    });
  });

  it('names up to five countries that were removed', () => {
    const shipped = shippedList('increasedMonitoring', '2026-11-21');
    expect(removalProblem(shipped, shipped.countries)).toBeUndefined();
    expect(removalProblem(shipped, [...shipped.countries, 'PAN'])).toBeUndefined();
    expect(removalProblem(shipped, shipped.countries.slice(1))).toBe(
      'Angola cannot be removed: on the FATF increased monitoring list of 19 Jun 2026 (NZ s58(2); AU s26C). Remove only countries that your company added.',
    );
    expect(removalProblem(shipped, ['PAN'])).toContain('and 17 more cannot be removed');
  });
});

describe('isListOld', () => {
  it.each([
    ['2026-06-19', '2026-10-29', false],
    ['2026-06-19', '2026-10-30', true],
    ['2025-10-24', '2026-02-13', false],
  ])('of a list as at %s on %s is %s', (asAt, today, expected) => {
    expect(isListOld({ key: 'callForAction', asAt }, today)).toBe(expected);
  });

  it('is never true for the firm’s own list', () => {
    expect(isListOld({ key: 'firm', asAt: '2020-01-01' }, '2026-10-30')).toBe(false);
  });
});

describe('plenaryNotEntered', () => {
  it.each([
    ['2026-06-19', '2026-10-29', null],
    ['2026-06-19', '2026-11-23', 'October 2026'],
    ['2026-06-19', '2027-01-10', 'October 2026'],
    ['2026-06-19', '2027-03-01', 'February 2027'],
    ['2026-10-23', '2026-11-23', null],
  ])('of a list as at %s on %s is %s', (asAt, today, plenary) => {
    expect(plenaryNotEntered({ key: 'increasedMonitoring', asAt }, today)).toBe(plenary);
    expect(plenaryNotEntered({ key: 'firm', asAt }, today)).toBeNull();
  });

  it('is shown for the shipped lists, each with its source and day', () => {
    for (const { key, asAt, sourceUrl, note } of shippedCountryLists) {
      if (key === 'firm') continue;
      expect(new URL(sourceUrl).protocol).toBe('https:');
      expect(note).toContain(formatDate(asAt));
    }
  });
});
