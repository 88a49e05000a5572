import {
  type IdentifierCheck,
  inGroups,
  invalidIdentifier,
  type Naming,
  normaliseIdentifier,
  readCharacters,
  weightedSum,
  wrongCheckDigit,
  wrongLength,
} from './check-result.ts';

const irdNaming: Naming = { article: 'An', name: 'IRD number' };
const irdWeights = [3, 2, 7, 6, 5, 4, 3, 2];
const irdSecondWeights = [7, 4, 3, 2, 5, 2, 7, 6];

/** Range published by Inland Revenue in 2016, inclusive; pass another when a new one is published. */
const irdBounds = { lowest: 10_000_000, highest: 150_000_000 };

function irdCheckDigit(base: string, weights: readonly number[]): number {
  const remainder = weightedSum(base, weights) % 11;
  return remainder === 0 ? 0 : 11 - remainder;
}

/**
 * Inland Revenue number: 8 or 9 digits. Stored as 9 digits with a leading zero, so that both written forms are one number;
 * shown as 49-091-850.
 * Source: Inland Revenue, RWT and NRWT certificate filing specification, 31 March 2016.
 */
export function checkIrd(
  text: string,
  bounds: { lowest: number; highest: number } = irdBounds,
): IdentifierCheck {
  const read = readCharacters(text, irdNaming, 'digits');
  if (!read.ok) return read;
  if (read.characters.length < 8 || read.characters.length > 9) {
    return wrongLength(irdNaming, '8 or 9 digits', read.characters.length);
  }
  const value = read.characters.padStart(9, '0');
  const number = Number(value);
  if (number < bounds.lowest || number > bounds.highest) {
    return invalidIdentifier(
      'That is outside the range of IRD numbers that Inland Revenue has issued. Check the number.',
    );
  }
  let check = irdCheckDigit(value, irdWeights);
  if (check === 10) check = irdCheckDigit(value, irdSecondWeights);
  if (check !== Number(value[8])) return wrongCheckDigit(irdNaming);
  const display = value.startsWith('0')
    ? inGroups(value.slice(1), [2, 3, 3], '-')
    : inGroups(value, [3, 3, 3], '-');
  return { ok: true, value, display, assurance: 'checkDigit' };
}

const tfnWeights = [1, 4, 3, 7, 5, 8, 6, 9, 10];

/**
 * Returns true if a string is a 9-digit number with a valid tax file number checksum (modulo 11). Former eight-digit numbers are
 * not recognised. Never returns the number itself: tax file numbers must not be collected or stored. Source: Privacy (Tax File
 * Number) Rule 2015.
 */
export function isTaxFileNumber(text: string): boolean {
  if (text.length > 100) return false;
  const digits = normaliseIdentifier(text);
  return /^\d{9}$/.test(digits) && !/^0+$/.test(digits) && weightedSum(digits, tfnWeights) % 11 === 0;
}
