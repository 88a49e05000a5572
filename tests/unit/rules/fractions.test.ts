import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addFractions,
  compareFractions,
  divideFractions,
  formatDecimal,
  fraction,
  fractionFromDecimal,
  getFloor,
  multiplyFractions,
  roundHalfUp,
  subtractFractions,
  zero,
} from '#rules/fractions.ts';

const whole = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const nonZero = whole.filter((number) => number !== 0n);
const anyFraction = fc.tuple(whole, nonZero).map(([top, bottom]) => fraction(top, bottom));

function fromDecimal(text: string) {
  const value = fractionFromDecimal(text);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
}

describe('fraction arithmetic', () => {
  it('stores lowest terms and a positive denominator, and follows the rules of arithmetic', () => {
    fc.assert(
      fc.property(anyFraction, anyFraction, anyFraction, (a, b, c) => {
        expect(addFractions(a, b)).toEqual(addFractions(b, a));
        expect(multiplyFractions(a, addFractions(b, c))).toEqual(
          addFractions(multiplyFractions(a, b), multiplyFractions(a, c)),
        );
        expect(subtractFractions(addFractions(a, b), b)).toEqual(a);
        if (b.numerator !== 0n) expect(multiplyFractions(divideFractions(a, b), b)).toEqual(a);
        expect(compareFractions(a, b)).toBe(-compareFractions(b, a) + 0);
        expect(a.denominator > 0n).toBe(true);
      }),
    );
  });

  it('distinguishes values that floating point does not', () => {
    expect(addFractions(fromDecimal('0.1'), fromDecimal('0.2'))).toEqual(fromDecimal('0.3'));
    expect(compareFractions(fromDecimal('24.9999'), fromDecimal('25'))).toBe(-1);
    expect(compareFractions(fromDecimal('25.0000'), fromDecimal('25'))).toBe(0);
    expect(compareFractions(fromDecimal('25.0001'), fromDecimal('25'))).toBe(1);
    const third = fraction(1n, 3n);
    expect(addFractions(third, addFractions(third, third))).toEqual(fraction(1n));
  });

  it('rejects a denominator of 0', () => {
    expect(() => fraction(1n, 0n)).toThrow(RangeError);
    expect(() => divideFractions(fraction(1n), zero)).toThrow(RangeError);
    expect(fraction(0n, -7n)).toEqual(zero);
    expect(fraction(3n, -6n)).toEqual({ numerator: -1n, denominator: 2n });
  });
});

describe('rounding', () => {
  it.each([
    ['45.45', 1, '45.5'],
    ['45.449999', 1, '45.4'],
    ['45.407', 1, '45.4'],
    ['0.05', 1, '0.1'],
    ['-0.25', 1, '-0.2'],
    ['-0.26', 1, '-0.3'],
    ['-0.04', 1, '0.0'],
    ['99.95', 1, '100.0'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-2'],
    ['7', 4, '7.0000'],
  ])('%s to %i places is %s', (text, places, rounded) =>
    expect(formatDecimal(fromDecimal(text), places)).toBe(rounded),
  );

  it('is never off by more than half of the last place, and rounds half up', () => {
    fc.assert(
      fc.property(anyFraction, fc.integer({ min: 0, max: 12 }), (value, places) => {
        const half = fraction(1n, 2n * 10n ** BigInt(places));
        const off = subtractFractions(fraction(roundHalfUp(value, places), 10n ** BigInt(places)), value);
        expect(compareFractions(off, half)).toBeLessThanOrEqual(0);
        expect(compareFractions(off, subtractFractions(zero, half))).toBe(1);
      }),
    );
  });

  it('rounds down below zero as well', () => {
    expect([getFloor(fraction(-7n, 2n)), getFloor(fraction(7n, 2n)), getFloor(fraction(-4n, 2n))]).toEqual([
      -4n,
      3n,
      -2n,
    ]);
  });

  it.each([-1, 0.5, 31, Number.NaN])('rejects %s places', (places) =>
    expect(() => roundHalfUp(zero, places)).toThrow(RangeError),
  );
});

describe('decimal text', () => {
  it.each(['', ' 1', '1.', '.5', '1e3', '1,000', '+1', '--1', '1.2.3', '１', 'NaN', '0x10', '9'.repeat(61)])(
    'rejects %j',
    (text) => expect(fractionFromDecimal(text)).toBeUndefined(),
  );

  it('parses its own output', () => {
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 20 }), (tenths, places) => {
        const value = fraction(tenths, 10n ** BigInt(places));
        expect(fractionFromDecimal(formatDecimal(value, places))).toEqual(value);
      }),
    );
  });
});
