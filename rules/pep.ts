import { type ClientType, type PepStatus, pepStatusLabels } from './clients/client-types.ts';
import { addMonths, type CalendarDate } from './dates/calendar-dates.ts';
import type { Jurisdiction } from './legal-provisions.ts';

/** Type of the PEP whose family member or close associate a person is, if known. */
export type PepOf = 'foreign' | 'domestic' | 'internationalOrganisation';

/**
 * Client types that are people, alone or together. An estate is excluded: the person has died, and its administrator is assessed instead.
 */
const people: readonly ClientType[] = ['individual', 'soleTrader', 'joint'];

/**
 * Returns true if a client can be a PEP: only individuals hold public office or are close to an office holder. For a company or a trust the
 * law covers its related individuals. NZ s5, s26(1); AU s28(2)(e)(i), Rules 1-5.
 */
export function canBeExposed(clientType: ClientType): boolean {
  return people.includes(clientType);
}

/**
 * PEP status for display; null for a client that cannot be a PEP and has none recorded. A status recorded for an entity is shown, because
 * it counts.
 */
export function toVisiblePepStatus(clientType: ClientType, pepStatus: PepStatus): string | null {
  return pepStatus === 'notChecked' && !canBeExposed(clientType) ? null : pepStatusLabels[pepStatus];
}

/** Returns true if someone is a PEP of any kind, or a relative or close associate of one. */
export function isExposed(pepStatus: PepStatus): boolean {
  return pepStatus !== 'none' && pepStatus !== 'notChecked';
}

/**
 * Returns true if a person is treated as a PEP of their own country or of an international organisation. A relative or close associate
 * takes the kind of the PEP. AU s9, Rules 1-5.
 */
function countsAsDomesticPep(pepStatus: PepStatus, pepOf?: PepOf | null): boolean {
  const kind = pepStatus === 'relativeOrAssociate' ? pepOf : pepStatus;
  return kind === 'domestic' || kind === 'internationalOrganisation';
}

/**
 * Returns true if a person is treated as a foreign PEP. A relative or close associate takes the kind of the PEP (both
 * Acts, "politically exposed person"); if not recorded, foreign.
 */
export function countsAsForeignPep(pepStatus: PepStatus, pepOf?: PepOf | null): boolean {
  if (pepStatus === 'relativeOrAssociate') return !pepOf || pepOf === 'foreign';
  return pepStatus === 'foreign';
}

/**
 * The public office of a PEP, or of the PEP whose relative or close associate the person is. `country`: alpha-3 of the office's state; null
 * if not recorded. `endedOn`: the day the office was left; null while it is held, or if not recorded.
 */
export type PepOffice = { country: string | null; endedOn: CalendarDate | null };

/** Recorded facts on someone's PEP status. */
export type PepExposure = { pepStatus: PepStatus; pepOf?: PepOf | null; pepOffice?: PepOffice | null };

/** Months for which a person who has left office remains a PEP. NZ s 5. To be confirmed (nz.pep.who): s 5 as amended in 2026. */
export const monthsAfterOffice = 12;

/**
 * Last day of PEP status after leaving office; null if the law sets none. New Zealand: 12 months (s 5). Australia has no such
 * rule: a former PEP remains one until recorded otherwise (Rules 5-5(5) requires a policy on former PEPs).
 */
export function officeCountsUntil(jurisdiction: Jurisdiction, endedOn: CalendarDate): CalendarDate | null {
  return jurisdiction === 'NZL' ? addMonths(endedOn, monthsAfterOffice) : null;
}

/**
 * Returns true if a country's law treats a person as a foreign PEP on a day. The state of the office decides: a minister of Australia is
 * foreign in New Zealand and domestic in Australia. Without a recorded country, the recorded kind applies. An office of an international
 * organisation does not belong to an overseas country. NZ s5, s26; AU s5, Rules 1-5.
 */
export function isForeignPepIn(
  jurisdiction: Jurisdiction,
  { pepStatus, pepOf, pepOffice }: PepExposure,
  on: CalendarDate,
): boolean {
  const { country, endedOn } = pepOffice ?? { country: null, endedOn: null };
  const until = endedOn === null ? null : officeCountsUntil(jurisdiction, endedOn);
  if (until !== null && on > until) return false;
  const kind = pepStatus === 'relativeOrAssociate' ? (pepOf ?? 'foreign') : pepStatus;
  if (country === null || (kind !== 'foreign' && kind !== 'domestic'))
    return countsAsForeignPep(pepStatus, pepOf);
  return country !== jurisdiction;
}

/**
 * Returns true if Australian law treats a person as a domestic PEP or a PEP of an international organisation. AU Rules 1-5.
 */
export function isDomesticPepInAustralia({ pepStatus, pepOf, pepOffice }: PepExposure): boolean {
  const country = pepOffice?.country ?? null;
  const kind = pepStatus === 'relativeOrAssociate' ? (pepOf ?? 'foreign') : pepStatus;
  if (country === null || (kind !== 'foreign' && kind !== 'domestic'))
    return countsAsDomesticPep(pepStatus, pepOf);
  return country === 'AUS';
}

/**
 * Returns true if two records concern the same exposure: the same kind and country of office, left on the same day or still
 * held. An approval of one exposure does not cover another.
 */
export function isSameExposure(a: PepExposure, b: PepExposure): boolean {
  const getParts = ({ pepStatus, pepOf, pepOffice }: PepExposure) => [
    pepStatus,
    pepOf ?? null,
    pepOffice?.country ?? null,
    pepOffice?.endedOn ?? null,
  ];
  const parts = getParts(b);
  return getParts(a).every((part, index) => part === parts[index]);
}

/**
 * Returns true if a finding says less than a confirmed match: that someone is not exposed, or that a foreign PEP is one of another kind.
 */
export function isWeakerExposure(finding: PepExposure, match: PepExposure): boolean {
  const isForeign = ({ pepStatus, pepOf }: PepExposure) => countsAsForeignPep(pepStatus, pepOf);
  return !isExposed(finding.pepStatus) || (isForeign(match) && !isForeign(finding));
}

/** A person's exposure as a senior manager approved it. `clientId`: of the person's own client record. */
export type ApprovedExposure = Required<PepExposure> & { clientId: string };

/** The exposure of a person, as an approval stores it. */
export const toApprovedExposure = (
  clientId: string,
  { pepStatus, pepOf, pepOffice }: PepExposure,
): ApprovedExposure => ({ clientId, pepStatus, pepOf: pepOf ?? null, pepOffice: pepOffice ?? null });

/**
 * Returns true if an approval was made for every exposure that demands one now: those that were found before it, and have not changed since.
 * NZ s26(2)(a); AU Rules 5-5(1), (1A).
 * @param approved the exposures on record at the approval; undefined of one for which they are not on record
 */
export function coversExposures(
  approved: readonly ApprovedExposure[] | undefined,
  demanding: readonly ApprovedExposure[],
): boolean {
  return demanding.every((exposure) =>
    approved?.some((known) => known.clientId === exposure.clientId && isSameExposure(known, exposure)),
  );
}

/**
 * Returns true if a PEP status is consistent with the country of office: with one applicable law, an office of that country is
 * not foreign, and an office of another is not domestic. With several applicable laws, both are possible.
 */
export function suitsOffice(
  { pepStatus, pepOf }: Pick<PepExposure, 'pepStatus' | 'pepOf'>,
  country: string,
  regulatedIn: readonly Jurisdiction[],
): boolean {
  const kind = pepStatus === 'relativeOrAssociate' ? pepOf : pepStatus;
  if (kind === 'foreign') return regulatedIn.some((jurisdiction) => jurisdiction !== country);
  if (kind === 'domestic') return regulatedIn.some((jurisdiction) => jurisdiction === country);
  return true;
}
