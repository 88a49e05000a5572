import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { getProvision, type SanctionsRegime } from '#rules/sanctions.ts';

/** Actions that a permit can allow: onboarding the client, starting or resuming work, completing it. */
export const permitActs = ['takeOn', 'startWork', 'completeWork'] as const;
export type PermitAct = (typeof permitActs)[number];

export const permitActLabels: Record<PermitAct, string> = {
  takeOn: 'Taking the client on',
  startWork: 'Starting and resuming work',
  completeWork: 'Completing work, with its payments and transfers',
};

/** Laws under which a permit can be issued, by country: those with prohibitions there. AU reg 18, s22; NZ s9(2), (3), s11. */
export function permitRegimes(country: Jurisdiction): SanctionsRegime[] {
  return (['un', 'dfat', 'nzTerrorism', 'nzRussia'] as const).filter(
    (regime) => getProvision(regime, country) !== undefined,
  );
}

/** A permit or authorisation on record. From and to are both included. */
export type Permit = {
  id: string;
  number: string;
  country: Jurisdiction;
  regimes: readonly SanctionsRegime[];
  acts: readonly PermitAct[];
  validFrom: CalendarDate;
  validTo: CalendarDate;
  isApproved: boolean;
  isWithdrawn: boolean;
};

/** Whether a permit is in effect on a day: approved, not withdrawn, started and not ended. */
export function isInEffect(permit: Permit, on: CalendarDate): boolean {
  return permit.isApproved && !permit.isWithdrawn && permit.validFrom <= on && on <= permit.validTo;
}

/** Whether permits lift a regime's prohibition in a country, for an action on a day. */
export function isLifted(
  permits: readonly Permit[],
  prohibition: { regime: SanctionsRegime; country: Jurisdiction },
  { act, on }: { act: PermitAct; on: CalendarDate },
): boolean {
  return permits.some(
    (permit) =>
      isInEffect(permit, on) &&
      permit.country === prohibition.country &&
      permit.regimes.includes(prohibition.regime) &&
      permit.acts.includes(act),
  );
}

/** Status label of a permit on a day. */
export function permitState(permit: Permit, on: CalendarDate): string {
  if (permit.isWithdrawn) return 'Withdrawn';
  if (!permit.isApproved) return 'Awaiting approval';
  if (on > permit.validTo) return 'Ended';
  return on < permit.validFrom ? 'Not in effect yet' : 'In effect';
}
