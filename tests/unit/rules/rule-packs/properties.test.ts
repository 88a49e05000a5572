import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#rules/calendar-dates.ts';
import { cddLevels, clientTypes } from '#rules/client-types.ts';
import { starterCountryLists } from '#rules/country-lists.ts';
import { assess } from '#rules/rule-packs/engine.ts';
import type { ClientFacts } from '#rules/rule-packs/facts.ts';
import { rulePacks } from '#rules/rule-packs/packs.ts';
import { assessed, owner, plain } from './client-facts.ts';

const both = ['NZL', 'AUS'] as const;
type Result = ReturnType<typeof assess>;

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
        // On days before its law came into force a country says nothing that another could lower.
        fc.pre(one.reasons.length > 0);
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
