import { describe, expect, it } from 'vitest';
import {
  formatScopeGround,
  hasScopeGround,
  lawsInScope,
  outsideScopeAu,
  outsideScopeNz,
  scopeGroundChoices,
} from '#rules/firm/scope-grounds.ts';

const none = { outsideScopeNz: null, outsideScopeAu: null };

describe('work outside the scope of a law', () => {
  it.each([
    [none, ['NZL', 'AUS'], false],
    [{ ...none, outsideScopeNz: 'nz.notListed' as const }, ['AUS'], true],
    [{ ...none, outsideScopeAu: 'au.shortLease' as const }, ['NZL'], true],
    [{ outsideScopeNz: 'nz.notInNewZealand', outsideScopeAu: 'au.barrister' } as const, [], true],
  ])('%j comes under %j of both laws', (recorded, laws, hasGround) => {
    expect(lawsInScope(['NZL', 'AUS'], recorded)).toEqual(laws);
    expect(hasScopeGround(recorded)).toBe(hasGround);
  });

  it('comes under no law that the company does not', () => {
    expect(lawsInScope(['AUS'], { ...none, outsideScopeNz: 'nz.notListed' })).toEqual(['AUS']);
  });

  it('offers the grounds of one law, each with its provision', () => {
    for (const [law, grounds, provision] of [
      ['NZL', outsideScopeNz, /\(NZ s5\(1\)/],
      ['AUS', outsideScopeAu, /\(AU s[56]/],
    ] as const) {
      const choices = scopeGroundChoices(law);
      expect(choices.map(({ value }) => value)).toEqual(grounds);
      for (const { value, label } of choices) {
        expect(label).toBe(formatScopeGround(value));
        expect(label).toMatch(provision);
      }
    }
  });
});
