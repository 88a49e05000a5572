/** An exact fraction in lowest terms; the denominator is above 0. Compare with `compareFractions`, never with `===`. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/**
 * Creates `numerator / denominator`; the denominator defaults to 1.
 * @throws RangeError for a denominator of 0.
 */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new RangeError('A fraction has no denominator 0');
  const divisor = greatestCommonDivisor(numerator, denominator);
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export const zero: Fraction = { numerator: 0n, denominator: 1n };

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtractFractions(a: Fraction, b: Fraction): Fraction {
  return addFractions(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

/**
 * @throws RangeError if `b` is 0.
 */
export function divideFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** Negative if `a` is less than `b`, 0 if they are equal, positive if it is greater. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Maximum digits; rejects a megabyte of text before it is multiplied. */
const maxDecimalLength = 60;

/** Parses decimal text exactly: `24.9999`, `-0.5`, `100`. Undefined for anything else, including `1e3`, `.5` and `1,000`. */
export function fractionFromDecimal(text: string): Fraction | undefined {
  if (text.length > maxDecimalLength) return undefined;
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', decimals = ''] = match;
  return fraction(BigInt(`${sign}${whole}${decimals}`), 10n ** BigInt(decimals.length));
}

/** Largest integer not above the fraction. */
export function getFloor({ numerator, denominator }: Fraction): bigint {
  const towardsZero = numerator / denominator;
  return numerator < 0n && numerator % denominator !== 0n ? towardsZero - 1n : towardsZero;
}

/**
 * Rounds to a number of decimal places, as an integer of the last place: 45.407 to 1 place is 454n. Halves round up, also below
 * zero (-0.25 to 1 place is -2n).
 * @throws RangeError unless `places` is 0 to 30.
 */
export function roundHalfUp(value: Fraction, places: number): bigint {
  if (!Number.isInteger(places) || places < 0 || places > 30) throw new RangeError('0 to 30 decimal places');
  const doubled = 2n * value.numerator * 10n ** BigInt(places) + value.denominator;
  return getFloor({ numerator: doubled, denominator: 2n * value.denominator });
}

/** Formats as decimal text with exactly `places` places, rounded half up: 45.407 to 1 place is `45.4`. */
export function formatDecimal(value: Fraction, places: number): string {
  const rounded = roundHalfUp(value, places);
  const digits = String(rounded < 0n ? -rounded : rounded).padStart(places + 1, '0');
  const sign = rounded < 0n ? '-' : '';
  const cut = digits.length - places;
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
