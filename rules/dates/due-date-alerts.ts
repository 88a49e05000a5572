import { addDays, type CalendarDate, daysBetween } from './calendar-dates.ts';

/** Days before a due date on which an alert is opened. */
export const alertDaysBefore = [7, 3, 1] as const;

/** Days before an override expires on which an alert is opened: enough time to reassess and get approval. */
export const overrideAlertDaysBefore = 14;

/** Days on which alerts about a due date are opened, earliest first. */
export function dueDateAlerts(
  dueOn: CalendarDate,
  daysBefore: readonly number[] = alertDaysBefore,
): { daysBefore: number; on: CalendarDate }[] {
  return [...new Set(daysBefore)]
    .sort((a, b) => b - a)
    .map((days) => ({ daysBefore: days, on: addDays(dueOn, -days) }));
}

/**
 * Alert due on a day: the latest one reached, so that a missed run loses none. `daysBefore` is the alert's own, not the remaining
 * days. Undefined before the first and after the due date.
 */
export function dueDateAlertOn(
  dueOn: CalendarDate,
  on: CalendarDate,
  daysBefore: readonly number[] = alertDaysBefore,
): { daysBefore: number; on: CalendarDate } | undefined {
  if (daysBetween(on, dueOn) < 0) return undefined;
  return dueDateAlerts(dueOn, daysBefore).findLast((alert) => alert.on <= on);
}
