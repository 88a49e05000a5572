import { entityFacts } from '#rules/cdd-rule-packs/entity-information.ts';
import type { ClientFacts, CustomerInformation, RulePartyFacts } from '#rules/cdd-rule-packs/facts.ts';
import { pepOffice, sourceFacts } from '#rules/cdd-rule-packs/findings.ts';
import { hasLegalRole, type PartyRole } from '#rules/clients/client-parties.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { compareFractions, fractionFromDecimal } from '#rules/fractions.ts';
import type { UnmetAtRisk } from '#rules/identity-verification/evaluate.ts';
import { evidenceCounts } from '#rules/identity-verification/evidence-expiry.ts';
import { jurisdictions } from '#rules/legal-provisions.ts';
import { ownsEnough } from '#rules/ownership/thresholds.ts';
import type { PartyRow } from '../../records/parties/store.ts';
import type { KnownOwnership } from '../business-verifications/record/store.ts';
import { filledFields } from './filled-fields.ts';

/** The day of an evaluation, and the clients whose evidence of identity does not meet their present risk level. */
export interface IdentityOn {
  on: CalendarDate;
  unmetAtRisk: ReadonlyMap<string, UnmetAtRisk>;
}

/**
 * Whether a party is verified on a day: by evidence of their identity that is valid then and meets their risk level, whatever status they have as a
 * client. NZ s16, AU s28.
 */
export function isPartyVerified(
  { partyClientId, client }: PartyRow,
  { on, unmetAtRisk }: IdentityOn,
): boolean {
  return evidenceCounts(client.identityVerifiedUntil, on) && !unmetAtRisk.has(partyClientId);
}

/**
 * A party's share of the client: through all layers, if the business was verified, else the recorded direct share; shares held for another
 * person are not the holder's own. An entity whose owners a finished verification traced is not a beneficial owner itself. While a
 * verification is in progress the larger share counts.
 */
function effectivePercent(party: PartyRow, ownership: KnownOwnership | null): string | null {
  const direct = party.beneficiallyHeld === false ? null : party.directPercent;
  const traced = ownership?.shares[party.partyClientId];
  if (ownership?.isVerified) {
    return ownership.entityClientIds.includes(party.partyClientId) ? null : (traced ?? direct);
  }
  if (traced === undefined || direct === null) return traced ?? direct;
  const [a, b] = [fractionFromDecimal(traced), fractionFromDecimal(direct)];
  return a && b && compareFractions(a, b) < 0 ? direct : traced;
}

/**
 * The recorded roles of a party, plus beneficial owner if the ownership chart shows control of the client. Who controls it depends on the chart, not
 * on the roles that a member records.
 */
function rolesOf(party: PartyRow, ownership: KnownOwnership | null, percent: string | null): PartyRole[] {
  const { roles, partyClientId } = party;
  const isOwnerByShare = percent !== null && jurisdictions.some((law) => ownsEnough(percent, law));
  const isOwner = ownership?.ownerClientIds.includes(partyClientId) ?? false;
  return isOwner && !isOwnerByShare ? [...new Set<PartyRole>([...roles, 'beneficialOwner'])] : roles;
}

/** Recorded information about a party that is not an individual, by Australia's lists. AU Rules 6-5. */
function getInformation(party: PartyRow, identity: IdentityOn): CustomerInformation | null {
  const { client } = party;
  if (client.kind === 'individual') return null;
  return {
    clientType: client.clientType,
    trustType: client.business?.trustType ?? null,
    filled: filledFields({ individual: null, business: client.business, addresses: client.addresses }),
    registrationCountry: client.registrationCountry,
    entity: entityFacts(client.entity, client.clientType, client.sourceDocuments),
    identityVerified: isPartyVerified(party, identity),
    structureTraced: client.isStructureTraced,
    parties: [{ roles: client.ownPartyRoles }],
  };
}

/** A party as the rules see it. */
function partyFacts(party: PartyRow, identity: IdentityOn, ownership: KnownOwnership | null): RulePartyFacts {
  const { client } = party;
  const percent = effectivePercent(party, ownership);
  return {
    id: party.partyClientId,
    name: client.displayName,
    roles: rolesOf(party, ownership, percent),
    effectivePercent: percent,
    verified: isPartyVerified(party, identity),
    identityUnmet: identity.unmetAtRisk.get(party.partyClientId) ?? null,
    identityChangedOn: client.identityChangedOn,
    authorityRecorded: party.authority !== null,
    kind: client.kind,
    pepStatus: client.pepStatus,
    pepOf: client.pepOf,
    pepOffice: pepOffice(client.exposure),
    pepCheckExcused: client.pepCheckExcused,
    sanctionsStatus: client.sanctionsStatus,
    screeningGaps: client.screeningGaps,
    sources: sourceFacts(client.source),
    presentCountry:
      client.kind === 'individual'
        ? (client.individual?.residenceCountry ?? client.addresses[0]?.countryCode ?? null)
        : null,
    formationCountry: client.registrationCountry,
    information: getInformation(party, identity),
    requiredReason: party.mustVerifyReason,
  };
}

/** Beneficiaries as required by NZ s23: their number, and whether each is named, people with a date of birth. */
function beneficiaryFacts(parties: readonly PartyRow[], stated: number | null): ClientFacts['beneficiaries'] {
  const named = parties.filter(({ roles }) => roles.includes('beneficiary'));
  const complete = named.filter(
    ({ client }) => client.kind === 'business' || client.individual?.dateOfBirth,
  ).length;
  const count = Math.max(stated ?? 0, named.length);
  return {
    count: stated === null && named.length === 0 ? null : count,
    namedWithBirthDates: count > 0 && complete === count,
  };
}

/**
 * Facts about a client's parties for the rules. `stated`: number of beneficiaries entered by a member. `ownership`: findings of the
 * business verification.
 */
export function getPartyFacts(
  clientType: ClientType,
  parties: readonly PartyRow[],
  identity: IdentityOn,
  stated: number | null,
  ownership: KnownOwnership | null,
): Pick<ClientFacts, 'parties' | 'beneficiaries' | 'hasNomineeManagers'> & { hasNominees: boolean } {
  return {
    parties: parties
      .map((party) => partyFacts(party, identity, ownership))
      .filter(({ roles }) => hasLegalRole(roles)),
    beneficiaries: beneficiaryFacts(parties, stated),
    hasNomineeManagers: parties.some(
      ({ roles }) =>
        roles.includes('nominee') &&
        (roles.includes('director') || (clientType === 'limitedPartnership' && roles.includes('partner'))),
    ),
    // A recorded nominee who holds shares is a nominee shareholder, whatever the client's form states.
    hasNominees:
      (ownership?.hasNominees ?? false) ||
      parties.some(
        ({ roles, directPercent, beneficiallyHeld }) =>
          (roles.includes('nominee') && (roles.includes('shareholder') || directPercent !== null)) ||
          (roles.includes('shareholder') && beneficiallyHeld === false),
      ),
  };
}
