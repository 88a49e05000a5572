import type { AssessedClient } from './engine.ts';
import type { ClientFacts } from './facts.ts';

/** A party of a client with all reasons why verification is required. */
export type MandatoryParty = {
  /** Id of the party's own client record. */
  partyId: string;
  name: string;
  verified: boolean;
  /** Reasons of rules follow the name ("owns 30 % of the client"); a member's are as entered. */
  reasons: string[];
};

/**
 * Parties that must be verified before the client is onboarded: those required by a rule, and those marked by a member. In the order
 * of the facts.
 */
export function mandatoryParties(
  { parties }: Pick<ClientFacts, 'parties'>,
  { mustVerify }: Pick<AssessedClient, 'mustVerify'>,
): MandatoryParty[] {
  return parties.flatMap(({ id, name, verified, requiredReason }) => {
    const reasons = [
      ...mustVerify.filter(({ partyId }) => partyId === id).map(({ reason }) => reason),
      ...(requiredReason ? [requiredReason] : []),
    ];
    return reasons.length === 0 ? [] : [{ partyId: id, name, verified, reasons: [...new Set(reasons)] }];
  });
}
