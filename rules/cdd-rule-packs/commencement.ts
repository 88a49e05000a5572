import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import {
  australianReform,
  getTranche,
  newZealandSectorEnd,
  newZealandSectorStart,
  type Tranche,
  type TrancheFacts,
} from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';

/**
 * Facts that determine from which day a law binds a company. `sector`: null until the company is set up; it is then bound from the
 * first day. `firstServiceNz`, `firstServiceAu`: first day of services captured by the country's law; null or absent if not recorded.
 */
export type RegulatedCompany = TrancheFacts & {
  firstServiceNz?: CalendarDate | null;
  firstServiceAu?: CalendarDate | null;
};

/** T1 customers from before this day remain under the relief of AU s36; T2 customers from before their first day do. */
const australianLegacy: Readonly<Record<Tranche, CalendarDate>> = {
  T1: '2007-12-12',
  T2: australianReform.T2,
};

const sectorsOf = ({ sector, otherSectors = [] }: RegulatedCompany): Sector[] => [
  sector ?? 'other',
  ...otherSectors,
];

/** New Zealand's Act reaches a company of several sectors with the first of them. */
function startInNewZealand(company: RegulatedCompany): CalendarDate {
  const starts = sectorsOf(company).map((sector) => newZealandSectorStart[sector]);
  return starts.sort()[0] ?? newZealandSectorStart.other;
}

/**
 * First day on which a country's duties bind a company; the earliest permitted by its facts. NZ s6; Act 110 of 2024 (Cth) Schedule 3 item
 * 11.
 */
export function lawAppliesFrom(jurisdiction: Jurisdiction, company: RegulatedCompany): CalendarDate {
  return jurisdiction === 'AUS' ? australianReform[getTranche(company)] : startInNewZealand(company);
}

/**
 * Last day on which a country's duties of CDD bind a company; null if they have no end: with several sectors one without an end is enough. Of a client of a
 * high-value dealer every dealing counts until then, which is the stricter reading, as CDD was due on those in cash of NZ$10,000 or more. NZ s6.
 */
export function lawEndsOn(jurisdiction: Jurisdiction, company: RegulatedCompany): CalendarDate | null {
  if (jurisdiction === 'AUS') return null;
  const ends = sectorsOf(company).map((sector) => newZealandSectorEnd[sector] ?? null);
  return ends.includes(null) ? null : (ends.sort().at(-1) ?? null);
}

/** Whether a country's duties of CDD bound the company and no longer do on a day; its sanctions laws still do. NZ s6. */
function hasEnded(jurisdiction: Jurisdiction, company: RegulatedCompany, on: CalendarDate): boolean {
  const last = lawEndsOn(jurisdiction, company);
  return last !== null && last < on;
}

/** The company's laws without those whose duties of CDD have ended for it. NZ s6. */
export function lawsWithoutEnded(
  jurisdictions: readonly Jurisdiction[],
  company: RegulatedCompany,
  on: CalendarDate,
): Jurisdiction[] {
  return jurisdictions.filter((jurisdiction) => !hasEnded(jurisdiction, company, on));
}

/** A customer whose relationship started before this day is pre-commencement, so initial CDD may be waived. NZ s14(1)(c); AU s36. */
function legacyBefore(jurisdiction: Jurisdiction, company: RegulatedCompany): CalendarDate {
  return jurisdiction === 'AUS' ? australianLegacy[getTranche(company)] : startInNewZealand(company);
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
