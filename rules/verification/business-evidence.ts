import { addMonths, type CalendarDate } from '#rules/calendar-dates.ts';

/** Days between two questions to the register about one verified business. Our choice: a month's news is news. */
export const registerWatchDays = 30;

/** Days until a register that did not answer is asked about the same business again, by how often it has not. */
export const watchRetryDays = [1, 2, 4, 8, 16] as const;

/**
 * Months for which what no register can be asked about again counts: deeds, agreements, what was recorded by hand. As with somebody else's
 * word about a person, which is looked at again after a year. Our default; neither law sets a term (NZ s11(4), AU s30).
 */
export const unwatchedEvidenceMonths = 12;

/** The last day on which what a business was verified by counts; null for no end: its register is asked again, and tells of changes. */
export function businessEvidenceExpiresOn({
  verifiedOn,
  isWatched,
}: {
  verifiedOn: CalendarDate;
  isWatched: boolean;
}): CalendarDate | null {
  return isWatched ? null : addMonths(verifiedOn, unwatchedEvidenceMonths);
}
