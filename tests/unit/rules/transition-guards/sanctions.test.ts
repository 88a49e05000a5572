import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProhibition } from '#rules/alerts/prohibitions.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import {
  type ConfirmedSanction,
  getRegimes,
  getSanctionsTag,
  type ListingSource,
  prohibitingRegimes,
  type SanctionsRegime,
  sanctionsRegimes,
} from '#rules/sanctions.ts';
import { sanctionsBlockers } from '#rules/transition-guards/sanctions.ts';

const listed = (
  source: ListingSource['source'],
  { listName = 'A list', programmes = [] as string[], topics = ['sanction'] as const } = {},
) => getRegimes({ source, listName, entity: { topics: [...topics], programmes } });

const match = (regimes: readonly SanctionsRegime[], clientId = 'c1'): ConfirmedSanction => ({
  clientId,
  name: `Name of ${clientId}`,
  listName: 'A list',
  regimes,
});

const anyRegimes = fc.subarray([...sanctionsRegimes]);
const anyCountries = fc.subarray<Jurisdiction>(['NZL', 'AUS'], { minLength: 1 });
const anyMatches = fc.array(
  fc.tuple(anyRegimes, fc.constantFrom('c1', 'p1', 'p2')).map(([regimes, id]) => match(regimes, id)),
);

describe('the publisher of a designation', () => {
  it('is determined by the publisher of the list', () => {
    expect(listed('un')).toEqual(['un']);
    expect(listed('ofac', { programmes: ['SDGT', 'UN Security Council'] })).toEqual([]);
    expect(listed('un', { topics: ['pep'] as never })).toEqual([]);
  });

  it.each([
    [['UN-SC1267'], ['un']],
    [['UN Security Council Consolidated Sanctions'], ['un']],
    [['un_sc_sanctions', 'us_ofac_sdn'], ['un']],
    [['Australian Sanctions Consolidated List'], ['dfat', 'auTerrorism']],
    [['au_dfat_sanctions'], ['dfat', 'auTerrorism']],
    [['au_dfat_sanctions', 'AU-RUSSIA'], ['dfat']],
    [['au_dfat_sanctions', 'UN-SCISIL'], ['un']],
    [['AU-UNSC1373'], ['auTerrorism']],
    [
      ['AU-UNSC1373', 'AU-SYRIA'],
      ['dfat', 'auTerrorism'],
    ],
    [
      ['UN-SC1373', 'au_dfat_sanctions'],
      ['un', 'auTerrorism'],
    ],
    // No programme of the Consolidated List that is known to be of one law.
    [['AU-TERROR'], ['dfat', 'auTerrorism']],
    [
      ['UN-SC1988', 'AU-TERROR'],
      ['un', 'dfat', 'auTerrorism'],
    ],
    [['NZ-UNSC1373'], []],
    [['New Zealand Designated Terrorists'], ['nzTerrorism']],
    [['nz_russia_sanctions'], ['nzRussia']],
    [['New Zealand Russia Sanctions'], ['nzRussia']],
    [['US OFAC Specially Designated Nationals (SDN) List', 'EU Financial Sanctions Files (FSF)'], []],
    [['UK FCDO Sanctions List'], []],
  ])('is read from the programme or data set on combined lists: %j', (programmes, regimes) => {
    expect(listed('opensanctions', { programmes })).toEqual(regimes);
    expect(listed('service', { programmes })).toEqual(regimes);
  });

  it.each<[string[], SanctionsRegime[]]>([
    [['Autonomous (Russia)'], ['dfat']],
    [['Autonomous (Thematic – Corruption)'], ['dfat']],
    [['1373 (2001)'], ['auTerrorism']],
    [["1267/1989/2253 (ISIL (Da'esh) and Al-Qaida)"], ['un']],
    [['1988 (Taliban)'], ['un']],
    [
      ['1718 (DPRK)', 'Autonomous (DPRK)'],
      ['un', 'dfat'],
    ],
    [['1970 (Libya) 1973 (Libya)'], ['un']],
    [
      ['1373 (2001)', 'Autonomous (Iran)'],
      ['dfat', 'auTerrorism'],
    ],
    [
      ['1373 (2001)', '1988 (Taliban)'],
      ['un', 'auTerrorism'],
    ],
    [['Autonomous (Iran), 1373 (2001)'], ['dfat', 'auTerrorism']],
    // Without a known committee the permits of both laws are needed.
    [[], ['dfat', 'auTerrorism']],
    [[''], ['dfat', 'auTerrorism']],
    [['Committee of 2024'], ['dfat', 'auTerrorism']],
    [['(1988)'], ['dfat', 'auTerrorism']],
    [['13731'], ['dfat', 'auTerrorism']],
    [
      ['1988 (Taliban)', 'A committee to come'],
      ['un', 'dfat', 'auTerrorism'],
    ],
  ])('is read from the committees of Australia’s list: %j', (programmes, regimes) => {
    expect(listed('dfat', { programmes })).toEqual(regimes);
  });

  it('on Australia’s list is always one that prohibits there, and more committees never prohibit less', () => {
    const committee = fc.oneof(
      fc.constantFrom('Autonomous (Iran)', '1373 (2001)', '1988 (Taliban)', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(committee, { minLength: 1 }), committee, (programmes, another) => {
        const found = listed('dfat', { programmes });
        expect(prohibitingRegimes(found, ['AUS'])).not.toEqual([]);
        expect(listed('dfat', { programmes: [...programmes, another] })).toEqual(
          expect.arrayContaining(found),
        );
      }),
    );
  });

  it('on the company’s internal list is the entered programme, never the list’s name', () => {
    expect(listed('own', { programmes: ['Terrorism Suppression Act 2002'] })).toEqual(['nzTerrorism']);
    expect(listed('own', { programmes: ['Russia Sanctions Act 2022'] })).toEqual(['nzRussia']);
    expect(listed('own', { listName: 'UN Security Council', programmes: ['Bad payer'] })).toEqual([]);
  });
});

describe('a confirmed sanctions match', () => {
  it('prohibits where the list is law: UN in both countries, each country’s own in it alone, OFAC’s in neither', () => {
    const prohibited = (regime: SanctionsRegime) =>
      (['NZL', 'AUS'] as const).filter((country) => prohibitingRegimes([regime], [country]).length > 0);
    expect(Object.fromEntries(sanctionsRegimes.map((regime) => [regime, prohibited(regime)]))).toEqual({
      un: ['NZL', 'AUS'],
      dfat: ['AUS'],
      auTerrorism: ['AUS'],
      nzTerrorism: ['NZL'],
      nzRussia: ['NZL'],
    });
    expect(getSanctionsTag([match([])], ['NZL', 'AUS'])).toBe('finding');
    expect(getSanctionsTag([match([]), match(['un'])], ['NZL'])).toBe('prohibited');
    expect(getSanctionsTag([], ['NZL'])).toBeNull();
  });

  it('blocks with one message per person, with the provisions of every country', () => {
    const blockers = sanctionsBlockers(
      [match(['un']), match(['dfat']), match(['un'], 'p1')],
      ['NZL', 'AUS'],
      {
        clientId: 'c1',
      },
    );
    expect(blockers).toEqual([
      {
        code: 'rule.prohibition',
        text: 'A sanctions match is confirmed. Do not act. Tell your compliance officer.',
        provision:
          'United Nations Act 1946 (NZ) and its regulations; Charter of the United Nations Act 1945 (AU) ss 20, 21; Autonomous Sanctions Regulations 2011 (AU) regs 14, 15',
        fix: { target: 'client.match' },
      },
      {
        code: 'rule.prohibition',
        text: 'A sanctions match on Name of p1 is confirmed. Do not act. Tell your compliance officer.',
        provision:
          'United Nations Act 1946 (NZ) and its regulations; Charter of the United Nations Act 1945 (AU) ss 20, 21',
        fix: { target: 'client.match', id: 'p1' },
      },
    ]);
  });

  it('blocks exactly as its tag says, with a provision, and no less with another country or match', () => {
    fc.assert(
      fc.property(anyMatches, anyCountries, anyMatches, (matches, countries, more) => {
        const blockers = sanctionsBlockers(matches, countries);
        expect(blockers.length > 0).toBe(getSanctionsTag(matches, countries) === 'prohibited');
        for (const blocker of blockers) {
          expect(isProhibition(blocker)).toBe(true);
          expect(blocker.provision).not.toBe('');
        }
        expect(sanctionsBlockers(matches, ['NZL', 'AUS']).length).toBeGreaterThanOrEqual(blockers.length);
        expect(sanctionsBlockers([...matches, ...more], countries).length).toBeGreaterThanOrEqual(
          blockers.length,
        );
      }),
    );
  });
});
