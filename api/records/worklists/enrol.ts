import {
  type EnrolmentResult,
  enrolFilteredClients as filteredEndpoint,
} from '#contract/monitoring/enrolments.ts';
import { isEndedClient } from '#rules/lifecycles/clients.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { changeFilteredClients } from '../clients/list/filtered-clients.ts';
import {
  type EnrolmentCandidate,
  endEnrolments,
  insertEnrolments,
  lockForEnrolment,
} from './enrolment-store.ts';
import type { WorklistsDeps } from './queries.ts';
import { readWorklist, type WorklistRow } from './store.ts';

const handler = handlersFor<WorklistsDeps>();

/** Returns a worklist that accepts clients; otherwise throws an error at `worklistId`. */
export async function requireWorklist(trx: Work['trx'], id: number): Promise<WorklistRow> {
  const row = await readWorklist(trx, id);
  if (row !== undefined && row.archived_at === null) return row;
  throw invalid('Select a worklist from the list', 'worklistId');
}

/** Reason why a client cannot be enrolled; undefined if it can. */
export function getRejection({ status }: EnrolmentCandidate): string | undefined {
  return isEndedClient(status) ? 'The relationship has ended, so the client cannot be enrolled' : undefined;
}

/**
 * Enrols locked clients; those enrolled in another worklist are transferred. One event per client, because the audit log is read by
 * client.
 */
export async function enrolLocked(
  { trx, by, time, at, record }: Work,
  worklist: WorklistRow,
  clients: readonly EnrolmentCandidate[],
): Promise<void> {
  const { companyId, actor } = by;
  if (companyId === null) throw new Error('An enrolment must belong to a company.');
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
  const rejectedClients = clients.filter((client) => getRejection(client) !== undefined);
  const wanted = clients.filter((client) => getRejection(client) === undefined);
  const others = wanted.filter(({ worklistId }) => worklistId !== worklist.id);
  await enrolLocked(work, worklist, others);
  return {
    enrolled: others.length,
    unchanged: wanted.length - others.length,
    notEnrolled: rejectedClients.map((client) => ({
      id: client.id,
      name: client.name,
      reason: getRejection(client) ?? '',
    })),
  };
}

/** POST /clients/bulk-enrol-by-filter: enrols all clients that match the filter. */
export const enrolFiltered = handler(filteredEndpoint, async (deps, { body }, caller) => {
  const { filters, confirmedTotal, worklistId } = body;
  const result: EnrolmentResult = { enrolled: 0, unchanged: 0, notEnrolled: [] };
  await changeFilteredClients(
    deps,
    caller,
    { filters, confirmedTotal, verb: 'enrol' },
    {
      prepare: (trx) => requireWorklist(trx, worklistId),
      async change(work, batch, worklist) {
        const clients = await lockForEnrolment(
          work.trx,
          batch.map(({ id }) => id),
        );
        const part = await enrolBatch(work, worklist, clients);
        result.enrolled += part.enrolled;
        result.unchanged += part.unchanged;
        result.notEnrolled.push(...part.notEnrolled);
      },
    },
  );
  return result;
});
