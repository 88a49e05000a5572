import type { Sector } from '#rules/sectors.ts';
import type { CalendarDate } from './calendar-dates.ts';

/**
 * Day on which the AML/CFT Act 2009 (NZ) started to apply to a sector. Source: NZ s 6 and its transitional orders. To be
 * confirmed except for law firms and real estate agents. If no order is known (`other`), the Act's first day, because an earlier
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

/** Facts that determine a firm's tranche. `sector`: null until recorded. `australianTranche`: as stated by the firm. */
export type TrancheFacts = {
  sector: Sector | null;
  otherSectors?: readonly Sector[];
  australianTranche?: Tranche | null;
};

/** Tranche by sectors only: the first if any sector is of the first, undefined if a sector is missing or undetermined. */
export function getSectorTranche({ sector, otherSectors = [] }: TrancheFacts): Tranche | undefined {
  if (sector === null) return undefined;
  const bySector = [sector, ...otherSectors].map((each) => sectorTranches[each]);
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
