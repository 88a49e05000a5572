import { addMonths, type CalendarDate } from '#rules/dates/calendar-dates.ts';

/** Days between register checks of a verified business. Our choice. */
export const registerCheckIntervalDays = 30;

/** Days until an unavailable register is retried for the same business, by number of failures. */
export const registerRetryDays = [1, 2, 4, 8, 16] as const;

/**
 * Months for which evidence without a monitored register is valid: deeds, agreements, manual records. Like third-party
 * reliance on a person, reviewed after a year. Our default; neither law sets a term (NZ s11(4), AU s30).
 */
const unmonitoredEvidenceMonths = 12;

/**
 * Expiry date of a business's evidence; null if its register is monitored for changes. `exceptionEndsOn`: last day of the exception that the
 * decision relies on, which ends the evidence where it is earlier.
 */
export function businessEvidenceExpiresOn({
  verifiedOn,
  isMonitored,
  exceptionEndsOn,
}: {
  verifiedOn: CalendarDate;
  isMonitored: boolean;
  exceptionEndsOn: CalendarDate | null;
}): CalendarDate | null {
  const ends = [isMonitored ? null : addMonths(verifiedOn, unmonitoredEvidenceMonths), exceptionEndsOn];
  return ends.filter((end) => end !== null).toSorted()[0] ?? null;
}
