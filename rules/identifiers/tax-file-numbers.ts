import { isTaxFileNumber } from './tax-numbers.ts';

/** Result: no tax file number, one to confirm, or one to remove. */
export type TaxFileNumberFinding = { verdict: 'none' } | { verdict: 'ask' | 'refuse'; message: string };

const invisible = /[\p{Cf}\p{Cc}]/gu;
const digitGroup = /(?<!\d)\d+(?:[ \p{Pd}\u2212.]{1,2}\d+)*(?!\d)/gu;
const wording = /(?<![\p{L}\p{N}])t\.? ?f\.? ?n\.?s?(?!\p{L})|tax[ \p{Pd}]?file/iu;

/** Maximum distance, in characters, between the digits and the words "TFN" or "tax file". */
const besideCharacters = 40;

/** Every run of whole groups within "53 004 085 616" that has nine digits. */
function nineDigitRuns(group: string): string[] {
  const parts = group.split(/[^\d]+/);
  const runs: string[] = [];
  for (let start = 0; start < parts.length; start += 1) {
    let run = '';
    for (let end = start; end < parts.length && run.length < 9; end += 1) run += parts[end];
    if (run.length === 9) runs.push(run);
  }
  return runs;
}

/**
 * Detects an Australian tax file number in free text. Nine digits (together, or separated by single spaces, dots or hyphens)
 * with a valid checksum are rejected beside "TFN" or "tax file"; elsewhere the member must confirm, because one number in
 * eleven passes by chance. Not for fields with their own format, such as ACN or phone. The result never contains the number.
 * Privacy (Tax File Number) Rule 2015 (AU).
 */
export function findTaxFileNumber(text: string): TaxFileNumberFinding {
  const plain = text.normalize('NFKC').replace(/\s/g, ' ').replace(invisible, '');
  let ask = false;
  for (const match of plain.matchAll(digitGroup)) {
    const group = match[0];
    const before = plain.slice(Math.max(0, match.index - besideCharacters), match.index);
    const after = plain.slice(match.index + group.length, match.index + group.length + besideCharacters);
    const beside = wording.test(before) || wording.test(after);
    // Part of a longer group (an ABN ends in an ACN, a phone number in nine digits) counts only beside the words.
    if (beside && nineDigitRuns(group).some(isTaxFileNumber)) {
      return {
        verdict: 'refuse',
        message: 'This looks like a tax file number. Do not store TFNs; remove it and save again.',
      };
    }
    if (isTaxFileNumber(group.replace(/\D/g, ''))) ask = true;
  }
  return ask
    ? {
        verdict: 'ask',
        message:
          'Nine digits in this text could be a tax file number, which must not be stored here. Remove them, or confirm that they are something else.',
      }
    : { verdict: 'none' };
}
