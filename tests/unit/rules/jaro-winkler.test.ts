import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaroWinkler, nameSimilarity } from '#rules/name-matching/jaro-winkler.ts';

describe('jaroWinkler', () => {
  // Published values of Winkler's papers, to three places.
  it.each([
    ['martha', 'marhta', 0.961],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.813],
    ['same', 'same', 1],
    ['abc', 'xyz', 0],
    ['', 'a', 0],
  ])('%s and %s: %f', (a, b, likeness) => {
    expect(jaroWinkler(a, b)).toBeCloseTo(likeness, 3);
    expect(jaroWinkler(b, a)).toBe(jaroWinkler(a, b));
  });

  it('is symmetric, from 0 to 1, and 1 for identical words alone', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '王'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const likeness = jaroWinkler(a, b);
        expect(jaroWinkler(b, a)).toBe(likeness);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(likeness === 1).toBe(a === b);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('nameSimilarity', () => {
  it.each([
    [['ann', 'smith'], ['smith', 'ann'], 1, 1],
    [['ann', 'smith'], ['ann', 'beth', 'smith'], 0.9, 0.99],
    [['john', 'smith'], ['jane', 'smith'], 0, 0.6],
    [['ann'], ['bob'], 0, 0],
    [[], ['bob'], 0, 0],
    [[], [], 0, 0],
  ])('%j and %j: from %f to %f', (a, b, lowest, highest) => {
    expect(nameSimilarity(a, b)).toBeGreaterThanOrEqual(lowest);
    expect(nameSimilarity(a, b)).toBeLessThanOrEqual(highest);
  });
});
