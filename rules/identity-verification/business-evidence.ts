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

/** Expiry date of a business's evidence; null if its register is monitored for changes. */
export function businessEvidenceExpiresOn({
  verifiedOn,
  isMonitored,
}: {
  verifiedOn: CalendarDate;
  isMonitored: boolean;
}): CalendarDate | null {
  return isMonitored ? null : addMonths(verifiedOn, unmonitoredEvidenceMonths);
}
