import { countries, isCountry } from '#rules/countries.ts';
import { foldName } from '#rules/name-matching/name-normalisation.ts';
import { splitPhoneNumbers } from '#rules/phone-numbers.ts';

/** A cell's value, with what is doubtful about it as a question; or why it cannot be read. */
export type CellReading<T> = { value: T; ask?: string } | { problem: string };

/** Letters and digits of a text, for comparison. */
export const folded = (text: string) => foldName(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Codes by their folded names, and by themselves. */
export function lookUpBy<K extends string>(labels: Record<K, string>): Map<string, K> {
  return new Map(
    (Object.entries(labels) as [K, string][]).flatMap(([code, label]): [string, K][] => [
      [folded(code), code],
      [folded(label), code],
    ]),
  );
}

const countryNames = new Map<string, string>([
  ...countries.map(({ code, name }): [string, string] => [folded(name), code]),
  ['nz', 'NZL'],
  ['aotearoa', 'NZL'],
  ['au', 'AUS'],
  ['uk', 'GBR'],
  ['gb', 'GBR'],
  ['england', 'GBR'],
  ['us', 'USA'],
]);

/** A country's alpha-3 code by its code or English name; undefined if there is none. */
export function getCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return isCountry(code) ? code : countryNames.get(folded(text));
}

const shortened = /^[+-]?\d(?:[.,]\d+)?\s?E\s?\+?\d+$/i;

/** Reads a number that is an identifier, not a quantity: "1010.0" is 1010; of "9.42904E+12" digits are lost. */
export function readNumberCell(text: string): CellReading<string> {
  if (shortened.test(text)) return { problem: 'Excel shortened this number. Take it from the original' };
  return { value: /^([\d\s]+)\.0+$/.exec(text)?.[1]?.trim() ?? text };
}

/** Reads a phone number. Of several, the first, and asks about the rest. */
export function readPhoneCell(text: string): CellReading<string> {
  const number = readNumberCell(text);
  if ('problem' in number) return number;
  const [first, ...others] = splitPhoneNumbers(number.value);
  if (first === undefined || others.length === 0) return number;
  return {
    value: first,
    ask: `Only the first phone number is saved: ${first}. Select the row if that is right`,
  };
}
