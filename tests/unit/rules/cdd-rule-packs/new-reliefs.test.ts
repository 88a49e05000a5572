import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newReliefs, startedBeforeCommencement } from '#rules/cdd-rule-packs/commencement.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { sectors } from '#rules/sectors.ts';

type Facts = RegulatedCompany & { regulatedIn: readonly Jurisdiction[] };
const facts = (more: Partial<Facts>): Facts => ({
  sector: 'legal',
  otherSectors: [],
  regulatedIn: ['NZL'],
  ...more,
});

describe('laws that waive initial CDD for more clients after a change of company details', () => {
  it.each<[string, Facts, Facts, ReturnType<typeof newReliefs>]>([
    [
      'a first service day moved back before the law’s first day',
      facts({ firstServiceNz: '2019-05-01' }),
      facts({ firstServiceNz: '2018-06-30' }),
      [{ jurisdiction: 'NZL', before: '2018-07-01', already: null }],
    ],
    [
      'one moved back no further than that day',
      facts({ firstServiceNz: '2019-05-01' }),
      facts({ firstServiceNz: '2018-07-01' }),
      [],
    ],
    [
      'a sector whose duties began later',
      facts({}),
      facts({ sector: 'realEstate' }),
      [{ jurisdiction: 'NZL', before: '2019-01-01', already: '2018-07-01' }],
    ],
    ['a sector whose duties began earlier', facts({ sector: 'realEstate' }), facts({}), []],
    [
      'Australia’s second tranche in place of the first',
      facts({ regulatedIn: ['AUS'], sector: 'preciousMetals' }),
      facts({ regulatedIn: ['AUS'], sector: 'preciousMetals', australianTranche: 'T2' }),
      [{ jurisdiction: 'AUS', before: '2026-07-01', already: '2007-12-12' }],
    ],
    [
      'a law that did not apply before',
      facts({}),
      facts({ regulatedIn: ['NZL', 'AUS'] }),
      [{ jurisdiction: 'AUS', before: '2026-07-01', already: null }],
    ],
    ['a law that no longer applies', facts({ regulatedIn: ['NZL', 'AUS'] }), facts({}), []],
  ])('%s', (_what, present, proposed, expected) => {
    expect(newReliefs(present, proposed)).toEqual(expected);
  });

  it('are those, and the days, under which a relationship counts then and did not before', () => {
    const day = fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2003-01-01', days));
    const company = fc.record({
      sector: fc.constantFrom(...sectors),
      otherSectors: fc.subarray([...sectors], { maxLength: 2 }),
      regulatedIn: fc.subarray<Jurisdiction>(['NZL', 'AUS'], { minLength: 1 }),
      australianTranche: fc.constantFrom(null, 'T1' as const, 'T2' as const),
      firstServiceNz: fc.option(day),
      firstServiceAu: fc.option(day),
    });
    const counts = (law: Jurisdiction, one: Facts, startedOn: string) =>
      one.regulatedIn.includes(law) && startedBeforeCommencement(law, one, startedOn);
    fc.assert(
      fc.property(company, company, day, (present, proposed, startedOn) => {
        for (const law of ['NZL', 'AUS'] as const) {
          const relief = newReliefs(present, proposed).find(({ jurisdiction }) => jurisdiction === law);
          const isRelieved =
            relief !== undefined &&
            startedOn < relief.before &&
            (relief.already === null || startedOn >= relief.already);
          expect(isRelieved).toBe(counts(law, proposed, startedOn) && !counts(law, present, startedOn));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
