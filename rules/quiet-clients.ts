import { addBusinessDays, type BusinessCalendar } from './business-days.ts';
import { addDays, type CalendarDate } from './calendar-dates.ts';

/**
 * Whether nothing has happened with somebody for more business days than the company's policy waits, so that the page offers to mark the
 * client as dormant. Source: domain 1, Company policy; domain 3, ClientStatus.
 *
 * @param lastOn the day on which the record or one of its activities last changed.
 * @param on today, where the company is.
 */
export function isQuiet(
  lastOn: CalendarDate,
  on: CalendarDate,
  afterBusinessDays: number,
  calendar: BusinessCalendar,
): boolean {
  // So many business days are never fewer days of the calendar, which are cheap to count.
  if (addDays(lastOn, afterBusinessDays) >= on) return false;
  return addBusinessDays(lastOn, afterBusinessDays, calendar) < on;
}
