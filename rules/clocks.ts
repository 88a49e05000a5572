import { addBusinessDays, type BusinessCalendar } from './business-days.ts';
import { addDays, type CalendarDate, compareDates, daysBetween } from './calendar-dates.ts';

/**
 * Last day for a suspicious activity report: 3 working days after the day on which the suspicion was formed, which is not
 * counted. `formedOn`: that day where the company is. Source: NZ s40; domain 4, Clocks.
 */
export function suspiciousActivityReportDueOn(formedOn: CalendarDate): CalendarDate {
  return addBusinessDays(formedOn, 3, { country: 'NZL' });
}

const dayMilliseconds = 86_400_000;

/**
 * When a suspicious matter report is due: within 24 hours of the instant at which a suspicion of terrorism financing was formed,
 * otherwise by the end of the third business day after the day of it. `formedAt`: UTC ISO instant; `formedOn`: the same moment's day
 * where the company is; `calendar`: its state's. Throws RangeError for an instant that does not parse. Source: AU s41; domain 4.
 */
export function suspiciousMatterReportDue({
  formedAt,
  formedOn,
  terrorismFinancing,
  calendar,
}: {
  formedAt: string;
  formedOn: CalendarDate;
  terrorismFinancing: boolean;
  calendar: BusinessCalendar;
}): { by: 'instant'; dueAt: string } | { by: 'day'; dueOn: CalendarDate } {
  if (!terrorismFinancing) return { by: 'day', dueOn: addBusinessDays(formedOn, 3, calendar) };
  return { by: 'instant', dueAt: new Date(Date.parse(formedAt) + dayMilliseconds).toISOString() };
}

/**
 * Last day for a threshold transaction report or a report of an international transfer: 10 business days after the day of the
 * transaction or instruction. Source: AU s43, s45; domain 11.13.
 */
export function transactionReportDueOn(
  transactionOn: CalendarDate,
  calendar: BusinessCalendar,
): CalendarDate {
  return addBusinessDays(transactionOn, 10, calendar);
}

/** Calendar days from exchange within which delayed due diligence has to be finished, and before settlement. */
export const delayedCddDays = { afterExchange: 28, beforeSettlement: 3 } as const;

/**
 * Last day for delayed due diligence on the other party of a property sale: the earlier of exchange + 28 days and settlement
 * - 3 days, both in calendar days; one alone counts where the other is not known yet, and undefined comes back where neither is.
 * A day before the exchange means that settlement is too near to delay at all. Source: AU Rules 6-15, 6-32; domain 4 and 11.2.
 */
export function delayedCddDueOn({
  exchangeOn,
  settlementOn,
}: {
  exchangeOn?: CalendarDate | null;
  settlementOn?: CalendarDate | null;
}): CalendarDate | undefined {
  const days = [
    ...(exchangeOn ? [addDays(exchangeOn, delayedCddDays.afterExchange)] : []),
    ...(settlementOn ? [addDays(settlementOn, -delayedCddDays.beforeSettlement)] : []),
  ];
  return days.sort(compareDates)[0];
}

/** Days before a due date on which an alert goes out. Source: domain 7, au.delayed. */
export const alertDaysBefore = [7, 3, 1] as const;

/** Days before the last day of an override on which an alert goes out: enough to assess anew and have it approved (decided). */
export const overrideAlertDaysBefore = 14;

/** The days on which alerts about a due date go out, earliest first. */
export function dueDateAlerts(
  dueOn: CalendarDate,
  daysBefore: readonly number[] = alertDaysBefore,
): { daysBefore: number; on: CalendarDate }[] {
  return [...new Set(daysBefore)]
    .sort((a, b) => b - a)
    .map((days) => ({ daysBefore: days, on: addDays(dueOn, -days) }));
}

/**
 * Which of those alerts stands on a day: the one whose day has come last, so that a day without a run loses none. `daysBefore` is
 * the alert's own and not the days that are left. Undefined before the first of them and once the due date has passed.
 */
export function dueDateAlertOn(
  dueOn: CalendarDate,
  on: CalendarDate,
  daysBefore: readonly number[] = alertDaysBefore,
): { daysBefore: number; on: CalendarDate } | undefined {
  if (daysBetween(on, dueOn) < 0) return undefined;
  return dueDateAlerts(dueOn, daysBefore).findLast((alert) => alert.on <= on);
}
