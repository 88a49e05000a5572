import type { PartyRole } from './client-parties.ts';

/** Steps from a client over which others belong to its group: a person, a company of theirs, and its other owners. */
export const maxGroupSteps = 3;

/** Maximum clients of a group besides the client itself. A shared trustee or agent would connect half of the clients. */
export const maxGroupClients = 40;

/** A current relationship: the party has the roles for the client. */
export type PartyLink = { clientId: string; partyClientId: string; roles: readonly PartyRole[] };

/** A client of a group with the relationship by which it was found, which leads one step closer to the origin. */
export type GroupMember = { id: string; link: PartyLink };

/**
 * The clients that a step adds to a group: the other ends of its members' relationships, each once, in the order of the
 * relationships. `known`: ids of the group so far, with the origin's.
 */
export function nextGroupMembers(known: ReadonlySet<string>, links: readonly PartyLink[]): GroupMember[] {
  const found = new Map<string, GroupMember>();
  for (const link of links) {
    const ends = [link.clientId, link.partyClientId];
    if (!ends.some((end) => known.has(end))) continue;
    for (const id of ends) if (!known.has(id) && !found.has(id)) found.set(id, { id, link });
  }
  return [...found.values()];
}
