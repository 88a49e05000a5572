import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#rules/calendar-dates.ts';
import { cddLevels, clientTypes } from '#rules/client-types.ts';
import { starterCountryLists } from '#rules/country-lists.ts';
import { fixTargetLabels } from '#rules/fix-targets.ts';
import { ownsEnough } from '#rules/rule-packs/beneficial-owners.ts';
import { assess } from '#rules/rule-packs/engine.ts';
import type { ClientFacts } from '#rules/rule-packs/facts.ts';
import { rulePackOn, rulePacks } from '#rules/rule-packs/packs.ts';
import { assessed, owner, plain } from './client-facts.ts';

const both = ['NZL', 'AUS'] as const;
type Result = ReturnType<typeof assess>;
const item = (result: Result, code: string, id?: string) =>
  result.items.find((one) => one.code === code && (id === undefined || one.fix.id === id));
const missing = (result: Result) => result.items.filter(({ settled }) => !settled).map(({ code }) => code);

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

describe('simplified due diligence', () => {
  const council: Partial<ClientFacts> = {
    clientType: 'government',
    simplifiedGround: 'A city council, local authority',
  };

  it('applies to a listed class with its ground recorded', () => {
    expect(assessed(council)).toMatchObject({ level: 'simplified', simplifiedAllowed: true });
    expect(assessed(council).reasons.map(({ code }) => code)).toEqual(['nz.cdd.simplified']);
    expect(assessed({ ...council, clientType: 'company', inListedClass: true }).level).toBe('simplified');
  });

  it('waits for the ground', () => {
    for (const simplifiedGround of [null, '', '  ']) {
      expect(assessed({ ...council, simplifiedGround })).toMatchObject({
        level: 'standard',
        simplifiedAllowed: true,
      });
    }
  });

  it('does not apply to any other class, whatever ground is recorded', () => {
    for (const clientType of clientTypes) {
      const { level } = assessed({ clientType, simplifiedGround: 'Well known to us' });
      expect(level === 'simplified').toBe(clientType === 'government' || clientType === 'listedIssuer');
    }
  });

  it('does not apply beside any enhanced hit, or where an answer asks for standard', () => {
    const triggers: Partial<ClientFacts>[] = [
      { holdsPersonalAssets: true },
      { residenceCountry: 'IRN' },
      { hasBearerShares: true },
      { unusualActivity: true },
      { pepStatus: 'foreign' },
      { suspicionReported: true },
      { riskLevel: 'high' },
      { templateCddLevel: 'enhanced' },
    ];
    for (const trigger of triggers) {
      expect(assessed({ ...council, ...trigger })).toMatchObject({
        level: 'enhanced',
        simplifiedAllowed: false,
      });
    }
    expect(assessed({ ...council, templateCddLevel: 'standard' }).level).toBe('standard');
  });

  it('does not apply where Australian law applies as well', () => {
    expect(assessed(council, { in: both }).level).toBe('standard');
    expect(assessed(council, { in: ['AUS'] }).level).toBe('standard');
  });

  it('still wants whoever acts, their identity and authority; neither owners nor a rating', () => {
    const acting = {
      ...owner,
      effectivePercent: null,
      roles: ['authorisedRepresentative'] as const,
    };
    expect(missing(assessed(council))).toEqual(['acting.named', 'relationship.purpose']);
    const result = assessed({ ...council, parties: [acting, { ...owner, id: 'p2' }] });
    expect(missing(result).sort()).toEqual(['acting.authority', 'party.verified', 'relationship.purpose']);
    expect(item(result, 'party.verified')?.fix.id).toBe('p1');
    expect(result.mustVerify).toEqual([]);
    expect(result.guards).toEqual([]);
    expect(
      missing(
        assessed({
          ...council,
          purposeRecorded: true,
          parties: [{ ...acting, verified: true, authorityRecorded: true }],
        }),
      ),
    ).toEqual([]);
  });
});

describe('what is missing and why', () => {
  it('of a plain person, New Zealand', () => {
    expect(
      assessed({}).items.map(({ code, provision, settled, fix }) => [code, provision, settled, fix.target]),
    ).toEqual([
      ['record.familyName', 'NZ s15', false, 'client.edit'],
      ['record.dateOfBirth', 'NZ s15', false, 'client.edit'],
      ['record.addresses', 'NZ s15', false, 'client.edit'],
      ['identity.verified', 'NZ s16', false, 'client.verifications'],
      ['pep.checked', 'NZ s26', false, 'client.screening'],
      ['relationship.purpose', 'NZ s17', false, 'client.edit'],
      ['risk.rated', 'NZ reg 12AC', false, 'client.assessments'],
    ]);
  });

  it('of a company under both laws, each thing once', () => {
    const result = assessed(
      { clientType: 'company', registrationCountry: 'NZL', residenceCountry: null, originCountries: [] },
      { in: both },
    );
    expect(result.items.map(({ code, provision }) => [code, provision])).toEqual([
      ['record.legalName', 'NZ s15, AU s28'],
      ['record.addresses', 'NZ s15, AU s28'],
      ['record.nzbn|nzCompanyNumber', 'NZ s15, AU s28'],
      ['identity.verified', 'NZ s16, AU s28(2)(a)'],
      ['pep.checked', 'NZ s26, AU s28(2)(e)'],
      ['relationship.purpose', 'NZ s17, AU s28(2)(f)'],
      ['risk.rated', 'NZ reg 12AC, AU s28'],
      ['sanctions.checked', 'AU s28(2)(e)'],
    ]);
    expect(result.guards.map(({ kind, provision }) => [kind, provision])).toEqual([
      ['approvedAssessment', 'NZ reg 12AC, AU s28'],
    ]);
  });

  it('nothing, once everything is there', () => {
    const settled: Partial<ClientFacts> = {
      filled: ['familyName', 'dateOfBirth', 'addresses'],
      identityVerified: true,
      purposeRecorded: true,
      pepStatus: 'foreign',
      sanctionsStatus: 'clear',
      sourceOfWealthOrFunds: true,
      unusualActivity: true,
      writtenFindings: true,
      seniorManagerApproved: true,
      riskLevel: 'high',
      ratingReasonsRecorded: true,
    };
    const result = assessed(settled, { in: both });
    expect(missing(result)).toEqual([]);
    expect(result.guards.every((guard) => guard.settled)).toBe(true);
    expect(result.level).toBe('enhanced');
    const without: [Partial<ClientFacts>, string][] = [
      [{ filled: ['familyName', 'addresses'] }, 'record.dateOfBirth'],
      [{ identityVerified: false }, 'identity.verified'],
      [{ purposeRecorded: false }, 'relationship.purpose'],
      [{ sanctionsStatus: 'potential' }, 'sanctions.checked'],
      [{ sourceOfWealthOrFunds: false }, 'source.wealthOrFunds'],
      [{ writtenFindings: false }, 'findings.written'],
      [{ ratingReasonsRecorded: false }, 'risk.rated'],
    ];
    for (const [facts, code] of without) {
      expect(missing(assessed({ ...settled, ...facts }, { in: both }))).toEqual([code]);
    }
  });

  it('of a trust’s beneficiaries: each by name, or the class where that will do', () => {
    const wanted = (facts: Partial<ClientFacts>) =>
      item(assessed({ clientType: 'trust', ...facts }), 'beneficiaries.known');
    const described: Partial<ClientFacts> = { filled: ['beneficiaryClassDescription'] };
    const count = (number: number) => ({ beneficiaries: { count: number, namedWithBirthDates: false } });
    expect(wanted({ trustType: 'fixed', ...described })).toMatchObject({
      settled: false,
      provision: 'NZ s23',
      text: 'Record the name and date of birth of each beneficiary.',
    });
    expect(wanted({ trustType: 'discretionary', ...described })?.settled).toBe(true);
    expect(wanted({ trustType: 'charitable', ...described })?.settled).toBe(true);
    expect(wanted({ trustType: 'discretionary' })?.settled).toBe(false);
    expect(wanted({ trustType: 'fixed', ...described, ...count(10) })?.settled).toBe(false);
    expect(wanted({ trustType: 'fixed', ...described, ...count(11) })?.settled).toBe(true);
    expect(
      wanted({ trustType: 'fixed', beneficiaries: { count: 2, namedWithBirthDates: true } })?.settled,
    ).toBe(true);
  });

  it('speaks in sentences and points to screens there are', () => {
    for (const clientType of clientTypes) {
      for (const registrationCountry of ['NZL', 'AUS', 'FRA']) {
        const parties = [{ ...owner, roles: ['authorisedRepresentative'] as const }];
        const result = assessed({ clientType, registrationCountry, parties }, { in: both });
        for (const { text, fix, provision } of [...result.items, ...result.guards]) {
          expect(text).toMatch(/^[A-Z].*\.$/);
          expect(Object.keys(fixTargetLabels)).toContain(fix.target);
          expect(provision).toMatch(/^(NZ|AU) /);
        }
        const things = result.items.map(({ code, fix }) => `${code} ${fix.id}`);
        expect(new Set(things).size).toBe(things.length);
      }
    }
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

const anyFacts: fc.Arbitrary<ClientFacts> = fc.record({
  clientType: fc.constantFrom(...clientTypes),
  trustType: fc.constantFrom('discretionary' as const, 'fixed' as const, null),
  filled: fc.subarray(['familyName', 'dateOfBirth', 'addresses', 'legalName', 'beneficiaryClassDescription']),
  registrationCountry: fc.constantFrom('NZL', 'AUS', 'IRN', null),
  residenceCountry: fc.constantFrom('NZL', 'AUS', 'PRK', null),
  originCountries: fc.subarray(['NZL', 'MMR', 'FRA']),
  presentCountry: fc.constantFrom('AUS', 'IRN', null),
  identityVerified: fc.boolean(),
  purposeRecorded: fc.boolean(),
  holdsPersonalAssets: fc.boolean(),
  hasNomineeShareholders: fc.boolean(),
  hasBearerShares: fc.boolean(),
  beneficiaries: fc.record({
    count: fc.constantFrom(null, 3, 30),
    namedWithBirthDates: fc.boolean(),
  }),
  pepStatus: fc.constantFrom('notChecked' as const, 'none' as const, 'foreign' as const, 'domestic' as const),
  sanctionsStatus: fc.constantFrom('notChecked' as const, 'clear' as const, 'confirmed' as const),
  parties: fc.array(
    fc.record({
      id: fc.uuid(),
      name: fc.constant('Ngaio Example'),
      roles: fc.subarray(['director', 'trustee', 'authorisedRepresentative', 'actingFor'] as const),
      effectivePercent: fc.constantFrom(null, '24.9999', '25', '25.0001'),
      verified: fc.boolean(),
      authorityRecorded: fc.boolean(),
      pepStatus: fc.constantFrom('none' as const, 'foreign' as const),
      presentCountry: fc.constantFrom(null, 'IRN'),
    }),
    { maxLength: 3 },
  ),
  sourceOfWealthOrFunds: fc.boolean(),
  standardCddMitigates: fc.boolean(),
  unusualActivity: fc.boolean(),
  writtenFindings: fc.boolean(),
  seniorManagerApproved: fc.boolean(),
  riskLevel: fc.constantFrom('low' as const, 'medium' as const, 'high' as const, null),
  templateCddLevel: fc.constantFrom('simplified' as const, 'standard' as const, 'enhanced' as const, null),
  ratingReasonsRecorded: fc.boolean(),
  assessorRequiresEnhanced: fc.boolean(),
  inListedClass: fc.boolean(),
  simplifiedGround: fc.constantFrom(null, 'A council'),
  relationshipStartedOn: fc.constantFrom(null, '2024-01-01', '2026-01-01'),
  relationshipEnded: fc.boolean(),
  preCommencement: fc.boolean(),
  significantChange: fc.boolean(),
  delayed: fc.constant(null),
  suspicionReported: fc.boolean(),
});
const anyOn = fc.integer({ min: 0, max: 1100 }).map((days) => addDays('2024-06-01', days));
const anyCountries = fc.constantFrom<('NZL' | 'AUS')[]>(['NZL'], ['AUS'], ['NZL', 'AUS'], ['AUS', 'NZL']);
const rank = (result: Result) => cddLevels.indexOf(result.level);

describe('whatever the facts are', () => {
  it('one more trigger never lowers the level of due diligence', () => {
    const triggers: Partial<ClientFacts>[] = [
      { holdsPersonalAssets: true },
      { clientType: 'trust' },
      { hasNomineeShareholders: true },
      { hasBearerShares: true },
      { unusualActivity: true },
      { assessorRequiresEnhanced: true },
      { suspicionReported: true },
      { pepStatus: 'foreign' },
      { riskLevel: 'high' },
      { residenceCountry: 'IRN' },
      { presentCountry: 'IRN' },
      { templateCddLevel: 'enhanced' },
      { sanctionsStatus: 'confirmed' },
      { preCommencement: true },
      { standardCddMitigates: true },
    ];
    fc.assert(
      fc.property(anyFacts, fc.subarray(triggers), anyCountries, anyOn, (facts, chosen, countries, on) => {
        const options = { jurisdictions: countries, on, lists: starterCountryLists };
        const before = assess(facts, options);
        const after = assess(Object.assign({}, facts, ...chosen), options);
        expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
      }),
      { numRuns: 300 },
    );
  });

  it('a further country’s law never lowers it, and wants no less', () => {
    fc.assert(
      fc.property(anyFacts, anyOn, (facts, on) => {
        const common = { on, lists: starterCountryLists };
        const one = assess(facts, { ...common, jurisdictions: ['AUS'] });
        const two = assess(facts, { ...common, jurisdictions: ['AUS', 'NZL'] });
        expect(rank(two)).toBeGreaterThanOrEqual(rank(one));
        const things = new Set(two.items.map(({ code, fix }) => `${code} ${fix.id}`));
        for (const { code, fix } of one.items) expect(things.has(`${code} ${fix.id}`)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('the order of rules, packs, laws and lists does not matter', () => {
    fc.assert(
      fc.property(
        anyFacts,
        anyOn,
        anyCountries,
        fc.shuffledSubarray([...rulePacks], { minLength: rulePacks.length }),
        fc.shuffledSubarray([...starterCountryLists], { minLength: starterCountryLists.length }),
        fc.infiniteStream(fc.integer()),
        (facts, on, countries, packs, lists, keys) => {
          const shuffled = packs.map((pack) => ({
            ...pack,
            rules: pack.rules
              .map((rule) => ({ rule, key: keys.next().value }))
              .sort((a, b) => a.key - b.key)
              .map(({ rule }) => rule),
          }));
          expect(
            assess(facts, { jurisdictions: [...countries].reverse(), on, lists, packs: shuffled }),
          ).toEqual(assess(facts, { jurisdictions: countries, on, lists: starterCountryLists }));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('the level is that of its reasons, and there is always one where a pack answered', () => {
    fc.assert(
      fc.property(anyFacts, anyOn, anyCountries, (facts, on, countries) => {
        const result = assess(facts, { jurisdictions: countries, on, lists: starterCountryLists });
        expect(result.reasons.length > 0).toBe(result.packs.length > 0);
        if (result.level === 'simplified') expect(facts.simplifiedGround).not.toBeNull();
        if (result.level !== 'enhanced')
          expect(facts.unusualActivity && countries.includes('NZL')).toBe(false);
        for (const { jurisdiction, rulePackVersion } of result.reasons) {
          expect(result.packs).toContainEqual({ jurisdiction, version: rulePackVersion });
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the wall around a suspicion', () => {
  it('from outside it cannot be told from the assessor’s decision', () => {
    fc.assert(
      fc.property(anyFacts, anyOn, anyCountries, (facts, on, countries) => {
        const options = { jurisdictions: countries, on, lists: starterCountryLists };
        const going = { ...facts, relationshipEnded: false };
        const suspected = assess({ ...going, suspicionReported: true }, options);
        const decided = assess(
          { ...going, suspicionReported: false, assessorRequiresEnhanced: true },
          options,
        );
        expect(suspected).toEqual(decided);
        expect(JSON.stringify(suspected)).not.toMatch(/suspic|\.sar|\.smr|s22A|s32\(b\)/i);
      }),
      { numRuns: 200 },
    );
  });

  it('hides it unless it is asked from inside', () => {
    const suspected = { suspicionReported: true };
    expect(assessed(suspected, { in: both }).reasons.map(({ code }) => code)).toEqual([
      'nz.cdd.assessor',
      'au.cdd.assessor',
    ]);
    expect(
      assessed(suspected, { in: both, wall: 'inside' }).reasons.map(({ code, provision }) => [
        code,
        provision,
      ]),
    ).toEqual([
      ['nz.cdd.sar', 'NZ s22A'],
      ['au.cdd.smr', 'AU s32(b)'],
    ]);
  });

  it('the level is the same on both sides', () => {
    fc.assert(
      fc.property(anyFacts, anyOn, anyCountries, (facts, on, countries) => {
        const options = { jurisdictions: countries, on, lists: starterCountryLists };
        expect(assess(facts, { ...options, wall: 'inside' }).level).toBe(assess(facts, options).level);
      }),
      { numRuns: 200 },
    );
  });

  it('a suspicion about an ended relationship changes nothing in Australia', () => {
    const ended = { suspicionReported: true, relationshipEnded: true };
    expect(assessed(ended, { in: ['AUS'] }).level).toBe('standard');
    expect(assessed(ended, { in: ['NZL'] }).level).toBe('enhanced');
  });
});

it('leaves the facts as they were', () => {
  const facts = Object.freeze({ ...plain, parties: Object.freeze([Object.freeze({ ...owner })]) });
  const before = JSON.stringify(facts);
  assess(facts, { jurisdictions: ['NZL', 'AUS'], on: '2026-11-21', lists: starterCountryLists });
  expect(JSON.stringify(facts)).toBe(before);
});
