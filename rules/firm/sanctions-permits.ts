import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { type Jurisdiction, ownRules } from '#rules/legal-provisions.ts';
import { afterTheOthers } from '#rules/maker-checker.ts';
import { getProvision, type SanctionsRegime, sanctionsRegimes } from '#rules/sanctions.ts';

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
  return sanctionsRegimes.filter((regime) => getProvision(regime, country) !== undefined);
}

/**
 * Provisions under which a permit or authorisation is issued, where they are others than those of the prohibition. To be confirmed
 * (nz.tfs.permit): whether those of New Zealand's United Nations and Russia sanctions have one.
 */
const permitProvisions: Partial<Record<SanctionsRegime, Partial<Record<Jurisdiction, string>>>> = {
  un: { AUS: 'Charter of the United Nations Act 1945 (AU) s 22' },
  dfat: { AUS: 'Autonomous Sanctions Regulations 2011 (AU) reg 18' },
  auTerrorism: { AUS: 'Charter of the United Nations Act 1945 (AU) s 22, for a listing under s 15' },
  nzTerrorism: { NZL: 'Terrorism Suppression Act 2002 (NZ) ss 9(2), (3), 11' },
};

/** The provisions of a permit's laws, separated by commas. */
function permitProvision({ regimes, country }: Pick<Permit, 'regimes' | 'country'>): string {
  return regimes
    .flatMap((regime) => permitProvisions[regime]?.[country] ?? getProvision(regime, country) ?? [])
    .join(', ');
}

/** Text for a last day that has passed; null if a permit to this day could still take effect. */
export function endedText(validTo: CalendarDate, today: CalendarDate): string | null {
  return validTo < today ? `The last day has passed: ${formatDate(validTo)}` : null;
}

/**
 * Blockers of a person approving a permit that awaits approval: the days that it allows have passed, or they recorded it themselves and
 * another person may decide, or could in the last 24 hours. The company's policy on maker-checker has no effect: a permit lifts a
 * prohibition.
 */
export function permitApprovalBlockers(
  permit: Pick<Permit, 'regimes' | 'country' | 'validTo'>,
  { today, isOwn, hasOther }: { today: CalendarDate; isOwn: boolean; hasOther: boolean },
): Blocker[] {
  const provision = permitProvision(permit);
  const blockers: Blocker[] = [];
  const ended = endedText(permit.validTo, today);
  if (ended !== null) {
    blockers.push({
      code: 'permit.ended',
      text: `${ended}. Withdraw this permit, and record the one in effect.`,
      provision,
      fix: { target: 'client.permits' },
    });
  }
  if (isOwn && hasOther) {
    blockers.push({
      code: 'permit.secondPersonNeeded',
      text: `Maker-checker: you cannot approve your own permit. A second person must approve what lifts the prohibition (${provision}). ${afterTheOthers}`,
      // No law specifies who checks the permit.
      ...ownRules.programme,
      fix: { target: 'settings.team' },
    });
  }
  return blockers;
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
