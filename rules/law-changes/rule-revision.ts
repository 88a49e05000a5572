import type { CalendarDate } from '#rules/dates/calendar-dates.ts';

/** A release that corrected rules without a change of the law. */
export type RuleRevision = {
  /** From 1, without gaps. */
  revision: number;
  /** Day of the release. */
  on: CalendarDate;
  /** Codes of the corrected rules. */
  codes: readonly string[];
  /** What was corrected, as the officer who signs the list off reads it. */
  text: string;
};
