import {
  type AssignmentResult,
  assignFilteredClients as filteredEndpoint,
  assignClients as tickedEndpoint,
} from '#contract/clients/client-assignment.ts';
import { changesBetween } from '../../../kernel/audit/detail.ts';
import { commandsFor, receipt } from '../../../kernel/command/command.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import type { Work } from '../../../kernel/command/work.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../../kernel/http/api-error.ts';
import { changeFilteredClients } from '../list/filtered-clients.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { type AssignedClient, activeMemberName, lockForAssignment, writeResponsible } from './store.ts';

type Person = { id: string; name: string } | null;

/** The new relationship owner, or none. @throws `request.invalid` for anyone but an active member */
export async function readPerson(trx: Trx, id: string | null): Promise<Person> {
  if (id === null) return null;
  const name = await activeMemberName(trx, id);
  if (name !== null) return { id, name };
  throw invalid('Select an active member of your company', 'responsibleMemberId');
}

/** Updates clients with a different relationship owner, with an event each. */
export async function assign(
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

/** POST /clients/bulk-assign: in one transaction, except clients whose relationship owner changed since they were displayed. */
export const assignTicked = commandsFor<ClientsDeps>()(tickedEndpoint, {
  async change({ body, ...work }) {
    const { trx } = work;
    const person = await readPerson(trx, body.responsibleMemberId);
    const expectedOwners = new Map(
      body.clients.map(({ id, expectedResponsibleMemberId }) => [id, expectedResponsibleMemberId]),
    );
    const clients = await lockForAssignment(trx, [...expectedOwners.keys()]);
    // A client of another company is returned as not found.
    if (clients.length < expectedOwners.size) throw apiError('record.notFound');
    const isUnchanged = ({ id, responsible }: AssignedClient) =>
      (responsible?.id ?? null) === expectedOwners.get(id) ||
      (responsible?.id ?? null) === (person?.id ?? null);
    const counts = await assign(work, clients.filter(isUnchanged), person);
    const notChanged = clients
      .filter((client) => !isUnchanged(client))
      .map(({ id, name, responsible }) => ({
        id,
        name,
        reason: `Relationship owner is now ${responsible?.name ?? 'unassigned'}`,
      }));
    return { ...counts, notChanged };
  },
  read: async (_context, _before, result) => result,
  again: receipt,
  events: () => [],
});

/** POST /clients/bulk-assign-by-filter: assigns all clients that match the filter. */
export const assignFiltered = handlersFor<ClientsDeps>()(filteredEndpoint, async (deps, { body }, caller) => {
  const { filters, confirmedTotal, responsibleMemberId } = body;
  const result: AssignmentResult = { changed: 0, unchanged: 0, notChanged: [] };
  await changeFilteredClients(
    deps,
    caller,
    { filters, confirmedTotal, verb: 'assign' },
    {
      prepare: (trx) => readPerson(trx, responsibleMemberId),
      async change(work, clients, person) {
        const locked = await lockForAssignment(
          work.trx,
          clients.map(({ id }) => id),
        );
        // A client reassigned while this command waited for its lock keeps the new owner.
        const previousOwners = new Map(clients.map(({ id, responsible }) => [id, responsible?.id ?? null]));
        const same = locked.filter(
          ({ id, responsible }) => (responsible?.id ?? null) === previousOwners.get(id),
        );
        const counts = await assign(work, same, person);
        result.changed += counts.changed;
        result.unchanged += counts.unchanged;
      },
    },
  );
  return result;
});
