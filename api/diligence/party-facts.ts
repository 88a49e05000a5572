import type { CalendarDate } from '#rules/calendar-dates.ts';
import { isDiligenceDone } from '#rules/guards/client-status.ts';
import type { ClientFacts, RulePartyFacts } from '#rules/rule-packs/facts.ts';
import type { PartyRow } from '../parties/store.ts';

/**
 * Whether a party is verified on a day: due diligence on them as a client is done, or, as no more is wanted of a party, their identity
 * stands verified. Source: NZ s16, AU s28.
 */
export function isPartyVerified({ client }: PartyRow, on: CalendarDate): boolean {
  const { cddStatus, exceptionEndsOn, identityVerified } = client;
  return identityVerified || isDiligenceDone({ cddStatus, exceptionEndsOn }, on);
}

/**
 * A party as the rules see it. What somebody owns is what is recorded of them directly, until a business verification multiplies
 * shares through layers; what is held for somebody else is no share of the holder's own (domain 4, Beneficial owners).
 */
function partyFacts(party: PartyRow, on: CalendarDate): RulePartyFacts {
  const { client } = party;
  return {
    id: party.partyClientId,
    name: client.displayName,
    roles: party.roles,
    effectivePercent: party.beneficiallyHeld === false ? null : party.directPercent,
    verified: isPartyVerified(party, on),
    authorityRecorded: party.authority !== null,
    pepStatus: client.pepStatus,
    pepOf: client.pepOf,
    presentCountry:
      client.kind === 'individual'
        ? (client.individual?.residenceCountry ?? client.addresses[0]?.countryCode ?? null)
        : null,
    formationCountry: client.registrationCountry,
    requiredReason: party.mustVerifyReason,
  };
}

/** Beneficiaries as NZ s23 asks for them: how many, and whether each is named, a person with a date of birth. */
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

/** What the rules want to know of those who belong to a client. `stated`: how many beneficiaries a person says there are. */
export function factsOfParties(
  parties: readonly PartyRow[],
  on: CalendarDate,
  stated: number | null,
): Pick<ClientFacts, 'parties' | 'beneficiaries'> & { hasNominees: boolean } {
  return {
    parties: parties.map((party) => partyFacts(party, on)),
    beneficiaries: beneficiaryFacts(parties, stated),
    // Somebody on record as a nominee who holds shares is a nominee shareholder, whatever the client's form says.
    hasNominees: parties.some(
      ({ roles, directPercent, beneficiallyHeld }) =>
        (roles.includes('nominee') && (roles.includes('shareholder') || directPercent !== null)) ||
        (roles.includes('shareholder') && beneficiallyHeld === false),
    ),
  };
}
