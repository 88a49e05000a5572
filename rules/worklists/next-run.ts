import { addDays, addMonths, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { WorklistSchedule } from './worklist-settings.ts';

/** The weekday of a day, 1 for Monday to 7 for Sunday. */
function getWeekday(day: CalendarDate): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** A day of a month, or the month's last where it is shorter; months may run past 12. */
function dayIn(year: number, month: number, dayOfMonth: number): CalendarDate {
  const first = addMonths(`${String(year).padStart(4, '0')}-01-01`, month - 1);
  const last = addDays(addMonths(first, 1), -1);
  const wanted = `${first.slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`;
  return wanted < last ? wanted : last;
}

function getNextOfMonths(after: CalendarDate, months: readonly number[], dayOfMonth: number): CalendarDate {
  const year = Number(after.slice(0, 4));
  const days = [...months, ...months.map((month) => month + 12)].map((month) =>
    dayIn(year, month, dayOfMonth),
  );
  const next = days.sort().find((day) => day > after);
  if (next === undefined) throw new RangeError('A schedule without a month has no next day.');
  return next;
}

const everyMonth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * First day after `after` on which a worklist runs. A day of the month that does not exist is the last day of that month,
 * so that February is not skipped.
 */
export function nextRunAfter(schedule: WorklistSchedule, after: CalendarDate): CalendarDate {
  const { frequency, dayOfWeek, dayOfMonth, month } = schedule;
  switch (frequency) {
    case 'daily':
      return addDays(after, 1);
    case 'weekly':
      return addDays(after, (((dayOfWeek ?? 1) - getWeekday(after) + 6) % 7) + 1);
    case 'monthly':
      return getNextOfMonths(after, everyMonth, dayOfMonth ?? 1);
    case 'halfYearly': {
      const first = ((month ?? 1) - 1) % 6;
      return getNextOfMonths(after, [first + 1, first + 7], dayOfMonth ?? 1);
    }
    case 'yearly':
      return getNextOfMonths(after, [month ?? 1], dayOfMonth ?? 1);
  }
}
