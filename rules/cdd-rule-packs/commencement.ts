import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import {
  australianReform,
  getTranche,
  newZealandSectorStart,
  type Tranche,
} from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';

/** What decides from which day a law binds a company. `sector`: null until the company is set up, and then bound from the first day. */
export type RegulatedCompany = { sector: Sector | null };

/** T1 customers of before this day keep the relief of AU s36; T2 customers of before their first day do. */
const australianLegacy: Readonly<Record<Tranche, CalendarDate>> = {
  T1: '2007-12-12',
  T2: australianReform.T2,
};

/** First day on which a country's duties bind a company. Source: NZ s6; Act 110 of 2024 (Cth) Schedule 3 item 11. */
export function lawAppliesFrom(jurisdiction: Jurisdiction, { sector }: RegulatedCompany): CalendarDate {
  return jurisdiction === 'AUS'
    ? australianReform[getTranche(sector ?? 'other')]
    : newZealandSectorStart[sector ?? 'other'];
}

/**
 * A customer whose relationship began before this day is one of before commencement, for whom initial CDD may be waived. Source: NZ s14(1)(c);
 * AU s36.
 */
export function legacyBefore(jurisdiction: Jurisdiction, company: RegulatedCompany): CalendarDate {
  return jurisdiction === 'AUS'
    ? australianLegacy[getTranche(company.sector ?? 'other')]
    : lawAppliesFrom(jurisdiction, company);
}
