import { splitPhoneNumbers } from '#rules/phone-numbers.ts';

/** A cell's value, with what is doubtful about it as a question; or why it cannot be read. */
export type CellReading<T> = { value: T; ask?: string } | { problem: string };

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
