import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { exposedForAustralia, ownersForNewZealand } from './conditions.ts';
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
