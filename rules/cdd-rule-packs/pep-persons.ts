import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { type ApprovedExposure, isForeignPepIn, toApprovedExposure } from '#rules/pep.ts';
import {
  exposedForAustralia,
  exposedPartyIds,
  isCustomerExposed,
  ownersForNewZealand,
} from './conditions.ts';
import type { ClientFacts } from './facts.ts';

/**
 * Whether a client is reviewed when a related party becomes a PEP: a beneficial owner, or a person on whose behalf the client acts, under any of
 * the laws; not someone who merely acts for the client. NZ s26(2), s31; AU Rules 5-5(1A), 6-23, 6-24.
 * @param partyId of the party's own client record
 */
export function isReviewedWithPep(
  facts: ClientFacts,
  partyId: string,
  jurisdictions: readonly Jurisdiction[],
): boolean {
  return jurisdictions
    .flatMap((law) => (law === 'AUS' ? exposedForAustralia(facts) : ownersForNewZealand(facts)))
    .some(({ id }) => id === partyId);
}

/**
 * Exposures for which a senior manager decides on the relationship: of the client and of the related parties whose exposure counts, each person
 * once. NZ s26(2)(a); AU Rules 5-5(1), (1A), there of PEPs of any kind at high risk.
 * @param clientId of the client itself
 */
export function exposuresToApprove(
  facts: ClientFacts,
  clientId: string,
  jurisdictions: readonly Jurisdiction[],
  on: CalendarDate,
): ApprovedExposure[] {
  const persons = [toApprovedExposure(clientId, facts)].concat(
    facts.parties.map((party) => toApprovedExposure(party.id, party)),
  );
  const demanding = new Set(
    jurisdictions.flatMap((law) => {
      if (law === 'AUS') return [...(isCustomerExposed(facts) ? [clientId] : []), ...exposedPartyIds(facts)];
      const owners = ownersForNewZealand(facts).map(({ id }) => id);
      return persons
        .filter((person) => person.clientId === clientId || owners.includes(person.clientId))
        .filter((person) => isForeignPepIn('NZL', person, on))
        .map((person) => person.clientId);
    }),
  );
  return persons.filter((person) => demanding.has(person.clientId));
}
