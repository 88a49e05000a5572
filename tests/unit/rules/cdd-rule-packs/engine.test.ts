import { describe, expect, it } from 'vitest';
import { missingBlockers, ruleBlockers } from '#rules/cdd-rule-packs/blockers.ts';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import { rulePackOn, rulePacks } from '#rules/cdd-rule-packs/packs.ts';
import { shippedCountryLists } from '#rules/country-lists/list-versions.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { ownsEnough } from '#rules/ownership/thresholds.ts';
import { assessed, bothVerified, item, missing, owner } from './client-facts.ts';

const both = ['NZL', 'AUS'] as const;
describe('packs', () => {
  it('follow one another without a gap, by country', () => {
    expect(rulePacks.map(({ version, effectiveTo }) => [version, effectiveTo])).toEqual([
      ['nz-2013-06-30', '2017-08-10'],
      ['nz-2017-08-11', '2021-07-08'],
      ['nz-2021-07-09', '2022-03-17'],
      ['nz-2022-03-18', '2024-05-31'],
      ['nz-2024-06-01', '2025-05-31'],
      ['nz-2025-06-01', '2025-11-26'],
      ['nz-2025-11-27', '2026-05-18'],
      ['nz-2026-05-19', undefined],
      ['au-2026-03-31', '2026-06-30'],
      ['au-2026-07-01', '2029-03-30'],
      ['au-2029-03-31', undefined],
    ]);
    for (const pack of rulePacks) {
      expect(rulePackOn(pack.jurisdiction, pack.effectiveFrom)).toBe(pack);
      if (pack.effectiveTo !== undefined) {
        expect(rulePackOn(pack.jurisdiction, pack.effectiveTo)).toBe(pack);
        expect(rulePackOn(pack.jurisdiction, addDays(pack.effectiveTo, 1))?.version).not.toBe(pack.version);
      }
      expect(pack.sourceUrls.length).toBeGreaterThan(0);
    }
    expect(rulePackOn('AUS', '2026-03-30')).toBeUndefined();
  });

  it('return the version in force', () => {
    expect(assessed({}, { in: both }).packs).toEqual([
      { jurisdiction: 'NZL', version: 'nz-2026-05-19' },
      { jurisdiction: 'AUS', version: 'au-2026-07-01' },
    ]);
    expect(assessed({}, { in: both, on: '2026-03-30' }).packs).toEqual([
      { jurisdiction: 'NZL', version: 'nz-2025-11-27' },
    ]);
    expect(assessed({}, { in: ['AUS'], on: '2026-03-30' })).toMatchObject({
      packs: [],
      level: 'standard',
      reasons: [],
      simplifiedAllowed: false,
      initialCddRequired: true,
      items: [],
    });
  });
});

describe('effective dates', () => {
  const trust: Partial<ClientFacts> = { clientType: 'trust', trustType: 'fixed', registrationCountry: 'NZL' };
  const verification = (facts: Partial<ClientFacts>, on: string) =>
    item(assessed(facts, { on }), 'source.verified');

  it('the same trust on 18 and on 19 May 2026', () => {
    const mitigated = { ...trust, standardCddMitigates: true };
    expect(verification(mitigated, '2026-05-18')).toMatchObject({
      settled: false,
      text: 'Verify the source of wealth or of funds.',
      provision: 'NZ s24(1)(b)',
    });
    expect(verification(mitigated, '2026-05-19')).toMatchObject({
      settled: true,
      text: 'Verify the source of wealth or of funds, or record why standard CDD mitigates the risk.',
    });
    for (const on of ['2026-05-18', '2026-05-19']) {
      expect(verification(trust, on)?.settled).toBe(false);
      expect(verification({ ...trust, sources: bothVerified }, on)?.settled).toBe(true);
      // No reason excuses obtaining it.
      expect(item(assessed(mitigated, { on }), 'source.obtained')).toMatchObject({
        settled: false,
        provision: 'NZ s23(1)(a)',
      });
      const { level, reasons, hits } = assessed(mitigated, { on });
      expect(level).toBe('enhanced');
      expect(reasons).toHaveLength(1);
      expect(reasons[0]).toMatchObject({ code: 'nz.cdd.trust', provision: 'NZ s22(1)(a)(i)' });
      expect(hits.filter((code) => code === 'nz.cdd.trust')).toHaveLength(1);
    }
    const version = (on: string) => assessed(trust, { on }).reasons[0]?.rulePackVersion;
    expect([version('2026-05-18'), version('2026-05-19')]).toEqual(['nz-2025-11-27', 'nz-2026-05-19']);
  });

  it('relief applies to the trust only: another trigger still requires verification', () => {
    const triggers: Partial<ClientFacts>[] = [
      { pepStatus: 'foreign' },
      { unusualActivity: true },
      { hasNomineeManagers: true },
      { riskLevel: 'high' },
    ];
    for (const trigger of triggers) {
      const result = assessed({ ...trust, standardCddMitigates: true, ...trigger });
      expect(item(result, 'source.verified')).toMatchObject({
        settled: false,
        text: 'Verify the source of wealth or of funds.',
        provision: 'NZ s24(1)(b)',
      });
    }
    const exposed = assessed({ ...trust, pepStatus: 'foreign' });
    expect(
      item(exposed, 'source.verified')
        ?.because.map(({ code }) => code)
        .sort(),
    ).toEqual(['nz.cdd.pep', 'nz.cdd.trust']);
  });

  it('is met by the source of either, where it was verified', () => {
    const wealth = { wealth: 'verified', funds: 'none' } as const;
    expect(missing(assessed({ ...trust, sources: wealth }))).not.toContain('source.verified');
    const obtained = assessed({ ...trust, sources: { wealth: 'none', funds: 'obtained' } });
    expect(missing(obtained)).not.toContain('source.obtained');
    expect(missing(obtained)).toContain('source.verified');
  });

  it('ratings from 1 June 2025, of clients from then on', () => {
    const wanted = (facts: Partial<ClientFacts>, on: string) => {
      const result = assessed(facts, { on });
      return [item(result, 'risk.rated') !== undefined, result.guards.map(({ kind }) => kind)];
    };
    expect(wanted({}, '2025-05-31')).toEqual([false, []]);
    expect(wanted({}, '2025-06-01')).toEqual([true, ['approvedAssessment']]);
    expect(wanted({ relationshipStartedOn: '2025-05-31' }, '2026-11-21')).toEqual([false, []]);
    expect(wanted({ relationshipStartedOn: '2025-06-01' }, '2026-11-21')).toEqual([
      true,
      ['approvedAssessment'],
    ]);
  });

  it('Australia from 31 March 2026', () => {
    const level = (on: string) => assessed({ riskLevel: 'high' }, { in: ['AUS'], on }).level;
    expect(level('2026-03-30')).toBe('standard');
    expect(level('2026-03-31')).toBe('enhanced');
  });

  it('country lists as at the day', () => {
    const states = shippedCountryLists.map((state) =>
      state.key === 'firm' && state.asAt === '2026-06-19' ? { ...state, countries: ['VNM'] } : state,
    );
    const hits = (residenceCountry: string, on: string) =>
      assessed({ residenceCountry }, { on, lists: states }).hits.includes('nz.cdd.nonResident');
    expect([hits('VNM', '2026-06-18'), hits('VNM', '2026-06-19')]).toEqual([false, true]);
    expect([hits('IRN', '2026-06-18'), hits('IRN', '2026-06-19')]).toEqual([true, false]);
  });
});

describe('beneficial owners', () => {
  it.each([
    ['24.9999', false, false],
    ['25', false, true],
    ['25.0000', false, true],
    ['25.0001', true, true],
    ['25.00000000000000000001', true, true],
    ['24.99999999999999999999', false, false],
    ['0', false, false],
    ['100', true, true],
  ])('%s %%: New Zealand %s, Australia %s', (percent, nz, au) => {
    expect(ownsEnough(percent, 'NZL')).toBe(nz);
    expect(ownsEnough(percent, 'AUS')).toBe(au);
    const parties = [{ ...owner, effectivePercent: percent }];
    const found = assessed({ clientType: 'company', parties }, { in: both }).mustVerify;
    expect(found.map(({ jurisdiction }) => jurisdiction)).toEqual([
      ...(nz ? ['NZL'] : []),
      ...(au ? ['AUS'] : []),
    ]);
  });

  it('throws for a share that is not a decimal', () => {
    for (const percent of ['a quarter', '25,1', '2.5e1', ' 30']) {
      expect(() => ownsEnough(percent, 'NZL')).toThrow(RangeError);
    }
  });

  it('states the reason and is met when the party is verified', () => {
    const parties = [
      { ...owner, effectivePercent: '25' },
      { ...owner, id: 'p2', name: 'Tama Example', effectivePercent: null, roles: ['trustee'] as const },
      { ...owner, id: 'p3', name: 'Rewi Example', effectivePercent: '60', verified: true },
    ];
    const result = assessed({ clientType: 'company', parties }, { in: both });
    expect(
      result.mustVerify.map(({ partyId, jurisdiction, reason }) => [partyId, jurisdiction, reason]),
    ).toEqual([
      ['p2', 'NZL', 'is a trustee'],
      ['p3', 'NZL', 'owns 60 % of the client'],
      ['p1', 'AUS', 'owns 25 % of the client'],
      ['p2', 'AUS', 'is a trustee'],
      ['p3', 'AUS', 'owns 60 % of the client'],
    ]);
    expect(item(result, 'party.verified', 'p1')).toMatchObject({
      text: 'Verify Ngaio Example.',
      settled: false,
      provision: 'AU s28(2)(d)',
    });
    expect(item(result, 'party.verified', 'p2')?.provision).toBe('NZ s11(1)(b), AU s28(2)(d)');
    expect(item(result, 'party.verified', 'p3')?.settled).toBe(true);
  });
});

describe('Australian rows with further effects', () => {
  it('a country under a call for action sets the minimum level, with the list’s date', () => {
    const result = assessed({ presentCountry: 'IRN' }, { in: ['AUS'] });
    expect(result.riskFloor).toBe('high');
    expect(result.reasons[0]?.text).toContain('Iran');
    expect(result.reasons[0]?.lists).toContainEqual({
      country: 'IRN',
      key: 'callForAction',
      name: 'FATF call for action',
      asAt: '2026-06-19',
    });
    expect(assessed({}, { in: ['AUS'] }).riskFloor).toBeUndefined();
  });

  it('a client from before commencement needs no initial due diligence until something happens', () => {
    const legacy = {
      preCommencement: true,
      relationshipStartedOn: '2007-12-11',
      preCommencementShownOn: '2007-12-11',
    };
    const result = assessed(legacy, { in: ['AUS'] });
    expect(result).toMatchObject({ initialCddRequired: false, items: [], guards: [], mustVerify: [] });
    expect(result.waivers).toMatchObject([{ code: 'au.legacy', provision: 'AU s36' }]);
    const risen = assessed({ ...legacy, significantChange: true, riskLevel: 'medium' }, { in: ['AUS'] });
    expect(risen.initialCddRequired).toBe(true);
    expect(missing(risen)).toContain('identity.verified');
    // Enhanced measures and New Zealand's law are independent of it.
    const exposed = assessed({ ...legacy, pepStatus: 'foreign' }, { in: ['AUS'] });
    expect(exposed.level).toBe('enhanced');
    expect(missing(exposed)).toEqual(['source.wealth', 'source.funds']);
    const changed = assessed({ ...legacy, significantChange: true, riskLevel: 'low' }, { in: both });
    expect(changed.waivers.map(({ code }) => code)).toEqual(['au.legacy']);
    expect(changed.initialCddRequired).toBe(true);
  });
});

describe('a foreign politically exposed person', () => {
  it('requires a senior manager under either law, once under both', () => {
    for (const [countries, provision] of [
      [['NZL'], 'NZ s22(2), s26(2)'],
      [['AUS'], 'AU Rules 5-5(1)'],
      [both, 'NZ s22(2), s26(2), AU Rules 5-5(1)'],
    ] as const) {
      const found = (seniorManagerApproved: boolean) =>
        assessed({ pepStatus: 'foreign', seniorManagerApproved }, { in: countries }).guards.filter(
          ({ kind }) => kind === 'seniorManagerApproval',
        );
      expect(found(false)).toMatchObject([{ settled: false, provision }]);
      expect(found(true)).toMatchObject([{ settled: true, provision }]);
    }
  });
});

describe('as blockers', () => {
  it('missing items and obstacles of the rules', () => {
    const result = assessed({ sanctionsStatus: 'confirmed', pepStatus: 'foreign' }, { in: both });
    expect(missingBlockers(result).map(({ code }) => code)).toEqual(missing(result));
    // New Zealand's PEP check may follow the start of the relationship.
    const foreign = assessed({ pepStatus: 'notChecked' });
    expect(missing(foreign)).toContain('pep.checked');
    expect(missingBlockers(foreign).map(({ code }) => code)).not.toContain('pep.checked');
    expect(
      missingBlockers(assessed({ pepStatus: 'notChecked' }, { in: both })).map(({ code }) => code),
    ).toContain('pep.checked');
    expect(missingBlockers(result).find(({ code }) => code === 'relationship.purpose')).toEqual({
      code: 'relationship.purpose',
      text: 'Record the nature and purpose of the relationship.',
      provision: 'NZ s17, AU s28(2)(f)',
      fix: { target: 'client.edit', id: 'relationshipPurpose' },
    });
    const inTheWay = ruleBlockers(result);
    // Prohibitions of a sanctions match depend on the list: tests/unit/rules/transition-guards/sanctions.test.ts.
    expect(inTheWay.map(({ code }) => code)).toEqual(['rule.seniorManagerApproval']);
    expect(ruleBlockers(assessed({ pepStatus: 'foreign', seniorManagerApproved: true }))).toEqual([]);
  });
});
