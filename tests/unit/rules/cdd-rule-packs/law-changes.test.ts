import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssessOptions, assess } from '#rules/cdd-rule-packs/engine.ts';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import { mandatoryParties } from '#rules/cdd-rule-packs/mandatory-parties.ts';
import { packsOn } from '#rules/cdd-rule-packs/packs.ts';
import { shippedCountryLists } from '#rules/country-lists/list-versions.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import {
  type ChangedRule,
  compareOutcomes,
  compareWithRecord,
  getOutcome,
  lawBoundaries,
} from '#rules/law-changes/law-changes.ts';
import { latestRevision, revisedRules } from '#rules/law-changes/rule-revisions.ts';
import { anyFacts } from './any-facts.ts';
import { plain } from './client-facts.ts';

const both = ['NZL', 'AUS'] as const;
const options = (on: string, getLaw: string): AssessOptions => ({
  jurisdictions: both,
  company: { sector: 'legal' },
  on,
  getLaw,
  lists: shippedCountryLists,
});

function outcome(facts: ClientFacts, on: string, getLaw: string) {
  const assessed = assess(facts, options(on, getLaw));
  return { ...getOutcome(assessed, mandatoryParties(facts, assessed)), reasons: assessed.reasons };
}

const law = { sector: 'legal', regulatedIn: both } as const;
const boundaries = lawBoundaries(law, { after: '2018-01-01', upTo: '2030-01-01' });
const boundaryOn = (day: string) => {
  const found = boundaries.find(({ on }) => on === day);
  if (found === undefined) throw new Error(`The rules do not change on ${day}.`);
  return found;
};

function change(facts: Partial<ClientFacts>, on: string) {
  const all = { ...plain, ...facts };
  return compareOutcomes(outcome(all, on, addDays(on, -1)), outcome(all, on, on), boundaryOn(on).rules);
}

describe('days on which the rules change for a company', () => {
  it('are those of its countries, after the first day and up to the last', () => {
    const nz = { sector: 'legal', regulatedIn: ['NZL'] } as const;
    const days = (after: string, upTo: string) => lawBoundaries(nz, { after, upTo }).map(({ on }) => on);
    expect(days('2026-05-18', '2026-05-19')).toEqual(['2026-05-19']);
    expect(days('2026-05-19', '2026-05-20')).toEqual([]);
    expect(days('2026-05-17', '2026-05-18')).toEqual([]);
  });

  it('include the day on which a country’s law starts to apply to the company', () => {
    const { packsBefore, packsAfter, rules } = boundaryOn('2026-07-01');
    expect(packsBefore.filter((version) => version.startsWith('au'))).toEqual([]);
    expect(packsAfter.filter((version) => version.startsWith('au'))).toHaveLength(1);
    expect(rules.every(({ jurisdiction, change: how }) => jurisdiction === 'AUS' && how === 'begins')).toBe(
      true,
    );
  });

  it('exclude changes of a law that does not apply to the company yet', () => {
    const au = { sector: 'legal', regulatedIn: ['AUS'] } as const;
    expect(lawBoundaries(au, { after: '2026-03-01', upTo: '2026-06-30' })).toEqual([]);
    const early = { sector: 'finance', regulatedIn: ['AUS'] } as const;
    expect(lawBoundaries(early, { after: '2026-03-01', upTo: '2026-06-30' })).toHaveLength(1);
  });
});

describe('changes for a client', () => {
  it('name the requirement met by a recorded reason from a day on, and the rules responsible', () => {
    const sources = { wealth: 'obtained', funds: 'obtained' } as const;
    const trust = { clientType: 'trust', trustType: 'discretionary', sources } as const;
    const found = change({ ...trust, standardCddMitigates: true, riskLevel: 'low' }, '2026-05-19');
    expect(found?.before.lines.map(({ state }) => state)).toContain('outstanding');
    expect(found?.rules.map(({ jurisdiction }) => jurisdiction)).toContain('NZL');
    const codes = boundaryOn('2026-05-19').rules.map(({ code }) => code);
    expect(found?.rules.every(({ code }) => codes.includes(code))).toBe(true);
    expect(change(trust, '2026-05-19')?.after.lines ?? []).toEqual([]);
  });

  it('start with everything on the first day of a country’s law', () => {
    const found = change({}, '2026-07-01');
    expect(found?.after.lines.some(({ provision }) => provision.includes('AU'))).toBe(true);
  });
});

const anyBoundary = fc.constantFrom(...boundaries);

it('lists no client between two days with the same rules', () => {
  fc.assert(
    fc.property(anyFacts, anyBoundary, fc.nat({ max: 40 }), (facts, { on }, later) => {
      const day = addDays(on, later);
      const same = (a: string) => packsOn(both, law, a).map(({ version }) => version);
      fc.pre(same(on).join() === same(day).join());
      expect(compareOutcomes(outcome(facts, day, on), outcome(facts, day, day), [])).toBeNull();
    }),
    { numRuns: 200 },
  );
});

it('lists a client if, and only if, the level, initial CDD or a requirement differs', () => {
  fc.assert(
    fc.property(anyFacts, anyBoundary, (facts, { on, rules }) => {
      const [before, after] = [outcome(facts, on, addDays(on, -1)), outcome(facts, on, on)];
      const states = ({ level, initialCddRequired, lines }: typeof before) =>
        JSON.stringify([level, initialCddRequired, lines.map(({ key, state }) => `${key} ${state}`).sort()]);
      const found = compareOutcomes(before, after, rules);
      expect(found !== null).toBe(states(before) !== states(after));
      if (found === null) return;
      // Without a rule that starts or ends there is no rule to name.
      expect(found.rules.length).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});

describe('a rule corrected by a release', () => {
  const on = '2026-11-23';
  const packs = packsOn(both, law, on);
  const after = outcome({ ...plain, riskLevel: 'high' }, on, on);
  const code = after.reasons[0]?.code ?? '';
  const rules: ChangedRule[] = revisedRules({ codes: [code], text: 'Corrected.' }, packs);

  it('lists a client whose recorded level rests on other rules', () => {
    const found = compareWithRecord({ level: 'standard', reasons: [] }, after, { codes: [code] }, rules);
    expect(found).toMatchObject({ before: { level: 'standard' }, after: { level: 'enhanced' } });
    expect(found?.rules).toMatchObject([{ code, text: 'Corrected.', change: 'changes' }]);
  });

  it('lists no client outside the corrected rule', () => {
    const recorded = { level: after.level, reasons: [] };
    expect(compareWithRecord(recorded, after, { codes: ['some.otherRule'] }, rules)).toBeNull();
    const settled = { ...after, lines: [] };
    expect(
      compareWithRecord({ level: after.level, reasons: after.reasons }, settled, { codes: [code] }, rules),
    ).toBeNull();
  });

  it('lists a client with a new outstanding requirement at the same level', () => {
    const line = after.lines.find(({ state }) => state === 'outstanding');
    const codes = line?.codes ?? [];
    const recorded = { level: after.level, reasons: after.reasons };
    const found = compareWithRecord(recorded, after, { codes }, rules);
    expect(found?.after.lines.map(({ key }) => key)).toContain(line?.key);
  });

  it('counts from 0', () => {
    expect(latestRevision([])).toBe(0);
    expect(latestRevision([{ revision: 1, on, codes: [], text: '' }])).toBe(1);
  });
});
