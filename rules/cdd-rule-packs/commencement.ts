import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import {
  australianReform,
  getTranche,
  lawAppliesFrom,
  type RegulatedCompany,
  type Tranche,
} from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';

/** T1 customers from before this day remain under the relief of AU s36; T2 customers from before their first day do. */
const australianLegacy: Readonly<Record<Tranche, CalendarDate>> = {
  T1: '2007-12-12',
  T2: australianReform.T2,
};

/** A customer whose relationship started before this day is pre-commencement, so initial CDD may be waived. NZ s14(1)(c); AU s36. */
function legacyBefore(jurisdiction: Jurisdiction, company: RegulatedCompany): CalendarDate {
  return jurisdiction === 'AUS' ? australianLegacy[getTranche(company)] : lawAppliesFrom('NZL', company);
}

/**
 * Whether the company can have pre-commencement customers at all: not if its recorded first captured service came later. NZ
 * s14(1)(c); AU s36.
 */
export function canHaveLegacyClients(jurisdiction: Jurisdiction, company: RegulatedCompany): boolean {
  const first = jurisdiction === 'AUS' ? company.firstServiceAu : company.firstServiceNz;
  return !first || first < legacyBefore(jurisdiction, company);
}

/**
 * Whether a relationship that started on a day is one of before commencement. Without a start day on record it is not: the relief is for who
 * was a customer on the day before the law applied. Source: NZ s14(1)(c); AU s36.
 */
export function startedBeforeCommencement(
  jurisdiction: Jurisdiction,
  company: RegulatedCompany,
  startedOn: CalendarDate | null | undefined,
): boolean {
  return (
    !!startedOn &&
    canHaveLegacyClients(jurisdiction, company) &&
    startedOn < legacyBefore(jurisdiction, company)
  );
}

/**
 * The day before which a relationship of a pre-commencement client must have started for all laws of the company to waive initial CDD;
 * null if one of them waives none. Source: NZ s14(1)(c); AU s36.
 */
export function waivedUnderAllLawsBefore(
  jurisdictions: readonly Jurisdiction[],
  company: RegulatedCompany,
): CalendarDate | null {
  if (!jurisdictions.every((jurisdiction) => canHaveLegacyClients(jurisdiction, company))) return null;
  return jurisdictions.map((jurisdiction) => legacyBefore(jurisdiction, company)).sort()[0] ?? null;
}

/** A law under which more relationships count as ones of before commencement: those started before `before`, previously `already`. */
export interface NewRelief {
  jurisdiction: Jurisdiction;
  before: CalendarDate;
  /** Null if the law, or the company's facts, relieved none. */
  already: CalendarDate | null;
}

/** The laws that waive initial CDD for more relationships under proposed facts of a company than under its present ones. NZ s14(1)(c); AU s36. */
export function newReliefs(
  present: RegulatedCompany & { regulatedIn: readonly Jurisdiction[] },
  proposed: RegulatedCompany & { regulatedIn: readonly Jurisdiction[] },
): NewRelief[] {
  return proposed.regulatedIn.flatMap((jurisdiction) => {
    const before = waivedUnderAllLawsBefore([jurisdiction], proposed);
    const already = present.regulatedIn.includes(jurisdiction)
      ? waivedUnderAllLawsBefore([jurisdiction], present)
      : null;
    if (before === null || (already !== null && before <= already)) return [];
    return [{ jurisdiction, before, already }];
  });
}

/**
 * Why a client with this start day cannot be marked as a pre-commencement client, with the field; null where it can, under at least one law of
 * the company. Source: NZ s14(1)(c); AU s36.
 */
export function preCommencementProblem(
  jurisdictions: readonly Jurisdiction[],
  company: RegulatedCompany,
  startedOn: CalendarDate | null | undefined,
): { field: 'preCommencement' | 'relationshipStartedOn'; text: string } | null {
  const days = jurisdictions
    .filter((jurisdiction) => canHaveLegacyClients(jurisdiction, company))
    .map((jurisdiction) => legacyBefore(jurisdiction, company));
  const before = days.sort().at(-1);
  if (before === undefined) {
    return {
      field: 'preCommencement',
      text: 'Your company’s first captured service came after its law applied, so no client is of before. Untick this',
    };
  }
  if (startedOn && startedOn < before) return null;
  return {
    field: 'relationshipStartedOn',
    text: `A pre-commencement client needs a day before ${formatDate(before)}, when AML/CFT obligations started to apply. Enter an earlier day, or untick “Pre-commencement client”`,
  };
}
