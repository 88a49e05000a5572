import {
  addDays,
  type CalendarDate,
  formatDate,
  isCalendarDate,
  parseDateInput,
} from '#rules/dates/calendar-dates.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';

/** A cell's value, with what is doubtful about it as a question; or why it cannot be read. */
export type CellReading<T> = { value: T; ask?: string } | { problem: string };

/** First day of the numbers of a spreadsheet, by which 1 March 1900 is 61 (ECMA-376 Part 1, 18.17.4.1; the 29 February 1900 of some counts as a day). */
const dayZero = '1899-12-30';

/**
 * Reads a date of a file, as forms do. A number of five digits is the day of a spreadsheet that lost its format, from 1927 to 2100, and is
 * asked about.
 */
export function readDateCell(text: string): CellReading<CalendarDate> {
  const read = parseDateInput(text);
  if (read.ok) return { value: read.value };
  const serial = /^(\d{5})(?:\.0+)?$/.exec(text.trim())?.[1];
  const value = serial === undefined ? '' : addDays(dayZero, Number(serial));
  if (!isCalendarDate(value) || value > '2100-12-31') return { problem: read.problem };
  return {
    value,
    ask: `${serial} is read as a spreadsheet’s number for ${formatDate(value)}. Select the row if that is the date`,
  };
}

const shortened = /^[+-]?\d(?:[.,]\d+)?\s?E\s?\+?\d+$/i;

/** Reads a number that is an identifier, not a quantity: "1010.0" is 1010; of "9.42904E+12" digits are lost. */
export function readNumberCell(text: string): CellReading<string> {
  if (shortened.test(text)) return { problem: 'Excel shortened this number. Take it from the original' };
  return { value: /^([\d\s]+)\.0+$/.exec(text)?.[1]?.trim() ?? text };
}

/** Whether a text could be a whole phone number of Australia, New Zealand or, with its code, another country. */
const isPhoneNumber = (text: string) =>
  (['NZL', 'AUS', undefined] as const).some((country) => checkPhoneNumber(text, country).ok);

/** Reads a phone number. Of several, or one with alternative last digits such as "021 123 4567/8", the first, and asks about the rest. */
export function readPhoneCell(text: string): CellReading<string> {
  const number = readNumberCell(text);
  if ('problem' in number) return number;
  const [first = ''] = number.value.split(/\s*(?:[/\\;|,&\r\n]|\bor\b|\band\b)\s*/i, 1);
  if (first === number.value || !isPhoneNumber(first)) return number;
  return {
    value: first,
    ask: `Only the first phone number is saved: ${first}. Select the row if that is right`,
  };
}
