import { compareDates } from '#rules/dates/calendar-dates.ts';
import type { Due } from '#rules/dates/clocks.ts';
import { dueFor } from '#rules/dates/clocks.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';
import { privacyHolidays } from './breaches.ts';

/** A person’s request about information held on them: IPP 6 and 7 (NZ), APP 12 and 13 (AU). */
export const privacyRequestKinds = ['access', 'correction'] as const;
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number];

export const privacyRequestKindLabels: Record<PrivacyRequestKind, string> = {
  access: 'Access',
  correction: 'Correction',
};

export const privacyDecisions = ['granted', 'partly', 'refused'] as const;
export type PrivacyDecision = (typeof privacyDecisions)[number];

export const privacyDecisionLabels: Record<PrivacyDecision, string> = {
  granted: 'Granted',
  partly: 'Granted in part',
  refused: 'Refused',
};

const clockByCountry = { NZL: 'nz.privacy.request', AUS: 'au.privacy.request' } as const;

/** The day by which a request must be answered: the earliest of the laws that apply; undefined if none was in force. */
export function privacyRequestDue(
  receivedOn: string,
  { regulatedIn, sector }: { regulatedIn: readonly Jurisdiction[]; sector: Sector },
): Extract<Due, { by: 'day' }> | undefined {
  return regulatedIn
    .flatMap((country) => {
      const alsoClosed = country === 'NZL' ? privacyHolidays(receivedOn) : [];
      const due = dueFor(clockByCountry[country], { on: receivedOn, sector, alsoClosed });
      return due?.by === 'day' ? [due] : [];
    })
    .sort((a, b) => compareDates(a.dueOn, b.dueOn))[0];
}
