import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { type CompanySectors, getSectors, type Sector } from '#rules/sectors.ts';
import type { CalendarDate } from './calendar-dates.ts';

/**
 * Day on which the AML/CFT Act 2009 (NZ) started to apply to a sector. Source: NZ s 6 and its transitional orders. To be
 * confirmed (nz.scope.activity): the days of sectors other than law firms and real estate agents. If no order is known (`other`), the Act's first day, because an earlier
 * start is safe.
 */
export const newZealandSectorStart: Readonly<Record<Sector, CalendarDate>> = {
  finance: '2013-06-30',
  trustAndCompanyService: '2013-06-30',
  other: '2013-06-30',
  legal: '2018-07-01',
  conveyancing: '2018-07-01',
  accounting: '2018-10-01',
  realEstate: '2019-01-01',
  preciousMetals: '2019-08-01',
};

/**
 * Last day on which the Act's duties bind a sector; none for the others. High-value dealers had CDD on cash dealings of NZ$10,000 or more until the
 * dealings themselves were prohibited. Source: DIA, "Information for High Value Dealers"; Criminal Activity Intervention Legislation Act 2023 (NZ). That
 * no duty of CDD is left is DIA's account for the listed goods, precious metals and stones among them.
 */
export const newZealandSectorEnd: Partial<Record<Sector, CalendarDate>> = {
  preciousMetals: '2023-05-10',
};

export const tranches = ['T1', 'T2'] as const;

/**
 * `T2`: a firm whose only designated services are those of tables 5 and 6, or item 2 of table 2, of AU s6; `T1`: any other.
 * Source: Act 110 of 2024 (AU), Schedule 3 Part 4.
 */
export type Tranche = (typeof tranches)[number];

/**
 * Tranche of a firm with its sector's usual services. Sectors not listed are undetermined: a dealer in precious metals may or may
 * not sell bullion (item 1 of table 2), and `other` may be anything.
 */
const sectorTranches: Partial<Record<Sector, Tranche>> = {
  finance: 'T1',
  accounting: 'T2',
  legal: 'T2',
  conveyancing: 'T2',
  realEstate: 'T2',
  trustAndCompanyService: 'T2',
};

/** Facts that determine a firm's tranche. `australianTranche`: as stated by the firm. */
export type TrancheFacts = CompanySectors & { australianTranche?: Tranche | null };

/** Tranche by sectors only: the first if any sector is of the first, undefined if a sector is missing or undetermined. */
export function getSectorTranche(firm: TrancheFacts): Tranche | undefined {
  if (firm.sector === null) return undefined;
  const bySector = getSectors(firm).map((each) => sectorTranches[each]);
  if (bySector.includes('T1')) return 'T1';
  return bySector.includes(undefined) ? undefined : 'T2';
}

/** Tranche of a firm. If undetermined by its sectors and not stated, the first, whose duties began earlier. */
export function getTranche(firm: TrancheFacts): Tranche {
  const bySectors = getSectorTranche(firm);
  if (bySectors === 'T1') return 'T1';
  return firm.australianTranche ?? bySectors ?? 'T1';
}

/** First day of the reformed AML/CTF Act 2006 (AU) for each tranche. Source: Act 110 of 2024, Schedule 3 items 11 and 12. */
export const australianReform: Readonly<Record<Tranche, CalendarDate>> = {
  T1: '2026-03-31',
  T2: '2026-07-01',
};

/**
 * Facts that determine from which day a law binds a company. `sector`: null until the company is set up; it is then bound from the
 * first day. `firstServiceNz`, `firstServiceAu`: first day of services captured by the country's law; null or absent if not recorded.
 */
export type RegulatedCompany = TrancheFacts & {
  firstServiceNz?: CalendarDate | null;
  firstServiceAu?: CalendarDate | null;
};

/** A company without a recorded sector is bound as one of the sector whose duties began first. */
const boundSectors = (company: RegulatedCompany): Sector[] =>
  getSectors({ ...company, sector: company.sector ?? 'other' });

/** New Zealand's Act reaches a company of several sectors with the first of them. */
function startInNewZealand(company: RegulatedCompany): CalendarDate {
  const starts = boundSectors(company).map((sector) => newZealandSectorStart[sector]);
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
  const ends = boundSectors(company).map((sector) => newZealandSectorEnd[sector] ?? null);
  return ends.includes(null) ? null : (ends.sort().at(-1) ?? null);
}

/** Whether a country's duties of CDD bound the company and no longer do on a day; its sanctions laws still do. NZ s6. */
export function hasLawEnded(
  jurisdiction: Jurisdiction,
  company: RegulatedCompany,
  on: CalendarDate,
): boolean {
  const last = lawEndsOn(jurisdiction, company);
  return last !== null && last < on;
}

/** The company's laws without those whose duties of CDD have ended for it. NZ s6. */
export function lawsWithoutEnded(
  jurisdictions: readonly Jurisdiction[],
  company: RegulatedCompany,
  on: CalendarDate,
): Jurisdiction[] {
  return jurisdictions.filter((jurisdiction) => !hasLawEnded(jurisdiction, company, on));
}
