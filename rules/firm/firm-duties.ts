import { clockLabels } from '#rules/dates/clock-labels.ts';
import { type ClockId, type Due, dueFor } from '#rules/dates/clocks.ts';
import { australianReform, getTranche } from '#rules/dates/commencement.ts';
import type { CompanyFacts } from './company-facts.ts';

/** A dated duty of the company itself. */
export type FirmDuty = { id: ClockId; label: string; due: Due };

/** A firm that traded before its law started to apply has these duties from that law's first day. */
function dutyStart(facts: CompanyFacts, firstService: string): string {
  const reform = australianReform[getTranche(facts)];
  return firstService < reform ? reform : firstService;
}

/**
 * The company's own duties under Australian law, derived from its facts: enrolment, the compliance officer's appointment and the first
 * independent evaluation, with the calculation of each date. Empty if the first day of designated services is not recorded. AU ss26F(4)(f),
 * 26K, 51B; Transitional Rules 17.
 */
export function firmDuties(facts: CompanyFacts): FirmDuty[] {
  const { sector, firstServiceAu, enrolmentNumber } = facts;
  if (!facts.regulatedIn.includes('AUS') || firstServiceAu === null) return [];
  const firm = { sector: sector ?? 'other', tranche: getTranche(facts) } as const;
  const known = enrolmentNumber === null ? {} : { facts: { enrolmentNumber } };
  const events: [ClockId, string][] = [
    ['au.enrol', firstServiceAu],
    ['au.officer.when.appointment', dutyStart(facts, firstServiceAu)],
    ['au.eval', firstServiceAu],
  ];
  return events.flatMap(([id, on]) => {
    const due = dueFor(id, { on, ...firm, ...known });
    return due === undefined ? [] : [{ id, label: clockLabels[id], due }];
  });
}
