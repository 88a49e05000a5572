import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Sector } from '#rules/sectors.ts';

/** A release that corrected rules without a change of the law. */
export type RuleRevision = {
  /** From 1, without gaps. */
  revision: number;
  /** Day of the release. */
  on: CalendarDate;
  /** Codes of the corrected rules. */
  codes: readonly string[];
  /** Companies with one of these sectors alone are listed; all companies if absent. */
  sectors?: readonly Sector[];
  /** What was corrected, as the officer who signs the list off reads it. */
  text: string;
};

/** Whether a release corrected rules that a company of these sectors can have. One without a sector on record can have any. */
export function concernsCompany(
  { sectors }: Pick<RuleRevision, 'sectors'>,
  company: { sector: Sector | null; otherSectors?: readonly Sector[] },
): boolean {
  if (sectors === undefined || company.sector === null) return true;
  const own = [company.sector, ...(company.otherSectors ?? [])];
  return sectors.some((sector) => own.includes(sector));
}
