/** A date as `YYYY-MM-DD`, years 0001 to 9999: not an instant, and not affected by time zones. */
export type CalendarDate = string;

type Parts = { year: number; month: number; day: number };

const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isReal({ year, month, day }: Parts): boolean {
  return (
    year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  );
}

function readParts(text: string): Parts | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return isReal(parts) ? parts : undefined;
}

function getParts(date: CalendarDate): Parts {
  const parts = readParts(date);
  if (parts === undefined) throw new RangeError('Not a calendar date (YYYY-MM-DD)');
  return parts;
}

function write({ year, month, day }: Parts): CalendarDate {
  const pad = (number: number, width: number) => String(number).padStart(width, '0');
  if (year < 1 || year > 9999) throw new RangeError('Calendar dates go from year 1 to 9999');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Returns true if a string is an existing date in the form `YYYY-MM-DD`: 2026-02-29 is not. */
export function isCalendarDate(text: string): boolean {
  return readParts(text) !== undefined;
}

/** Negative if `a` is before `b`, 0 for the same day, positive if after. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Days since 1 January of year 1 in the proleptic Gregorian calendar. */
function dayNumber({ year, month, day }: Parts): number {
  const before = year - 1;
  let days = before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  for (let earlier = 1; earlier < month; earlier += 1) days += daysInMonth(year, earlier);
  return days + day - 1;
}

function fromDayNumber(days: number): Parts {
  // 400 years always have 146,097 days; the estimate is off by at most two years.
  let year = Math.floor((days * 400) / 146_097) + 1;
  while (dayNumber({ year, month: 1, day: 1 }) > days) year -= 1;
  while (dayNumber({ year: year + 1, month: 1, day: 1 }) <= days) year += 1;
  let day = days - dayNumber({ year, month: 1, day: 1 }) + 1;
  let month = 1;
  while (day > daysInMonth(year, month)) {
    day -= daysInMonth(year, month);
    month += 1;
  }
  return { year, month, day };
}

/**
 * Adds days to a date; a negative count subtracts.
 * @throws RangeError outside years 1 to 9999.
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return write(fromDayNumber(dayNumber(getParts(date)) + days));
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(getParts(to)) - dayNumber(getParts(from));
}

/**
 * Adds months to a date; a negative count subtracts. If the month is too short, returns its last day (31 January + 1 month is 28
 * or 29 February).
 * @throws RangeError outside years 1 to 9999.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = getParts(date);
  const monthsFromZero = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(monthsFromZero / 12), month: (((monthsFromZero % 12) + 12) % 12) + 1 };
  return write({ ...target, day: Math.min(day, daysInMonth(target.year, target.month)) });
}

/**
 * Age in whole years on a day; negative before birth. A person born on 29 February ages on 1 March in a common year, the later
 * and safer of the two conventions.
 */
export function ageOn(birth: CalendarDate, on: CalendarDate): number {
  const born = getParts(birth);
  const day = getParts(on);
  const beforeBirthday = day.month < born.month || (day.month === born.month && day.day < born.day);
  return day.year - born.year - (beforeBirthday ? 1 : 0);
}

/** Formats a date for display: 21 Nov 2026. A string that is not a date is returned unchanged. */
export function formatDate(date: CalendarDate): string {
  const parts = readParts(date);
  return parts === undefined ? date : `${parts.day} ${monthNames[parts.month - 1]} ${parts.year}`;
}

const fullMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const monthOf = (name: string) =>
  1 +
  fullMonths.findIndex(
    (full) => full === name || full.slice(0, 3) === name || (full === 'september' && name === 'sept'),
  );

/** Forms of a date whose parts cannot be confused: the year first, the day before a number for the month, or the month as a word. */
const writtenForms = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[/. -](?<month>\d{1,2})[/. -](?<year>\d{4})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -]?(?:of )?(?<month>[a-z]{3,9})\.?[ -]?,? ?(?<year>\d{4})$/,
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/,
];

/** Whether a date in numbers starts with the day or with the month. */
export const dateOrders = ['dayFirst', 'monthFirst'] as const;
export type DateOrder = (typeof dateOrders)[number];

const dayOrMonthFirst = /^(\d{1,2})[/. -](\d{1,2})[/. -]\d{4}$/;

const weekday = /^(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?\.?,? (?=\S)/;

function readWritten(text: string, order: DateOrder): Parts | undefined {
  const written = text
    .toLowerCase()
    .replace(weekday, '')
    .replace(dayOrMonthFirst, (numbers, month, day) =>
      order === 'monthFirst' ? `${numbers.slice(-4)}-${month}-${day}` : numbers,
    );
  for (const form of writtenForms) {
    const { year = '', month = '', day = '' } = form.exec(written)?.groups ?? {};
    if (year === '') continue;
    return {
      year: Number(year),
      month: /^\d/.test(month) ? Number(month) : monthOf(month),
      day: Number(day),
    };
  }
  return undefined;
}

/** A time after a date, as systems write it; midnight says nothing but the date. */
const timeOfDay =
  /[T ](\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?)(?: ?(?:Z|UTC|GMT|[+-]00:?00))?$/i;
const midnight = /^(?:0{1,2}:00(?::00(?:[.,]0+)?)?|12:00(?::00)? ?a\.?m\.?|0{1,2}:00(?::00)? ?a\.?m\.?)$/i;

/** A text without the time that a system wrote after a date, in plain characters; that time, if there is one. */
function splitTime(text: string): { plain: string; time: string | undefined } {
  const whole = text
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
  const time = timeOfDay.exec(whole);
  return time === null
    ? { plain: whole, time: undefined }
    : { plain: whole.slice(0, time.index), time: time[1] };
}

/**
 * The order of a date in numbers, by which of them can be a month: 31/12/1980 has the day first, 12/31/1980 the month. `either` for 3/4/1975;
 * undefined for any other text.
 */
export function findDateOrder(text: string): DateOrder | 'either' | undefined {
  const written = splitTime(text).plain.toLowerCase().replace(weekday, '');
  const match = dayOrMonthFirst.exec(written);
  if (match === null) return undefined;
  const [mayStartWithMonth, mayStartWithDay] = [Number(match[1]) <= 12, Number(match[2]) <= 12];
  if (mayStartWithMonth) return mayStartWithDay ? 'either' : 'monthFirst';
  return mayStartWithDay ? 'dayFirst' : undefined;
}

/**
 * Parses a typed date: 2026-11-21 (from a date field), 21/11/2026, 21-11-2026, 21 Nov 2026; or one that a system wrote: 2026/11/21,
 * 21/11/2026 0:00, 2026-11-21T00:00:00Z, Saturday, 21 November 2026. In numbers the day precedes the month, unless the order says otherwise.
 * Returns the date as `YYYY-MM-DD`, or a field error.
 */
export function parseDateInput(
  text: string,
  order: DateOrder = 'dayFirst',
): { ok: true; value: CalendarDate } | { ok: false; problem: string } {
  const { plain, time } = splitTime(text);
  if (plain === '') return { ok: false, problem: 'Enter a date.' };
  if (time !== undefined && !midnight.test(time)) {
    return { ok: false, problem: 'Remove the time, so that only the date is left.' };
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) {
    return isCalendarDate(plain) ? { ok: true, value: plain } : { ok: false, problem: 'Enter a real date.' };
  }
  const parts = readWritten(plain, order);
  if (parts === undefined) return { ok: false, problem: 'Enter a date like 21/11/2026 or 21 Nov 2026.' };
  if (!isReal(parts)) return { ok: false, problem: 'Enter a real date.' };
  return { ok: true, value: write(parts) };
}
