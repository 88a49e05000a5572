import type { Random } from './random.ts';

const getDigits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.between(0, 9)).join('');

/** Appends the digit that makes a weighted sum a multiple of ten. */
function withCheckDigit(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A random NZBN with a valid check digit: 94, ten digits, the check digit. */
export function generateNzbn(random: Random): string {
  return withCheckDigit(`94${getDigits(random, 10)}`, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]);
}

/** A random ACN or ARBN with a valid check digit. */
export function generateAcn(random: Random): string {
  return withCheckDigit(`${random.between(0, 6)}${getDigits(random, 7)}`, [8, 7, 6, 5, 4, 3, 2, 1]);
}

/**
 * The ABN that ends in these nine digits; its first two make it valid modulo 89. For a company the nine digits are its
 * ACN.
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

/** A random ABN with valid check digits. */
export function generateAbn(random: Random): string {
  return abnEndingIn(getDigits(random, 9));
}
