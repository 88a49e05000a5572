import type { Sector } from '#rules/sectors.ts';
import type { CalendarDate } from './calendar-dates.ts';

/**
 * The day on which the AML/CFT Act 2009 (NZ) reached a sector. Source: NZ s6 and its transitional orders. To be confirmed but for law
 * firms and real estate agents; where no order is known (`other`), the Act's first day, because an earlier start is the safe one.
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
 * `T2`: a firm whose only designated services are those of tables 5 and 6, or item 2 of table 2, of AU s6; `T1`: any other.
 * Source: Act 110 of 2024 (AU), Schedule 3 Part 4.
 */
export type Tranche = 'T1' | 'T2';

/** Tranche of a firm that does what its sector usually does; a firm with another designated service besides is of T1. */
export function getTranche(sector: Sector): Tranche {
  return sector === 'finance' || sector === 'other' ? 'T1' : 'T2';
}

/** First day of the reformed AML/CTF Act 2006 (AU) for each tranche. Source: Act 110 of 2024, Schedule 3 items 11 and 12. */
export const australianReform: Readonly<Record<Tranche, CalendarDate>> = {
  T1: '2026-03-31',
  T2: '2026-07-01',
};
