import {
  compareFractions,
  type Fraction,
  formatDecimal,
  fraction,
  fractionFromDecimal,
} from '#rules/fractions.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';

/** Share of a beneficial owner: more than 25 % in New Zealand, 25 % or more in Australia. Source: NZ s5; AU s11. */
export const ownershipThresholds: Record<
  Jurisdiction,
  { operator: 'gt' | 'gte'; percent: 25; words: string }
> = {
  NZL: { operator: 'gt', percent: 25, words: 'more than 25 %' },
  AUS: { operator: 'gte', percent: 25, words: '25 % or more' },
};

const quarter = fraction(1n, 4n);

/** Whether a share (1 is the whole) makes a beneficial owner. Exact. */
export function shareIsEnough(share: Fraction, jurisdiction: Jurisdiction): boolean {
  const comparison = compareFractions(share, quarter);
  return ownershipThresholds[jurisdiction].operator === 'gt' ? comparison > 0 : comparison >= 0;
}

/**
 * Whether a percentage, as decimal text, makes a beneficial owner. Compared exactly: 24.9999, 25 and 25.0001 differ.
 * Throws RangeError for unreadable text, because an unreadable share must not pass as a small one.
 */
export function ownsEnough(percent: string, jurisdiction: Jurisdiction): boolean {
  const share = fractionFromDecimal(percent);
  if (share === undefined) throw new RangeError('A share is a decimal text such as 24.9999');
  return shareIsEnough(fraction(share.numerator, share.denominator * 100n), jurisdiction);
}

/** Decimal places of a stored percentage: decimal(7,4). */
const usualPlaces = 4;
const maxPlaces = 24;

function roundedPercent(share: Fraction, places: number): { text: string; value: Fraction } {
  const text = formatDecimal(fraction(share.numerator * 100n, share.denominator), places);
  const value = fractionFromDecimal(text) ?? fraction(0n);
  return { text, value: fraction(value.numerator, value.denominator * 100n) };
}

/**
 * A share as a percentage for display and storage, at most four places, without trailing zeros: `24.9999`, `25`,
 * `33.3333`. More places are used (25.00001) where rounding would reach or cross 25, or yield 0: the text read back
 * gives the same result under both countries' thresholds as the exact share.
 */
export function formatPercent(share: Fraction): string {
  let places = usualPlaces;
  let rounded = roundedPercent(share, places);
  const misleads = () =>
    Math.sign(compareFractions(rounded.value, quarter)) !== Math.sign(compareFractions(share, quarter)) ||
    (rounded.value.numerator === 0n) !== (share.numerator === 0n);
  while (misleads() && places < maxPlaces) {
    places += 1;
    rounded = roundedPercent(share, places);
  }
  return rounded.text.includes('.') ? rounded.text.replace(/\.?0+$/, '') : rounded.text;
}
