import { readClientGroup as endpoint, type GroupClient } from '#contract/clients/client-group.ts';
import {
  type GroupMember,
  maxGroupClients,
  maxGroupSteps,
  nextGroupMembers,
} from '#rules/clients/client-groups.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Work } from '../../kernel/command/work.ts';
import { currentLinks, groupClients } from '../../records/parties/store.ts';
import type { PartiesDeps } from './queries.ts';

const query = queriesFor<PartiesDeps>();

/** Maximum relationships read in one step. */
const maxLinks = 500;

/** The clients connected with a client, nearest first; more than `maxGroupClients` if not all can be listed. */
async function findMembers(trx: Work['trx'], origin: string): Promise<GroupMember[]> {
  const known = new Set([origin]);
  const members: GroupMember[] = [];
  let latest = [origin];
  for (let step = 0; step < maxGroupSteps && latest.length > 0; step += 1) {
    const next = nextGroupMembers(known, await currentLinks(trx, latest, maxLinks));
    members.push(...next);
    if (members.length > maxGroupClients) break;
    latest = next.map(({ id }) => id);
    for (const id of latest) known.add(id);
  }
  return members;
}

/** GET /clients/:id/group. */
export const readClientGroup = query(endpoint, async ({ trx, params: { id } }) => {
  const members = await findMembers(trx, id);
  const listed = members.slice(0, maxGroupClients);
  const clients = await groupClients(trx, [id, ...listed.map((member) => member.id)]);
  if (!clients.has(id)) return null;
  return {
    clients: listed.flatMap(({ id: memberId, link }): GroupClient[] => {
      const isReverse = link.clientId === memberId;
      const client = clients.get(memberId);
      const of = clients.get(isReverse ? link.partyClientId : link.clientId);
      if (client === undefined || of === undefined) return [];
      const relation = { roles: [...link.roles], of: { id: of.id, name: of.name }, isReverse };
      return [{ ...client, relation }];
    }),
    hasMore: members.length > maxGroupClients,
  };
});
