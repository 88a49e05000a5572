import type { AssessedClient } from './engine.ts';
import type { ClientFacts } from './facts.ts';

/** A party of a client with every reason why the party has to be verified. */
export type MandatoryParty = {
  /** Of the party's own client record. */
  partyId: string;
  name: string;
  verified: boolean;
  /** Of the rules after the name ("owns 30 % of the client"); a person's in that person's words. */
  reasons: string[];
};

/**
 * Everybody beside the client who has to be verified before the client is taken on: whom a rule wants, and whom a person has marked.
 * In the order of the facts.
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
