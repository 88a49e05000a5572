import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess } from '#rules/cdd-rule-packs/engine.ts';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import { offeredFindings } from '#rules/cdd-rule-packs/findings.ts';
import { rulePacks } from '#rules/cdd-rule-packs/packs.ts';
import { cddLevels } from '#rules/clients/client-types.ts';
import { shippedCountryLists } from '#rules/country-lists/list-versions.ts';
import { anyCountries, anyFacts, anyOn } from './any-facts.ts';
import { assessed, owner, plain } from './client-facts.ts';

const both = ['NZL', 'AUS'] as const;
const company = { sector: 'finance' } as const;
/** Simplified CDD's replacements for the other levels' requirements: its ground, and the representative of a body in a listed class. */
const simplifiedItems = ['simplified.ground', 'acting.named'];
type Result = ReturnType<typeof assess>;

const rank = (result: Result) => cddLevels.indexOf(result.level);

describe('for any facts', () => {
  it('an additional trigger never lowers the CDD level', () => {
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
        const options = { jurisdictions: countries, on, company, lists: shippedCountryLists };
        const before = assess(facts, options);
        const after = assess(Object.assign({}, facts, ...chosen), options);
        expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
      }),
      { numRuns: 300 },
    );
  });

  it('the page offers each finding that a requirement links to', () => {
    fc.assert(
      fc.property(anyFacts, anyCountries, anyOn, (facts, countries, on) => {
        const result = assess(facts, { jurisdictions: countries, on, company, lists: shippedCountryLists });
        const offered = offeredFindings(facts, result, {}, countries);
        const linked = [...result.items, ...result.guards].flatMap(({ fix }) =>
          fix.target === 'client.findings' && fix.of === undefined ? [fix.id] : [],
        );
        expect(linked.filter((subject) => !offered.some((item) => item === subject))).toEqual([]);
        // A waiver for clients from before commencement ends by a finding that the page offers.
        if (result.waivers.length > 0) expect(offered).toContain('significantChange');
      }),
      { numRuns: 400 },
    );
  });

  it('another country’s law never lowers the level or the requirements', () => {
    fc.assert(
      fc.property(anyFacts, anyOn, (facts, on) => {
        const common = { on, company, lists: shippedCountryLists };
        const one = assess(facts, { ...common, jurisdictions: ['AUS'] });
        // Before its law was in force a country has no requirements that another could lower.
        fc.pre(one.reasons.length > 0);
        const two = assess(facts, { ...common, jurisdictions: ['AUS', 'NZL'] });
        expect(rank(two)).toBeGreaterThanOrEqual(rank(one));
        const things = new Set(two.items.map(({ code, fix }) => `${code} ${fix.id}`));
        const lasting = one.items.filter(({ code }) => !simplifiedItems.includes(code));
        for (const { code, fix } of lasting) expect(things.has(`${code} ${fix.id}`)).toBe(true);
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
        fc.shuffledSubarray([...shippedCountryLists], { minLength: shippedCountryLists.length }),
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
            assess(facts, { jurisdictions: [...countries].reverse(), company, on, lists, packs: shuffled }),
          ).toEqual(assess(facts, { jurisdictions: countries, on, company, lists: shippedCountryLists }));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('the level is that of its reasons, and always present if a pack applies', () => {
    fc.assert(
      fc.property(anyFacts, anyOn, anyCountries, (facts, on, countries) => {
        const result = assess(facts, { jurisdictions: countries, on, company, lists: shippedCountryLists });
        expect(result.reasons.length > 0).toBe(result.packs.length > 0);
        if (result.level === 'simplified') expect(facts.simplifiedGround).not.toBeNull();
        if (result.level !== 'enhanced') expect(facts.unusualActivity && result.packs.length > 0).toBe(false);
        for (const { jurisdiction, rulePackVersion } of result.reasons) {
          expect(result.packs).toContainEqual({ jurisdiction, version: rulePackVersion });
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the reasons of a level', () => {
  it('name the assessor’s view only where one is recorded, and high risk only of a client at high risk', () => {
    fc.assert(
      fc.property(anyFacts, anyOn, anyCountries, (facts, on, countries) => {
        const { reasons } = assess(
          { ...facts, suspicionReported: false },
          { jurisdictions: countries, on, company, lists: shippedCountryLists },
        );
        const texts = reasons.map(({ text }) => text).join(' ');
        if (texts.includes('The assessor considers')) expect(facts.assessorRequiresEnhanced).toBe(true);
        if (texts.includes('The client’s risk is high')) expect(facts.riskLevel).toBe('high');
      }),
      { numRuns: 200 },
    );
    // A level that a confirmed match alone sets.
    expect(assessed({ riskLevel: 'high' }, { in: ['NZL'] }).reasons).toMatchObject([
      { code: 'nz.cdd.assessor', text: 'The client’s risk is high.' },
    ]);
  });
});

describe('confidentiality of a suspicion', () => {
  it('is indistinguishable from the assessor’s decision outside the register', () => {
    fc.assert(
      fc.property(anyFacts, anyOn, anyCountries, (facts, on, countries) => {
        const options = { jurisdictions: countries, on, company, lists: shippedCountryLists };
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

  it('hides it outside the suspicion register', () => {
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
        const options = { jurisdictions: countries, on, company, lists: shippedCountryLists };
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

it('does not modify the facts', () => {
  const facts = Object.freeze({ ...plain, parties: Object.freeze([Object.freeze({ ...owner })]) });
  const before = JSON.stringify(facts);
  assess(facts, { jurisdictions: ['NZL', 'AUS'], on: '2026-11-21', company, lists: shippedCountryLists });
  expect(JSON.stringify(facts)).toBe(before);
});
