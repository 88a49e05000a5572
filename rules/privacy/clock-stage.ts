import { type CalendarDate, compareDates, daysBetween } from '#rules/dates/calendar-dates.ts';

/** End of a clock of privacy law: an instant (NZ breach), or the last day (others). */
export type PrivacyClockEnd = { dueAt: string; dueOn: null } | { dueAt: null; dueOn: CalendarDate };

export type PrivacyClockStage = 'soon' | 'overdue';

/** Lead time of the alert before a clock ends. The Privacy Act 2020 (NZ) s114 leaves 72 hours in all. Our decision. */
const soonHours = 24;
const soonDays = 5;

/**
 * Stage at which a running clock is announced: `soon` in its last day (an instant) or five days (a day), `overdue` after its end, else
 * undefined.
 * @param today in the company's time zone
 */
export function privacyClockStage(
  end: PrivacyClockEnd,
  { now, today }: { now: Date; today: CalendarDate },
): PrivacyClockStage | undefined {
  if (end.dueAt !== null) {
    const leftMs = Date.parse(end.dueAt) - now.getTime();
    if (leftMs < 0) return 'overdue';
    return leftMs <= soonHours * 3_600_000 ? 'soon' : undefined;
  }
  if (compareDates(today, end.dueOn) > 0) return 'overdue';
  return daysBetween(today, end.dueOn) <= soonDays ? 'soon' : undefined;
}
