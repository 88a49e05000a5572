import type { Random } from './random.ts';

const digitsOf = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.between(0, 9)).join('');

/** The last digit that brings a weighted sum to a multiple of ten. */
function withCheckDigit(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A made-up NZBN with a right check digit: 94, ten digits, the check digit. */
export function inventNzbn(random: Random): string {
  return withCheckDigit(`94${digitsOf(random, 10)}`, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]);
}

/** A made-up ACN or ARBN with a right check digit. */
export function inventAcn(random: Random): string {
  return withCheckDigit(`${random.between(0, 6)}${digitsOf(random, 7)}`, [8, 7, 6, 5, 4, 3, 2, 1]);
}

/**
 * The ABN whose last nine digits are these: the two in front make it divisible by 89. For a company these nine are its ACN.
 */
export function abnEndingIn(nineDigits: string): string {
  const weights = [3, 5, 7, 9, 11, 13, 15, 17, 19];
  const rest = weights.reduce((total, weight, place) => total + weight * Number(nineDigits[place]), 0);
  for (let front = 10; front < 100; front += 1) {
    const [first, second] = [Math.floor(front / 10), front % 10];
    if (((first - 1) * 10 + second + rest) % 89 === 0) return `${front}${nineDigits}`;
  }
  throw new Error(`No ABN ends in ${nineDigits}`);
}

/** A made-up ABN with right check digits. */
export function inventAbn(random: Random): string {
  return abnEndingIn(digitsOf(random, 9));
}
