import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { AssignmentResult, assignClients, assignFilteredClients } from '#contract/client-assignment.ts';
import { mostFilteredClients } from '#rules/client-batches.ts';
import { changesBetween } from '../../audit/detail.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Schema } from '../../database/schema.ts';
import { asTenant } from '../../database/tenancy.ts';
import type { MemberCaller } from '../../http/bind.ts';
import { refuse } from '../../http/problems.ts';
import { answerOnce } from '../../request-keys/answer-once.ts';
import { type BatchEnd, exportBatch, searchToExport } from '../export-store.ts';
import { resolveFilters } from '../list.ts';
import { fewMatches, listPage } from '../list-store.ts';
import { searchQueriesOf } from '../search-query.ts';
import type { ClientsDeps } from '../service.ts';
import { type AssignedClient, activeMemberName, lockForAssignment, writeResponsible } from './store.ts';

type Trx = Transaction<Schema>;
type Person = { id: string; name: string } | null;

/** Clients of one transaction. */
const clientsPerBatch = 50;

/** The member to be, or nobody. Refuses with `request.invalid` somebody who is not an active member. */
async function readPerson(trx: Trx, id: string | null): Promise<Person> {
  if (id === null) return null;
  const name = await activeMemberName(trx, id);
  if (name !== null) return { id, name };
  throw refuse('request.invalid', {
    fields: { responsibleMemberId: ['Choose an active member of your company'] },
  });
}

/** Writes those whose responsible member is another, and an event for each. */
async function assign(
  trx: Trx,
  deps: ClientsDeps,
  caller: MemberCaller,
  clients: readonly AssignedClient[],
  person: Person,
): Promise<{ changed: number; unchanged: number }> {
  const others = clients.filter(({ responsible }) => (responsible?.id ?? null) !== (person?.id ?? null));
  if (others.length > 0) {
    await writeResponsible(trx, {
      ids: others.map(({ id }) => id),
      memberId: person?.id ?? null,
      at: deps.now().toISOString(),
      by: caller.member.id,
    });
  }
  // An event each, because the trail is read client by client; a chain takes one after the other.
  for (const { id, responsible } of others) {
    await recordEvent(trx, deps, {
      companyId: caller.company.id,
      actor: { type: 'user', id: caller.member.id, role: caller.member.role },
      action: 'client.updated',
      resourceType: 'client',
      resourceId: id,
      detail: { changes: changesBetween({ responsible }, { responsible: person }) },
      requestId: caller.request.id,
    });
  }
  return { changed: others.length, unchanged: clients.length - others.length };
}

/** POST /clients/assign: in one transaction, but for the clients whose responsible member changed since they were looked at. */
export function assignTicked(
  deps: ClientsDeps,
  caller: MemberCaller,
  input: z.output<typeof assignClients.body>,
): Promise<AssignmentResult> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: input, status: 200 }, async () => {
      const person = await readPerson(trx, input.responsibleMemberId);
      const shown = new Map(
        input.clients.map(({ id, shownResponsibleMemberId }) => [id, shownResponsibleMemberId]),
      );
      const clients = await lockForAssignment(trx, [...shown.keys()]);
      // Another company's client is nobody's here, and is answered as what never was.
      if (clients.length < shown.size) throw refuse('record.notFound');
      const isAsShown = ({ id, responsible }: AssignedClient) =>
        (responsible?.id ?? null) === shown.get(id) || (responsible?.id ?? null) === (person?.id ?? null);
      const counts = await assign(trx, deps, caller, clients.filter(isAsShown), person);
      const notChanged = clients
        .filter((client) => !isAsShown(client))
        .map(({ id, name, responsible }) => ({
          id,
          name,
          reason: `${responsible?.name ?? 'Nobody'} became responsible meanwhile`,
        }));
      return { ...counts, notChanged };
    }),
  );
}

/**
 * POST /clients/assign-filtered: every client that meets the filter, in transactions of a few dozen. Refuses with `request.invalid` a
 * filter with more clients than a person was told of, or than one request may change.
 */
export async function assignFiltered(
  deps: ClientsDeps,
  caller: MemberCaller,
  input: z.output<typeof assignFilteredClients.body>,
): Promise<AssignmentResult> {
  const companyId = caller.company.id;
  const { filters, sort, text } = resolveFilters(input.filters, caller, deps.now());
  const { search, person } = await asTenant(deps.db, companyId, async (trx) => {
    const asked = text === undefined ? undefined : (await searchQueriesOf(trx, [text]))[0];
    const query = { filters, sort, search: asked, place: undefined, limit: 1 };
    const { total } = await listPage(trx, query);
    if (total.count > mostFilteredClients || total.capped) {
      const filter = [`At most ${mostFilteredClients} clients at once. Narrow the filter, or tick clients.`];
      throw refuse('request.invalid', { fields: { filters: filter } });
    }
    if (total.count > input.shownTotal) {
      const filter = [
        `The filter has ${total.count} ${total.count === 1 ? 'client' : 'clients'} now. Look again, then assign.`,
      ];
      throw refuse('request.invalid', { fields: { filters: filter } });
    }
    return {
      search: asked && (await searchToExport(trx, filters, asked, fewMatches)),
      person: await readPerson(trx, input.responsibleMemberId),
    };
  });
  const result: AssignmentResult = { changed: 0, unchanged: 0, notChanged: [] };
  let after: BatchEnd | undefined;
  do {
    const from = after;
    after = await asTenant(deps.db, companyId, async (trx) => {
      const batch = await exportBatch(trx, { filters, search, after: from, limit: clientsPerBatch });
      if (batch.clients.length === 0) return undefined;
      const locked = await lockForAssignment(
        trx,
        batch.clients.map(({ id }) => id),
      );
      // Whoever was given to another while we waited is left to the other.
      const shown = new Map(batch.clients.map(({ id, responsible }) => [id, responsible?.id ?? null]));
      const same = locked.filter(({ id, responsible }) => (responsible?.id ?? null) === shown.get(id));
      const counts = await assign(trx, deps, caller, same, person);
      result.changed += counts.changed;
      result.unchanged += counts.unchanged;
      return batch.end;
    });
  } while (after !== undefined);
  return result;
}
