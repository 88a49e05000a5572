import { describe, expect, it } from 'vitest';
import { addDays } from '#rules/calendar-dates.ts';
import { starterCountryLists } from '#rules/country-lists.ts';
import { ownsEnough } from '#rules/ownership/thresholds.ts';
import { isProhibition, missingBlockers, ruleBlockers } from '#rules/rule-packs/blockers.ts';
import type { ClientFacts } from '#rules/rule-packs/facts.ts';
import { rulePackOn, rulePacks } from '#rules/rule-packs/packs.ts';
import { assessed, item, missing, owner } from './client-facts.ts';

const both = ['NZL', 'AUS'] as const;
describe('packs', () => {
  it('follow one another without a gap, by country', () => {
    expect(rulePacks.map(({ version, effectiveTo }) => [version, effectiveTo])).toEqual([
      ['nz-2018-07-01', '2025-05-31'],
      ['nz-2025-06-01', '2026-05-18'],
      ['nz-2026-05-19', undefined],
      ['au-2026-03-31', undefined],
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

  it('answer with the version that was in force', () => {
    expect(assessed({}, { in: both }).packs).toEqual([
      { jurisdiction: 'NZL', version: 'nz-2026-05-19' },
      { jurisdiction: 'AUS', version: 'au-2026-03-31' },
    ]);
    expect(assessed({}, { in: both, on: '2026-03-30' }).packs).toEqual([
      { jurisdiction: 'NZL', version: 'nz-2025-06-01' },
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
  const source = (facts: Partial<ClientFacts>, on: string) =>
    item(assessed(facts, { on }), 'source.wealthOrFunds');

  it('the same trust on 18 and on 19 May 2026', () => {
    const mitigated = { ...trust, standardCddMitigates: true };
    expect(source(mitigated, '2026-05-18')).toMatchObject({
      settled: false,
      text: 'Obtain and verify the source of wealth or of funds.',
      provision: 'NZ s23(1)(a)',
    });
    expect(source(mitigated, '2026-05-19')).toMatchObject({
      settled: true,
      text: 'Obtain and verify the source of wealth or of funds, or record why standard due diligence mitigates the risk.',
    });
    for (const on of ['2026-05-18', '2026-05-19']) {
      expect(source(trust, on)?.settled).toBe(false);
      expect(source({ ...trust, sourceOfWealthOrFunds: true }, on)?.settled).toBe(true);
      const { level, reasons, hits } = assessed(mitigated, { on });
      expect(level).toBe('enhanced');
      expect(reasons).toHaveLength(1);
      expect(reasons[0]).toMatchObject({ code: 'nz.cdd.trust', provision: 'NZ s22(1)(a)(i)' });
      expect(hits.filter((code) => code === 'nz.cdd.trust')).toHaveLength(1);
    }
    const version = (on: string) => assessed(trust, { on }).reasons[0]?.rulePackVersion;
    expect([version('2026-05-18'), version('2026-05-19')]).toEqual(['nz-2025-06-01', 'nz-2026-05-19']);
  });

  it('the relief holds for the trust alone: another trigger still wants the source', () => {
    const result = assessed({ ...trust, standardCddMitigates: true, pepStatus: 'foreign' });
    expect(item(result, 'source.wealthOrFunds')).toMatchObject({
      settled: false,
      text: 'Obtain and verify the source of wealth or of funds.',
      provision: 'NZ s22(2), s26, NZ s23(1)(a)',
    });
    const unusual = assessed({ ...trust, standardCddMitigates: true, unusualActivity: true });
    expect(item(unusual, 'source.wealthOrFunds')).toMatchObject({
      settled: false,
      text: 'Obtain and verify the source of wealth or of funds.',
    });
    expect(
      item(result, 'source.wealthOrFunds')
        ?.because.map(({ code }) => code)
        .sort(),
    ).toEqual(['nz.cdd.pep', 'nz.cdd.trust']);
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

  it('country lists as they stood on the day', () => {
    const states = starterCountryLists.map((state) =>
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

  it('refuses a share that is no decimal', () => {
    for (const percent of ['a quarter', '25,1', '2.5e1', ' 30']) {
      expect(() => ownsEnough(percent, 'NZL')).toThrow(RangeError);
    }
  });

  it('says why, and is settled when the party is verified', () => {
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
      ['p3', 'NZL', 'owns 60 % of the client (more than 25 % counts)'],
      ['p1', 'AUS', 'owns 25 % of the client (25 % or more counts)'],
      ['p2', 'AUS', 'is a trustee'],
      ['p3', 'AUS', 'owns 60 % of the client (25 % or more counts)'],
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

describe('Australian rows that do more', () => {
  it('a confirmed sanctions match prohibits, and alerts the compliance officer for good', () => {
    expect(assessed({ sanctionsStatus: 'confirmed' }, { in: ['AUS'] }).guards).toContainEqual(
      expect.objectContaining({
        kind: 'prohibition',
        settled: false,
        provision: 'AU s28(2)(e)',
        alert: { to: 'complianceOfficer', snoozable: false },
      }),
    );
  });

  it('a country under a call for action sets the floor, with the list’s day beside it', () => {
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
    const legacy = { preCommencement: true };
    const result = assessed(legacy, { in: ['AUS'] });
    expect(result).toMatchObject({ initialCddRequired: false, items: [], guards: [], mustVerify: [] });
    expect(result.waivers).toMatchObject([{ code: 'au.legacy', provision: 'AU s36' }]);
    const risen = assessed({ ...legacy, significantChange: true, riskLevel: 'medium' }, { in: ['AUS'] });
    expect(risen.initialCddRequired).toBe(true);
    expect(missing(risen)).toContain('identity.verified');
    // Enhanced measures and New Zealand's law go their own way.
    const exposed = assessed({ ...legacy, pepStatus: 'foreign' }, { in: ['AUS'] });
    expect(exposed.level).toBe('enhanced');
    expect(missing(exposed)).toEqual(['source.wealthOrFunds']);
    expect(assessed(legacy, { in: both }).initialCddRequired).toBe(true);
  });

  it('delayed due diligence has its last day and alerts', () => {
    const delayed = {
      isPropertyOtherParty: true,
      ground: 'Auction',
      exchangeOn: '2026-11-02',
      settlementOn: '2026-12-14',
    };
    expect(assessed({ delayed }, { in: ['AUS'] }).delayedCdd).toEqual({
      dueOn: '2026-11-30',
      alerts: [
        { daysBefore: 7, on: '2026-11-23' },
        { daysBefore: 3, on: '2026-11-27' },
        { daysBefore: 1, on: '2026-11-29' },
      ],
    });
    expect(assessed({ delayed }, { in: ['NZL'] }).delayedCdd).toBeUndefined();
  });
});

describe('a foreign politically exposed person', () => {
  it('needs a senior manager under either law, asked for once under both', () => {
    for (const [countries, provision] of [
      [['NZL'], 'NZ s22(2), s26'],
      [['AUS'], 'AU s32(c)'],
      [both, 'NZ s22(2), s26, AU s32(c)'],
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
  it('what is missing, and what the rules put in the way', () => {
    const result = assessed({ sanctionsStatus: 'confirmed', pepStatus: 'foreign' }, { in: both });
    expect(missingBlockers(result).map(({ code }) => code)).toEqual(missing(result));
    expect(missingBlockers(result).find(({ code }) => code === 'relationship.purpose')).toEqual({
      code: 'relationship.purpose',
      text: 'Record the nature and purpose of the relationship.',
      provision: 'NZ s17, AU s28(2)(f)',
      fix: { target: 'client.edit', id: 'relationshipPurpose' },
    });
    const inTheWay = ruleBlockers(result);
    expect(inTheWay.map(({ code }) => code)).toEqual(['rule.seniorManagerApproval', 'rule.prohibition']);
    expect(inTheWay.map(isProhibition)).toEqual([false, true]);
    expect(ruleBlockers(assessed({ pepStatus: 'foreign', seniorManagerApproved: true }))).toEqual([]);
  });
});
