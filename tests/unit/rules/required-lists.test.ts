import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jurisdictions } from '#rules/legal-provisions.ts';
import {
  type CoveringList,
  describeGap,
  formatIncompleteScreening,
  isNotFetched,
  regimesBySource,
  requiredListsOn,
  type ScreeningGap,
  screeningGaps,
} from '#rules/required-lists.ts';
import { listSources, sanctionsRegimes } from '#rules/sanctions.ts';

const at = new Date('2026-11-02T21:00:00.000Z');
const ago = (hours: number, ms = 0) => new Date(at.getTime() - hours * 3_600_000 - ms).toISOString();
const readAt = '2026-10-30T09:00:00.000Z';
const reason = 'The source responded with 503';

const list = (source: NonNullable<CoveringList['source']>, more: CoveringList = {}): CoveringList => ({
  name: `List ${source}`,
  source,
  regimes: regimesBySource[source],
  checkedAt: ago(1),
  importedAt: readAt,
  isOlderReading: false,
  unreadRows: 0,
  notFetched: null,
  ...more,
});
const nzLists = [list('un'), list('nzPolice'), list('nzRussia')];
const notFetched = { since: ago(24), reason };
const gapsOf = (...lists: CoveringList[]) => screeningGaps(lists, ['NZL'], at);

describe('what a screening lacked', () => {
  it('is nothing where every list in use was read whole and is up to date', () => {
    expect(gapsOf(...nzLists, list('ofac'), list('dfat'), list('own'), list('demo'))).toEqual([]);
  });

  it('is nothing by the facts of screenings stored before readings were', () => {
    const former = nzLists.map(({ regimes, checkedAt }) => ({ regimes, checkedAt }));
    expect(gapsOf(...former)).toEqual([]);
  });

  it.each<[CoveringList, ScreeningGap]>([
    [{ isOlderReading: true }, { regime: 'nzRussia', problem: 'olderReader', since: readAt }],
    [{ unreadRows: 2 }, { regime: 'nzRussia', problem: 'unreadRows', since: readAt, rows: 2 }],
    [{ notFetched }, { regime: 'nzRussia', problem: 'notFetched', since: ago(24), reason }],
    [{ checkedAt: ago(169) }, { regime: 'nzRussia', problem: 'stale', since: ago(169) }],
    [{ checkedAt: null }, { regime: 'nzRussia', problem: 'stale' }],
    // The worst is named.
    [
      { isOlderReading: true, unreadRows: 2, notFetched, checkedAt: ago(169) },
      { regime: 'nzRussia', problem: 'olderReader', since: readAt },
    ],
  ])('is a required list with %j', (problem, gap) => {
    expect(gapsOf(list('un'), list('nzPolice'), list('nzRussia', problem))).toEqual([gap]);
  });

  it('is no required list that another good one holds, of several with problems the worst', () => {
    const holding = list('opensanctions', { regimes: ['nzRussia'] });
    const lists = [list('un'), list('nzPolice'), list('nzRussia', { isOlderReading: true })];
    expect(gapsOf(...lists, holding)).toEqual([]);
    expect(gapsOf(...lists, { ...holding, unreadRows: 1 })).toEqual([
      { regime: 'nzRussia', problem: 'olderReader', since: readAt },
    ]);
    expect(gapsOf(...lists, { ...holding, checkedAt: ago(200) })).toMatchObject([{ problem: 'olderReader' }]);
  });

  it.each<[CoveringList, ScreeningGap]>([
    [list('ofac', { isOlderReading: true }), { list: 'List ofac', problem: 'olderReader', since: readAt }],
    [list('ofac', { unreadRows: 1 }), { list: 'List ofac', problem: 'unreadRows', since: readAt, rows: 1 }],
    [list('ofac', { notFetched }), { list: 'List ofac', problem: 'notFetched', since: ago(24), reason }],
    [list('dfat', { notFetched }), { list: 'List dfat', problem: 'notFetched', since: ago(24), reason }],
    [
      list('own', { unreadRows: 3 }),
      { list: 'List own', isOwn: true, problem: 'unreadRows', since: readAt, rows: 3 },
    ],
    // It holds more than the designations of its regimes, which no other list has.
    [
      list('own', { regimes: ['nzRussia'], isOlderReading: true }),
      { list: 'List own', isOwn: true, problem: 'olderReader', since: readAt },
    ],
    [
      list('opensanctions', { regimes: ['un', 'nzRussia'], isOlderReading: true }),
      { list: 'List opensanctions', problem: 'olderReader', since: readAt },
    ],
    [list('demo', { isOlderReading: true }), { list: 'List demo', problem: 'olderReader', since: readAt }],
  ])('is another list in use too: %j', (other, gap) => {
    expect(gapsOf(...nzLists, other)).toEqual([gap]);
  });

  it('is no other publisher’s list whose designations a good one holds', () => {
    const holding = list('opensanctions', { regimes: ['dfat', 'auTerrorism'] });
    const older = list('dfat', { isOlderReading: true });
    expect(gapsOf(...nzLists, older, holding)).toEqual([]);
    expect(gapsOf(...nzLists, older, { ...holding, checkedAt: ago(169) })).toMatchObject([
      { list: 'List dfat' },
    ]);
  });

  it('is no other list for being imported long ago', () => {
    expect(gapsOf(...nzLists, list('ofac', { checkedAt: ago(2000) }))).toEqual([]);
  });

  it.each(['demo', 'own', 'service'] as const)(
    'is no list of the source %s for not being fetched',
    (source) => {
      expect(gapsOf(...nzLists, list(source, { notFetched }))).toEqual([]);
    },
  );

  it('is a list that was not fetched for 24 hours, and not for a millisecond less', () => {
    expect(isNotFetched(ago(24), at)).toBe(true);
    expect(isNotFetched(ago(24, -1), at)).toBe(false);
    expect(isNotFetched(null, at)).toBe(false);
  });

  it('is Australia’s list once, whichever of its own laws’ designations no good list has', () => {
    const gaps = (...lists: CoveringList[]) => screeningGaps(lists, ['AUS'], at);
    const missing = [{ regime: 'dfat', problem: 'missing' }];
    expect(gaps()).toEqual(missing);
    expect(gaps(list('dfat'))).toEqual([]);
    expect(gaps(list('opensanctions', { regimes: ['dfat'] }))).toEqual(missing);
    expect(gaps(list('opensanctions', { regimes: ['auTerrorism'] }))).toEqual(missing);
    expect(gaps(list('dfat', { isOlderReading: true }))).toEqual([
      { regime: 'dfat', problem: 'olderReader', since: readAt },
    ]);
  });

  const anyList: fc.Arbitrary<CoveringList> = fc.record({
    name: fc.constantFrom('A', 'B'),
    source: fc.constantFrom(...listSources),
    regimes: fc.subarray([...sanctionsRegimes]),
    checkedAt: fc.constantFrom(null, ago(1), ago(167), ago(169)),
    importedAt: fc.constantFrom(null, readAt),
    isOlderReading: fc.boolean(),
    unreadRows: fc.constantFrom(0, 0, 3),
    notFetched: fc.constantFrom(null, { since: ago(23), reason }, notFetched),
  });
  const isMisreadOrUnfetched = ({ source, isOlderReading, unreadRows, notFetched: failed }: CoveringList) =>
    isOlderReading === true ||
    (unreadRows ?? 0) > 0 ||
    (failed?.since === ago(24) && !['demo', 'own', 'service'].includes(source ?? ''));
  const isGood = (one: CoveringList) =>
    !isMisreadOrUnfetched(one) && one.checkedAt != null && one.checkedAt >= ago(168);

  it('is never nothing while a list in use has a problem and no good one has its designations', () => {
    fc.assert(
      fc.property(
        fc.array(anyList, { maxLength: 6 }),
        fc.subarray([...jurisdictions]),
        (lists, countries) => {
          const gaps = screeningGaps(lists, countries, at);
          const goodWith = (regime: (typeof sanctionsRegimes)[number]) =>
            lists.some((one) => isGood(one) && one.regimes?.includes(regime));
          for (const one of lists.filter(isMisreadOrUnfetched)) {
            if (!one.regimes?.length || !one.regimes.every(goodWith)) expect(gaps).not.toEqual([]);
          }
          for (const { regime, alsoRegimes = [] } of requiredListsOn(countries, '2026-11-02')) {
            const isHeld = [regime, ...alsoRegimes].every(goodWith);
            expect(gaps.some((gap) => gap.regime === regime)).toBe(!isHeld);
          }
          // Nothing is lacking without a cause.
          if (lists.every(isGood) && gaps.some(({ problem }) => problem !== 'missing')) {
            expect(gaps).toEqual([]);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('sentences about what a screening lacked', () => {
  it.each<[ScreeningGap, string]>([
    [
      { regime: 'nzRussia', problem: 'missing' },
      'NZ Russia sanctions register was not in use (NZ Russia Sanctions Act 2022)',
    ],
    // As stored before the time was recorded.
    [
      { regime: 'nzRussia', problem: 'stale' },
      'NZ Russia sanctions register had not been updated for more than 7 days (NZ Russia Sanctions Act 2022)',
    ],
    [
      { regime: 'nzRussia', problem: 'stale', since: readAt },
      'NZ Russia sanctions register had not been updated for more than 7 days, since 30 Oct 2026, 22:00 NZDT (NZ Russia Sanctions Act 2022)',
    ],
    [
      { regime: 'nzRussia', problem: 'olderReader', since: readAt },
      'NZ Russia sanctions register was read by an older reader on 30 Oct 2026, 22:00 NZDT (NZ Russia Sanctions Act 2022)',
    ],
    [
      { regime: 'nzRussia', problem: 'notFetched', since: ago(0), reason },
      'NZ Russia sanctions register could not be updated since 3 Nov 2026, 10:00 NZDT (NZ Russia Sanctions Act 2022): The source responded with 503',
    ],
    [
      { list: 'OFAC', problem: 'unreadRows', since: readAt, rows: 2 },
      'OFAC was not read whole on 30 Oct 2026, 22:00 NZDT: 2 rows could not be read',
    ],
    [{ list: 'OFAC', problem: 'unreadRows', rows: 1 }, 'OFAC was not read whole: 1 row could not be read'],
    [
      { list: 'Our own list', isOwn: true, problem: 'olderReader' },
      'Internal list was read by an older reader',
    ],
  ])('%j', (gap, text) => expect(describeGap(gap)).toBe(text));

  it('have the dates of the company’s time zone where it is known', () => {
    const gap = { list: 'OFAC', problem: 'olderReader', since: ago(0) } as const;
    expect(describeGap(gap, 'Australia/Perth')).toBe(
      'OFAC was read by an older reader on 3 Nov 2026, 05:00 AWST',
    );
  });

  it('say what to do, each once', () => {
    const gaps: ScreeningGap[] = [
      { regime: 'un', problem: 'missing' },
      { regime: 'nzRussia', problem: 'stale' },
      { list: 'OFAC', problem: 'notFetched', since: ago(24), reason },
      { list: 'Our own list', isOwn: true, problem: 'unreadRows', rows: 2 },
    ];
    const text = formatIncompleteScreening(gaps);
    expect(text.split('). ')[0]).toContain(
      'Screening incomplete: UN Security Council Consolidated List was not',
    );
    expect(text).toMatch(
      /2 rows could not be read\. Have the list imported under Settings, Screening lists, then screen again\. The list is fetched again every hour; screen again once it is up to date\. Upload the internal list again under Settings, Screening lists, then screen again\.$/,
    );
  });
});
