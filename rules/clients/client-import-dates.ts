import {
  addDays,
  type CalendarDate,
  type DateOrder,
  findDateOrder,
  formatDate,
  isCalendarDate,
  parseDateInput,
} from '#rules/dates/calendar-dates.ts';
import { namesOfKind } from '#rules/records/fields.ts';
import { type ClientDateField, clientFields } from './client-fields.ts';
import type { CellReading } from './client-import-values.ts';

/** Fields of an import with a date in them. */
export const importDateFields = namesOfKind(clientFields, 'date');
export type ImportDateField = ClientDateField;

/** What the numbers of a column of dates are: days of a workbook since 1900 or 1904, or no dates. */
export const dateNumberings = ['since1900', 'since1904', 'noDates'] as const;
export type DateNumbering = (typeof dateNumberings)[number];

/** How the dates of a column are written; undefined where it is not selected. */
export interface DateReading {
  order?: DateOrder | undefined;
  numbering?: DateNumbering | undefined;
}

/** Day 0 of each numbering. By the first 1 March 1900 is 61: the 29 February 1900 of some programs counts as a day (ECMA-376 Part 1, 18.17.4.1). */
const dayZero = { since1900: '1899-12-30', since1904: '1904-01-01' } as const;

/** The date of a spreadsheet's number of five digits, up to 2100; undefined for other texts. */
function readNumber(text: string, numbering: keyof typeof dayZero): CalendarDate | undefined {
  const days = /^(\d{5})(?:\.0+)?$/.exec(text.trim())?.[1];
  const date = days === undefined ? '' : addDays(dayZero[numbering], Number(days));
  return isCalendarDate(date) && date <= '2100-12-31' ? date : undefined;
}

/**
 * Reads a date of a file, as forms do; of a column whose dates have the month first, in that order. A number of five digits is the day of a
 * spreadsheet that lost its format: unless the column's numbering is known, it is a question.
 */
export function readDateCell(
  text: string,
  { order, numbering }: DateReading = {},
): CellReading<CalendarDate> {
  const read = parseDateInput(text, order);
  if (read.ok) return { value: read.value };
  if (order === 'monthFirst' && findDateOrder(text) === 'dayFirst') {
    return {
      problem: 'This date has no month first, as the column has. Enter it like 2026-11-21 or 21 Nov 2026.',
    };
  }
  if (findDateOrder(text) === 'monthFirst') {
    return { problem: 'This date has no day first. Enter it like 2026-11-21 or 21 Nov 2026.' };
  }
  const value = numbering === 'noDates' ? undefined : readNumber(text, numbering ?? 'since1900');
  if (value === undefined) return { problem: read.problem };
  if (numbering !== undefined) return { value };
  return {
    value,
    ask: `${text.trim()} is read as a spreadsheet’s number for ${formatDate(value)}. Select the row if that is the date`,
  };
}

/** What must be known about a column before its dates are read, each as a sentence with an example of the column. */
export interface DateQuestions {
  order?: string;
  numbering?: string;
}

/**
 * Questions about a column of dates: about their order if any can only have the month first, since 3/4/1975 beside it may be 4 March; about
 * numbers that a spreadsheet may have left of dates.
 */
export function findDateQuestions(texts: Iterable<string>): DateQuestions {
  let monthFirst: string | undefined;
  let dayFirst: string | undefined;
  let number: string | undefined;
  for (const text of texts) {
    const order = findDateOrder(text);
    if (order === 'monthFirst') monthFirst ??= text.trim();
    if (order === 'dayFirst') dayFirst ??= text.trim();
    if (readNumber(text, 'since1900') !== undefined) number ??= text.trim();
  }
  return {
    ...(monthFirst === undefined ? {} : { order: askOrder(monthFirst, dayFirst) }),
    ...(number === undefined ? {} : { numbering: askNumbering(number) }),
  };
}

const askOrder = (monthFirst: string, dayFirst: string | undefined) =>
  dayFirst === undefined
    ? `“${monthFirst}” can only have the month first. Select how the dates of this column are written`
    : `“${monthFirst}” can only have the month first, “${dayFirst}” only the day. Select how the dates of this column are written; rows with the others have to be corrected`;

function askNumbering(text: string): string {
  const [from1900, from1904] = [readNumber(text, 'since1900'), readNumber(text, 'since1904')];
  const older =
    from1904 === undefined ? '' : `, or ${formatDate(from1904)} if the workbook came from an older Mac`;
  return `“${text}” may be a spreadsheet’s number for ${formatDate(from1900 ?? '')}${older}. Select what the numbers of this column are`;
}
