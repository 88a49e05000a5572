import type { z } from 'zod';
import type { EnrolmentResult, enrolFilteredClients as filteredEndpoint } from '#contract/enrolments.ts';
import { maxFilteredClients } from '#rules/clients/client-batches.ts';
import { isEndedClient } from '#rules/lifecycles/clients.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { inWork, type Work } from '../../kernel/command/work.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { type BatchEnd, exportBatch, searchToExport } from '../clients/export-store.ts';
import { resolveFilters } from '../clients/list.ts';
import { fewMatches, listPage } from '../clients/list-store.ts';
import { getSearchQueries } from '../clients/search-query.ts';
import {
  type EnrolmentCandidate,
  endEnrolments,
  insertEnrolments,
  lockForEnrolment,
} from './enrolment-store.ts';
import type { WorklistsDeps } from './queries.ts';
import { readWorklist, type WorklistRow } from './store.ts';

/** A worklist that clients can be enrolled in; refuses any other beside `worklistId`. */
export async function requireWorklist(trx: Work['trx'], id: number): Promise<WorklistRow> {
  const row = await readWorklist(trx, id);
  if (row !== undefined && row.archived_at === null) return row;
  throw invalid('Choose a worklist from the list', 'worklistId');
}

/** Why a client cannot be enrolled; undefined where it can. */
export function refusalOf({ status }: EnrolmentCandidate): string | undefined {
  return isEndedClient(status) ? 'The relationship has ended, so the client cannot be enrolled' : undefined;
}

/**
 * Enrols clients that the transaction has locked; those of another worklist are moved. An event for each client, because the audit trail
 * is read client by client.
 */
export async function enrolLocked(
  { trx, by, time, at, record }: Work,
  worklist: WorklistRow,
  clients: readonly EnrolmentCandidate[],
): Promise<void> {
  const { companyId, actor } = by;
  if (companyId === null) throw new Error('An enrolment is of a company.');
  const moved = clients.filter(({ worklistId }) => worklistId !== null).map(({ id }) => id);
  await endEnrolments(trx, moved, { reason: 'moved', at });
  await insertEnrolments(trx, {
    companyId,
    worklistId: worklist.id,
    clientIds: clients.map(({ id }) => id),
    at: time(),
    by: actor.id,
  });
  record(
    ...clients.map(({ id }) => ({
      action: 'client.enrolled',
      resourceType: 'client',
      resourceId: id,
      detail: { changes: changesBetween({}, { worklist: worklist.name }) },
    })),
  );
}

/** Enrols eligible clients, and returns the reasons for the others. */
export async function enrolBatch(
  work: Work,
  worklist: WorklistRow,
  clients: readonly EnrolmentCandidate[],
): Promise<EnrolmentResult> {
  const refusedClients = clients.filter((client) => refusalOf(client) !== undefined);
  const wanted = clients.filter((client) => refusalOf(client) === undefined);
  const others = wanted.filter(({ worklistId }) => worklistId !== worklist.id);
  await enrolLocked(work, worklist, others);
  return {
    enrolled: others.length,
    unchanged: wanted.length - others.length,
    notEnrolled: refusedClients.map((client) => ({
      id: client.id,
      name: client.name,
      reason: refusalOf(client) ?? '',
    })),
  };
}

/** Clients of one transaction. */
const clientsPerBatch = 50;

/**
 * POST /clients/bulk-enrol-by-filter: enrols all clients that match the filter, in transactions of a few dozen. Refuses
 * with `request.invalid` more clients than the page showed, or than one request may change.
 */
export async function enrolFiltered(
  deps: WorklistsDeps,
  caller: MemberCaller,
  form: z.output<typeof filteredEndpoint.body>,
): Promise<EnrolmentResult> {
  const companyId = caller.company.id;
  const { filters, sort, text } = resolveFilters(form.filters, caller, deps.now());
  const { search, worklist } = await asTenant(deps.db, companyId, async (trx) => {
    const searchQuery = text === undefined ? undefined : (await getSearchQueries(trx, [text]))[0];
    const { total } = await listPage(trx, { filters, sort, search: searchQuery, place: undefined, limit: 1 });
    const refusal =
      total.count > maxFilteredClients || total.capped
        ? `At most ${maxFilteredClients} clients at once. Narrow the filter, or tick clients.`
        : total.count > form.shownTotal
          ? `The filter has ${total.count} ${total.count === 1 ? 'client' : 'clients'} now. Look again, then enrol.`
          : undefined;
    if (refusal !== undefined) throw apiError('request.invalid', { fields: { filters: [refusal] } });
    return {
      search: searchQuery && (await searchToExport(trx, filters, searchQuery, fewMatches)),
      worklist: await requireWorklist(trx, form.worklistId),
    };
  });
  const result: EnrolmentResult = { enrolled: 0, unchanged: 0, notEnrolled: [] };
  let after: BatchEnd | undefined;
  do {
    const from = after;
    after = await inWork(deps, callerActor(caller), async (work) => {
      const { trx } = work;
      const batch = await exportBatch(trx, { filters, search, after: from, limit: clientsPerBatch });
      const clients = await lockForEnrolment(
        trx,
        batch.clients.map(({ id }) => id),
      );
      if (clients.length === 0) return undefined;
      const part = await enrolBatch(work, worklist, clients);
      result.enrolled += part.enrolled;
      result.unchanged += part.unchanged;
      result.notEnrolled.push(...part.notEnrolled);
      return batch.end;
    });
  } while (after !== undefined);
  return result;
}
