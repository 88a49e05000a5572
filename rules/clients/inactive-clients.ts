import { addBusinessDays, type BusinessCalendar } from '#rules/dates/business-days.ts';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';

/**
 * Returns true if the client has had no activity for more business days than the policy allows. The client page then
 * suggests marking it dormant.
 * @param lastOn the day on which the record or one of its activities last changed.
 * @param on today in the company's time zone.
 */
export function isInactive(
  lastOn: CalendarDate,
  on: CalendarDate,
  afterBusinessDays: number,
  calendar: BusinessCalendar,
): boolean {
  // Business days never cover fewer calendar days, which are cheap to count.
  if (addDays(lastOn, afterBusinessDays) >= on) return false;
  return addBusinessDays(lastOn, afterBusinessDays, calendar) < on;
}
