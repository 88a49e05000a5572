import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPoints, levelAt } from '#rules/risk/levels.ts';
import { splitByLargestRemainder } from '#rules/risk/points.ts';

describe('largest remainder method', () => {
  it('distributes the rest to the largest remainders, earlier ones first', () => {
    const third = { numerator: 100, denominator: 3 };
    expect(splitByLargestRemainder(100, [third, third, third])).toEqual([34, 33, 33]);
    const half = { numerator: 1, denominator: 2 };
    expect(splitByLargestRemainder(1, [half, { numerator: 2, denominator: 4 }])).toEqual([1, 0]);
    expect(splitByLargestRemainder(8, [half, { numerator: 27, denominator: 4 }])).toEqual([1, 7]);
    expect(splitByLargestRemainder(0, [])).toEqual([]);
  });

  it('adds up, each part its share rounded down or up, for any denominators', () => {
    const share = fc.record({
      numerator: fc.nat({ max: 100_000 }),
      denominator: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 8 }), fc.boolean(), (shares, up) => {
        const common = shares.reduce((product, { denominator }) => product * BigInt(denominator), 1n);
        const exact = shares.reduce(
          (sum, { numerator, denominator }) => sum + (BigInt(numerator) * common) / BigInt(denominator),
          0n,
        );
        const total = Number(up ? (exact + common - 1n) / common : exact / common);
        const parts = splitByLargestRemainder(total, shares);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
        parts.forEach((part, index) => {
          const { numerator = 0, denominator = 1 } = shares[index] ?? {};
          expect([Math.floor(numerator / denominator), Math.ceil(numerator / denominator)]).toContain(part);
        });
      }),
    );
  });
});

describe('levels', () => {
  it.each([
    [0, 'low'],
    [349, 'low'],
    [350, 'medium'],
    [649, 'medium'],
    [650, 'high'],
    [1000, 'high'],
  ])('%i tenths is %s', (tenths, level) => expect(levelAt(tenths, { medium: 35, high: 65 })).toBe(level));

  it.each([
    [0, '0.0'],
    [7, '0.7'],
    [454, '45.4'],
    [1000, '100.0'],
    [-15, '-1.5'],
  ])('%i tenths reads %s', (tenths, words) => expect(formatPoints(tenths)).toBe(words));
});
