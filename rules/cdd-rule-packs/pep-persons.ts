import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { beneficialOwners } from './beneficial-owners.ts';
import { exposedForAustralia } from './conditions.ts';
import type { ClientFacts } from './facts.ts';
import { customerActsFor } from './person-items.ts';

/**
 * Whether a client is reviewed when a related party becomes a PEP: a beneficial owner, or a person on whose behalf the client acts, under any of
 * the laws; not someone who merely acts for the client. NZ s26(2), s31; AU Rules 5-5(1A), 6-23, 6-24. That New Zealand's law counts everyone on
 * whose behalf a client acts is the stricter reading, to be confirmed against s5 as amended.
 * @param partyId of the party's own client record
 */
export function isReviewedWithPep(
  facts: ClientFacts,
  partyId: string,
  jurisdictions: readonly Jurisdiction[],
): boolean {
  return jurisdictions
    .flatMap((law) =>
      law === 'AUS'
        ? exposedForAustralia(facts)
        : [
            ...beneficialOwners(facts, law).map(({ party }) => party),
            ...facts.parties.filter(customerActsFor),
          ],
    )
    .some(({ id }) => id === partyId);
}
