/** Outcome of a check. */
export type Outcome =
  | 'match'
  | 'noMatch'
  | 'documentError'
  | 'unavailable'
  | 'slow'
  | 'birthDiffers'
  | 'nameDiffers';

/**
 * Outcome by the digit that a document number repeats six times in a row; every other number matches. Such numbers are
 * valid in every format and check digit: AA111111 is a driver licence, 2222 22220 1 a Medicare card.
 */
export const outcomeByDigit: Readonly<Record<string, Outcome>> = {
  '1': 'noMatch',
  '2': 'documentError',
  '3': 'unavailable',
  '4': 'slow',
  '5': 'birthDiffers',
  '6': 'nameDiffers',
};

/** Outcome by family name, ignoring case, for registers and bureaus that accept no number. */
export const outcomeByFamilyName: Readonly<Record<string, Outcome>> = {
  nomatch: 'noMatch',
  documenterror: 'documentError',
  unavailable: 'unavailable',
  slow: 'slow',
  birthdiffers: 'birthDiffers',
  namediffers: 'nameDiffers',
};

export const outcomeMeanings: Readonly<Record<Outcome, string>> = {
  match: 'Everything matches',
  noMatch: 'Nothing matches',
  documentError: 'The document is not accepted: cancelled, or not of that form',
  unavailable: 'The issuer is down; the gateway answers in its place',
  slow: 'Matches, after 20 seconds',
  birthDiffers: 'Matches but for the date of birth',
  nameDiffers: 'Matches but for the name',
};

/** The outcome for a number and a name; the number takes precedence. */
export function outcomeFor(documentNumber: string | undefined, familyName: string): Outcome {
  const digit = /([1-6])\1{5}/.exec((documentNumber ?? '').replace(/[\s-]/g, ''))?.[1];
  if (digit !== undefined) return outcomeByDigit[digit] ?? 'match';
  return outcomeByFamilyName[familyName.trim().toLowerCase()] ?? 'match';
}

/** Whether a part of the person's details matches under an outcome. */
export function agrees(outcome: Outcome, part: 'name' | 'birth' | 'other'): boolean {
  if (outcome === 'noMatch' || outcome === 'documentError' || outcome === 'unavailable') return false;
  return !(outcome === 'birthDiffers' && part === 'birth') && !(outcome === 'nameDiffers' && part === 'name');
}
