import { addDays, type CalendarDate } from './calendar-dates.ts';
import { type AustralianState, australianHolidays } from './public-holidays/australia.ts';
import { type Holiday, isWeekend } from './public-holidays/holiday-rules.ts';
import { newZealandHolidays } from './public-holidays/new-zealand.ts';

/**
 * Whose days count. Without a state an Australian calendar has only the days that every state keeps. `alsoClosed`: further days
 * that have been declared since, for one state or all.
 */
export type BusinessCalendar = {
  country: 'NZL' | 'AUS';
  state?: AustralianState;
  alsoClosed?: readonly CalendarDate[];
};

function holidaysOf(year: number, { country, state }: BusinessCalendar): Holiday[] {
  return country === 'NZL' ? newZealandHolidays(year) : australianHolidays(year, state);
}

/** Name of the public holiday on a weekday, or undefined. */
export function holidayOn(date: CalendarDate, calendar: BusinessCalendar): string | undefined {
  return holidaysOf(Number(date.slice(0, 4)), calendar).find((holiday) => holiday.date === date)?.name;
}

/** Whether a day is a working day (NZ) or business day (AU). Sources: Legislation Act 2019 s13; Acts Interpretation Act 1901 s2B. */
export function isBusinessDay(date: CalendarDate, calendar: BusinessCalendar): boolean {
  if (isWeekend(date) || calendar.alsoClosed?.includes(date)) return false;
  return holidayOn(date, calendar) === undefined;
}

/**
 * The `count`-th business day after a day, or before it for a negative count; the day itself is not counted. A count of 0 is the
 * day itself, business day or not. Throws RangeError for a count that is not a whole number, or beyond year 9999.
 */
export function addBusinessDays(date: CalendarDate, count: number, calendar: BusinessCalendar): CalendarDate {
  if (!Number.isInteger(count)) throw new RangeError('Business days are whole');
  const step = count < 0 ? -1 : 1;
  let day = date;
  for (let left = Math.abs(count); left > 0; ) {
    day = addDays(day, step);
    if (isBusinessDay(day, calendar)) left -= 1;
  }
  return day;
}

/** How many business days lie after `from` up to and including `to`; 0 when `to` is not later. */
export function businessDaysBetween(
  from: CalendarDate,
  to: CalendarDate,
  calendar: BusinessCalendar,
): number {
  let count = 0;
  for (let day = from; day < to; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day, calendar)) count += 1;
  }
  return count;
}
