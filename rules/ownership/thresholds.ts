import {
  compareFractions,
  decimalText,
  type Fraction,
  fraction,
  fractionFromDecimal,
} from '#rules/fractions.ts';
import type { Jurisdiction } from '#rules/provisions.ts';

/** How much a beneficial owner owns: more than 25 % in New Zealand, 25 % or more in Australia. Source: domain 1.6; NZ s5; AU s11. */
export const ownershipThresholds: Record<
  Jurisdiction,
  { operator: 'gt' | 'gte'; percent: 25; words: string }
> = {
  NZL: { operator: 'gt', percent: 25, words: 'more than 25 %' },
  AUS: { operator: 'gte', percent: 25, words: '25 % or more' },
};

const quarter = fraction(1n, 4n);

/** Whether a share of the whole (1 is all of it) makes a beneficial owner. Exact. */
export function shareIsEnough(share: Fraction, jurisdiction: Jurisdiction): boolean {
  const comparison = compareFractions(share, quarter);
  return ownershipThresholds[jurisdiction].operator === 'gt' ? comparison > 0 : comparison >= 0;
}

/**
 * Whether a share makes a beneficial owner, compared exactly: 24.9999, 25 and 25.0001 differ. `percent`: a decimal text. Throws
 * RangeError for a text that is no decimal, because a share that cannot be read must not pass as a small one.
 */
export function ownsEnough(percent: string, jurisdiction: Jurisdiction): boolean {
  const share = fractionFromDecimal(percent);
  if (share === undefined) throw new RangeError('A share is a decimal text such as 24.9999');
  return shareIsEnough(fraction(share.numerator, share.denominator * 100n), jurisdiction);
}

/** Places that a percentage is stored with: decimal(7,4). */
const usualPlaces = 4;
const mostPlaces = 24;

function roundedPercent(share: Fraction, places: number): { text: string; value: Fraction } {
  const text = decimalText(fraction(share.numerator * 100n, share.denominator), places);
  const value = fractionFromDecimal(text) ?? fraction(0n);
  return { text, value: fraction(value.numerator, value.denominator * 100n) };
}

/**
 * A share of the whole as a percentage for people and for storage, at most four places and no zeros at the end: `24.9999`, `25`,
 * `33.3333`. Where rounding would move it across or onto 25 or make something of nothing, more places are kept (25.00001): the text
 * read back says the same about both countries' thresholds as the exact share.
 */
export function percentText(share: Fraction): string {
  let places = usualPlaces;
  let rounded = roundedPercent(share, places);
  const misleads = () =>
    Math.sign(compareFractions(rounded.value, quarter)) !== Math.sign(compareFractions(share, quarter)) ||
    (rounded.value.numerator === 0n) !== (share.numerator === 0n);
  while (misleads() && places < mostPlaces) {
    places += 1;
    rounded = roundedPercent(share, places);
  }
  return rounded.text.includes('.') ? rounded.text.replace(/\.?0+$/, '') : rounded.text;
}
