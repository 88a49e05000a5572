import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { BirthDate, PartialDate } from '#rules/screening/screening-records.ts';
import { between, maxDateLength, readPartialDate } from './partial-dates.ts';

/** The text of a date within other text: by numbers, by an ISO date, or with the month as a word. */
const datePattern =
  /\d{1,2}\s?[/.-]{1,2}\s?\d{1,2}\s?[/.-]{1,2}\s?(?:\d{4}|\d{2})(?!\d)|\d{4}-\d{2}-\d{2}(?!\d)|\d{1,2}(?:st|nd|rd|th)?[\s-]?[A-Za-z]{3,9}[\s-]?(?:\d{4}|\d{2})(?!\d)/g;

/** What may be left of a cell once its dates are taken out. */
const onlySeparators = /^(?:[\s,;&|/()]|\band\b|\bor\b)*$/i;

const yearsOnly = /^\d{4}(?:\s*(?:[,;&|/]|\bor\b)\s*\d{4})+$/i;

/** A year of two digits: of this century unless the date would be later than the list's own day. */
function withCentury(
  build: (year: string) => PartialDate | undefined,
  digits: string,
  listDay: CalendarDate,
) {
  const recent = build(`20${digits}`);
  // A partial date is later than the list's day if its first day is.
  return recent !== undefined && recent <= listDay ? recent : build(`19${digits}`);
}

/** Day, month and year as texts, in the order day first unless only month first is a date. */
function numericDate(first: string, second: string, year: string): PartialDate | undefined {
  return readPartialDate(`${first}/${second}/${year}`) ?? readPartialDate(`${second}/${first}/${year}`);
}

function readNumbers(text: string, listDay: CalendarDate): PartialDate | undefined {
  const parts = /^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{2}|\d{4})$/.exec(text);
  const [, first = '', second = '', year = ''] = parts ?? [];
  if (parts === null) return undefined;
  const build = (whole: string) => numericDate(first, second, whole);
  return year.length === 4 ? build(year) : withCentury(build, year, listDay);
}

function readWords(text: string, listDay: CalendarDate): PartialDate | undefined {
  const parts = /^(?:(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]*)?([A-Za-z]{3,9})[\s/.,'’-]*(\d{2}|\d{4})$/.exec(text);
  const [, day, month = '', year = ''] = parts ?? [];
  if (parts === null) return undefined;
  const build = (whole: string) => readPartialDate([day, month, whole].filter(Boolean).join(' '));
  return year.length === 4 ? build(year) : withCentury(build, year, listDay);
}

const yearFirst = (text: string): PartialDate | undefined => {
  const [, year = '', month = '', day = ''] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? [];
  return year === '' ? undefined : readPartialDate(`${day}/${month}/${year}`);
};

/** `10/061962`, `10061962`, `19620610`: separators are missing. Seven digits need one that shows where the day ends. */
function readRun(text: string): PartialDate | undefined {
  if (!/^\d[\d/.\s-]*\d$/.test(text)) return undefined;
  const groups = text.split(/[/.\s-]+/);
  const digits = groups.join('');
  if (digits.length === 8) {
    const dayFirst = numericDate(digits.slice(0, 2), digits.slice(2, 4), digits.slice(4));
    return dayFirst ?? yearFirst(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`);
  }
  const dayLength = groups[0]?.length ?? 0;
  if (digits.length !== 7 || groups.length < 2 || dayLength > 2) return undefined;
  return numericDate(digits.slice(0, dayLength), digits.slice(dayLength, 3), digits.slice(3));
}

function readOne(text: string, listDay: CalendarDate): PartialDate | undefined {
  const plain = text.trim().replace(/[.,;]+$/, '');
  return (
    readPartialDate(plain) ??
    readNumbers(plain, listDay) ??
    readWords(plain, listDay) ??
    yearFirst(plain) ??
    readRun(plain)
  );
}

/** Each date of a cell that holds nothing but dates. */
function readEach(text: string, listDay: CalendarDate): PartialDate[] | undefined {
  if (yearsOnly.test(text)) return text.match(/\d{4}/g)?.flatMap((year) => readPartialDate(year) ?? []);
  const found = text.match(datePattern) ?? [];
  if (found.length < 2 || !onlySeparators.test(text.replace(datePattern, ' '))) return undefined;
  const dates = found.map((date) => readOne(date, listDay));
  return dates.every((date) => date !== undefined) ? dates : undefined;
}

const bornPrefix = /^(?:dob|date of birth|born(?: on)?)\s*:?\s*/i;
const timeOfDay = /[\sT]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:[ap]m|z)?$/i;

/**
 * Dates of birth in forms that a list does not use but its cells contain all the same: a year of two digits (`07/04/62`, `23-Apr-68`), a
 * missing separator (`10/061962`), several dates in one cell (`5/06/1953   15/06/1953`), the month first where only that is a date, a time of
 * day. Undefined if any of it cannot be read.
 * @param listDay two digits are a year of this century unless the date is later than this day
 */
export function readOtherBirthDates(text: string, listDay: CalendarDate): BirthDate[] | undefined {
  if (text.length > maxDateLength) return undefined;
  const plain = text.trim().replace(bornPrefix, '').replace(timeOfDay, '');
  const one = readOne(plain, listDay);
  if (one !== undefined) return [{ on: one }];
  const range = /^(?:between\s+|from\s+)?(.+?)\s+(?:to|and|-|–)\s+(.+)$/i.exec(plain);
  const [from, to] = [range?.[1], range?.[2]].map((end) =>
    end === undefined ? undefined : readOne(end, listDay),
  );
  if (from !== undefined && to !== undefined) return [between(from, to)];
  return readEach(plain, listDay)?.map((date) => ({ on: date }));
}
