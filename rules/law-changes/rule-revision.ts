import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { type CompanySectors, getSectors, type Sector } from '#rules/sectors.ts';

/** A release that corrected rules without a change of the law. */
export type RuleRevision = {
  /** From 1, without gaps. */
  revision: number;
  /** Day of the release. */
  on: CalendarDate;
  /** Codes of the corrected rules. */
  codes: readonly string[];
  /** Companies with no sector but these are listed; all companies if absent. */
  sectors?: readonly Sector[];
  /** What was corrected, as the officer who signs the list off reads it. */
  text: string;
};

/** Whether a release corrected rules of a company: one that is about some sectors concerns those that have no other. */
export function concernsCompany(
  { sectors }: Pick<RuleRevision, 'sectors'>,
  company: CompanySectors,
): boolean {
  if (sectors === undefined) return true;
  return company.sector !== null && getSectors(company).every((own) => sectors.includes(own));
}
