import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { clockLabels } from '#rules/dates/clock-labels.ts';
import { type ClockId, type Due, dueFor } from '#rules/dates/clocks.ts';
import { australianReform, getTranche, lawsWithoutEnded } from '#rules/dates/commencement.ts';
import { type CompanyFacts, hasOnlyItem54 } from './company-facts.ts';

/** A dated duty of the company itself. */
export type FirmDuty = { id: ClockId; label: string; due: Due };

/** A firm that traded before its law started to apply has these duties from that law's first day. */
function dutyStart(facts: CompanyFacts, firstService: string): string {
  const reform = australianReform[getTranche(facts)];
  return firstService < reform ? reform : firstService;
}

/**
 * The company's own duties under Australian law, derived from its facts: enrolment, the compliance officer's appointment and the first
 * independent evaluation, with the calculation of each date. Empty if the first day of designated services is not recorded. A company whose
 * only services are those of item 54 of table 1 appoints no compliance officer. Its evaluation, a policy, stays listed: s26T removes most
 * duties of policies, and that it removes this one is not confirmed, so the stricter reading applies. AU ss26F(4)(f), 26K, 26T, 51B;
 * Transitional Rules 17.
 */
export function firmDuties(facts: CompanyFacts): FirmDuty[] {
  const { sector, firstServiceAu, enrolmentNumber } = facts;
  if (!facts.regulatedIn.includes('AUS') || firstServiceAu === null) return [];
  const firm = { sector: sector ?? 'other', tranche: getTranche(facts) } as const;
  const known = enrolmentNumber === null ? {} : { facts: { enrolmentNumber } };
  const appointment: [ClockId, string] = ['au.officer.when.appointment', dutyStart(facts, firstServiceAu)];
  const events: [ClockId, string][] = [
    ['au.enrol', firstServiceAu],
    ...(hasOnlyItem54(facts) ? [] : [appointment]),
    ['au.eval', firstServiceAu],
  ];
  return events.flatMap(([id, on]) => {
    const due = dueFor(id, { on, ...firm, ...known });
    return due === undefined ? [] : [{ id, label: clockLabels[id], due }];
  });
}

/** A duty of the company itself of which the law sets no day. */
export type UndatedDuty = { code: string; label: string; why: string; provision: string };

/** First day of the power to set a levy. To be confirmed (nz.levy): the amending Act of 2026. */
const levyPowerFrom = '2026-07-01';

/**
 * Duties of the company that have no day yet. New Zealand may levy reporting entities each year from 1 July 2026; the regulations with amount and day were
 * not found, so both are open. Source: amending Act of 2026 (NZ) and its consultation until 10 April 2026.
 */
export function undatedDuties(facts: CompanyFacts, on: CalendarDate): UndatedDuty[] {
  const isLevied = lawsWithoutEnded(facts.regulatedIn, facts, on).includes('NZL') && levyPowerFrom <= on;
  if (!isLevied) return [];
  return [
    {
      code: 'nz.levy',
      label: 'Annual levy (NZ)',
      why: 'The Act allows a levy from 1 July 2026; no regulations with its amount and day are known. To be confirmed',
      provision: 'NZ amending Act of 2026',
    },
  ];
}
