import type { z } from 'zod';
import {
  type AssignmentResult,
  type assignFilteredClients,
  assignClients as tickedEndpoint,
} from '#contract/client-assignment.ts';
import { maxFilteredClients } from '#rules/clients/client-batches.ts';
import { changesBetween } from '../../../kernel/audit/detail.ts';
import { callerActor } from '../../../kernel/command/caller-actor.ts';
import { commandsOf } from '../../../kernel/command/command.ts';
import { inWork, type Work } from '../../../kernel/command/work.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { type BatchEnd, exportBatch, searchToExport } from '../export-store.ts';
import { resolveFilters } from '../list.ts';
import { fewMatches, listPage } from '../list-store.ts';
import type { ClientsDeps } from '../queries.ts';
import { getSearchQueries } from '../search-query.ts';
import { type AssignedClient, activeMemberName, lockForAssignment, writeResponsible } from './store.ts';

type Trx = Work['trx'];
type Person = { id: string; name: string } | null;

/** Clients of one transaction. */
const clientsPerBatch = 50;

/** The new relationship owner, or none. Refuses with `request.invalid` anyone but an active member. */
async function readPerson(trx: Trx, id: string | null): Promise<Person> {
  if (id === null) return null;
  const name = await activeMemberName(trx, id);
  if (name !== null) return { id, name };
  throw invalid('Choose an active member of your company', 'responsibleMemberId');
}

/** Writes those whose responsible member is another, and an event for each. */
async function assign(
  { trx, by, at, record }: Work,
  clients: readonly AssignedClient[],
  person: Person,
): Promise<{ changed: number; unchanged: number }> {
  const others = clients.filter(({ responsible }) => (responsible?.id ?? null) !== (person?.id ?? null));
  if (others.length > 0) {
    await writeResponsible(trx, {
      ids: others.map(({ id }) => id),
      memberId: person?.id ?? null,
      at,
      by: by.actor.id,
    });
  }
  // An event each, because the trail is read client by client.
  record(
    ...others.map(({ id, responsible }) => ({
      action: 'client.updated',
      resourceType: 'client',
      resourceId: id,
      detail: { changes: changesBetween({ responsible }, { responsible: person }) },
    })),
  );
  return { changed: others.length, unchanged: clients.length - others.length };
}

/** POST /clients/bulk-assign: in one transaction, but for the clients whose responsible member changed since they were looked at. */
export const assignTicked = commandsOf<ClientsDeps>()(tickedEndpoint, {
  async change({ body, ...work }) {
    const { trx } = work;
    const person = await readPerson(trx, body.responsibleMemberId);
    const shownOwners = new Map(
      body.clients.map(({ id, shownResponsibleMemberId }) => [id, shownResponsibleMemberId]),
    );
    const clients = await lockForAssignment(trx, [...shownOwners.keys()]);
    // A client of another company is returned as not found.
    if (clients.length < shownOwners.size) throw apiError('record.notFound');
    const isAsShown = ({ id, responsible }: AssignedClient) =>
      (responsible?.id ?? null) === shownOwners.get(id) || (responsible?.id ?? null) === (person?.id ?? null);
    const counts = await assign(work, clients.filter(isAsShown), person);
    const notChanged = clients
      .filter((client) => !isAsShown(client))
      .map(({ id, name, responsible }) => ({
        id,
        name,
        reason: `Relationship owner is now ${responsible?.name ?? 'unassigned'}`,
      }));
    return { ...counts, notChanged };
  },
  read: async (_context, _before, result) => result,
  events: () => [],
});

/**
 * POST /clients/bulk-assign-by-filter: assigns all clients that match the filter, in transactions of a few dozen.
 * Refuses with `request.invalid` more clients than the page showed, or than one request may change.
 */
export async function assignFiltered(
  deps: ClientsDeps,
  caller: MemberCaller,
  input: z.output<typeof assignFilteredClients.body>,
): Promise<AssignmentResult> {
  const companyId = caller.company.id;
  const { filters, sort, text } = resolveFilters(input.filters, caller, deps.now());
  const { search, person } = await asTenant(deps.db, companyId, async (trx) => {
    const searchQuery = text === undefined ? undefined : (await getSearchQueries(trx, [text]))[0];
    const query = { filters, sort, search: searchQuery, place: undefined, limit: 1 };
    const { total } = await listPage(trx, query);
    if (total.count > maxFilteredClients || total.capped) {
      throw invalid(
        `At most ${maxFilteredClients} clients at once. Narrow the filter, or tick clients.`,
        'filters',
      );
    }
    if (total.count > input.shownTotal) {
      const clients = total.count === 1 ? 'client' : 'clients';
      throw invalid(`The filter has ${total.count} ${clients} now. Look again, then assign.`, 'filters');
    }
    return {
      search: searchQuery && (await searchToExport(trx, filters, searchQuery, fewMatches)),
      person: await readPerson(trx, input.responsibleMemberId),
    };
  });
  const result: AssignmentResult = { changed: 0, unchanged: 0, notChanged: [] };
  let after: BatchEnd | undefined;
  do {
    const from = after;
    after = await inWork(deps, callerActor(caller), async (work) => {
      const { trx } = work;
      const batch = await exportBatch(trx, { filters, search, after: from, limit: clientsPerBatch });
      if (batch.clients.length === 0) return undefined;
      const locked = await lockForAssignment(
        trx,
        batch.clients.map(({ id }) => id),
      );
      // A client reassigned while this command waited for its lock keeps the new owner.
      const previousOwners = new Map(
        batch.clients.map(({ id, responsible }) => [id, responsible?.id ?? null]),
      );
      const same = locked.filter(
        ({ id, responsible }) => (responsible?.id ?? null) === previousOwners.get(id),
      );
      const counts = await assign(work, same, person);
      result.changed += counts.changed;
      result.unchanged += counts.unchanged;
      return batch.end;
    });
  } while (after !== undefined);
  return result;
}
