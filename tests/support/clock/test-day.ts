import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';

/** Today where a company is: what its records and forms are dated by. Read it when it is needed, since a test may advance the clock. */
export const testDay = (timeZone = 'Pacific/Auckland', now = new Date()): CalendarDate =>
  companyDay(now, timeZone);
