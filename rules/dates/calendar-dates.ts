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

function readWritten(text: string): Parts | undefined {
  const numbers = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text);
  if (numbers !== null)
    return { day: Number(numbers[1]), month: Number(numbers[2]), year: Number(numbers[3]) };
  const words = /^(\d{1,2})[ -]?([a-z]{3,9})\.?[ -]?,? ?(\d{4})$/i.exec(text);
  if (words === null) return undefined;
  const name = (words[2] ?? '').toLowerCase();
  const month = [
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
  ].findIndex(
    (full) => full === name || full.slice(0, 3) === name || (full === 'september' && name === 'sept'),
  );
  return { day: Number(words[1]), month: month + 1, year: Number(words[3]) };
}

/**
 * Parses a typed date: 2026-11-21 (from a date field), 21/11/2026, 21-11-2026, 21 Nov 2026. The day always precedes the month.
 * Returns the date as `YYYY-MM-DD`, or a field error.
 */
export function parseDateInput(
  text: string,
): { ok: true; value: CalendarDate } | { ok: false; problem: string } {
  const plain = text
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return { ok: false, problem: 'Enter a date.' };
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) {
    return isCalendarDate(plain) ? { ok: true, value: plain } : { ok: false, problem: 'Enter a real date.' };
  }
  const parts = readWritten(plain);
  if (parts === undefined) return { ok: false, problem: 'Enter a date like 21/11/2026 or 21 Nov 2026.' };
  if (!isReal(parts)) return { ok: false, problem: 'Enter a real date.' };
  return { ok: true, value: write(parts) };
}
