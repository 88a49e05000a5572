import {
  type AustralianState,
  australianHolidays,
  australianHolidaysKnownTo,
} from '#rules/dates/australian-holidays.ts';
import { type Holiday, isWeekend } from '#rules/dates/holiday-rules.ts';
import { newZealandHolidays, newZealandHolidaysKnownTo } from '#rules/dates/new-zealand-holidays.ts';
import { addDays, type CalendarDate } from './calendar-dates.ts';

/**
 * Calendar of business days. Without a state, an Australian calendar has only national holidays. `alsoClosed`: holidays declared
 * since, for one state or all.
 */
export type BusinessCalendar = {
  country: 'NZL' | 'AUS';
  state?: AustralianState;
  alsoClosed?: readonly CalendarDate[];
};

function getHolidays(year: number, { country, state }: BusinessCalendar): Holiday[] {
  return country === 'NZL' ? newZealandHolidays(year) : australianHolidays(year, state);
}

/** Name of the public holiday on a weekday, or undefined. */
export function holidayOn(date: CalendarDate, calendar: BusinessCalendar): string | undefined {
  return getHolidays(Number(date.slice(0, 4)), calendar).find((holiday) => holiday.date === date)?.name;
}

/**
 * Returns true if a day is a working day (NZ, Legislation Act 2019 s 13) or a business day (AU, AML/CTF Act 2006 s 5). Provincial
 * anniversary days are working days.
 */
export function isBusinessDay(date: CalendarDate, calendar: BusinessCalendar): boolean {
  if (isWeekend(date) || calendar.alsoClosed?.includes(date)) return false;
  return holidayOn(date, calendar) === undefined;
}

/**
 * Returns the `count`-th business day after a day, or before it for a negative count, not counting the day itself. A count of 0
 * returns the day itself, even if it is not a business day.
 * @throws RangeError for a count that is not an integer, or beyond year 9999.
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

/** Number of business days after `from` up to and including `to`; 0 if `to` is not later. */
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

/** Weekdays after `from`, up to and including `to`, that are not business days. */
export function closedWeekdaysBetween(
  from: CalendarDate,
  to: CalendarDate,
  calendar: BusinessCalendar,
): CalendarDate[] {
  const closed: CalendarDate[] = [];
  for (let day = from; day < to; ) {
    day = addDays(day, 1);
    if (!isWeekend(day) && !isBusinessDay(day, calendar)) closed.push(day);
  }
  return closed;
}

/**
 * Last day until which the calendar's holidays are known; undefined if none is declared annually. A count beyond it may miss a
 * holiday and end early, never late.
 */
export function holidaysKnownTo({ country, state }: BusinessCalendar): CalendarDate | undefined {
  return country === 'NZL' ? newZealandHolidaysKnownTo : australianHolidaysKnownTo(state);
}
