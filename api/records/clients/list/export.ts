import type { Client } from '#contract/clients/client-record.ts';
import { exportClients as exportEndpoint } from '#contract/clients/clients.ts';
import { csvCell } from '#rules/csv-cells.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { callerActor } from '../../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import { inWork } from '../../../kernel/command/work.ts';
import { byteOrderMark, csvLines } from '../../../kernel/csv.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { type DecisionByOne, readDecisionsByOne } from './decisions-by-one-store.ts';
import { type ExportedWith, exportColumns } from './export-columns.ts';
import { type BatchEnd, exportBatch, type SearchToExport, searchToExport } from './export-store.ts';
import { resolveFilters } from './list.ts';
import { fewMatches, type ListFilters } from './list-store.ts';
import { getSearchQueries } from './search-query.ts';

/** Clients per transaction, which blocks all others on the embedded database. */
const clientsPerBatch = 500;

function getRow(client: Client, beside: ExportedWith): string[] {
  return exportColumns.map(({ cell }) => csvCell(cell(client, beside)));
}

async function* batches(
  deps: ClientsDeps,
  companyId: string,
  filters: ListFilters,
  search: SearchToExport | undefined,
): AsyncGenerator<{ clients: Client[]; decided: Map<string, DecisionByOne[]> }> {
  let after: BatchEnd | undefined;
  do {
    const { clients, end, decided } = await asTenant(deps.db, companyId, async (trx) => {
      const batch = await exportBatch(trx, { filters, search, after, limit: clientsPerBatch });
      const ids = batch.clients.map(({ id }) => id);
      return { ...batch, decided: await readDecisionsByOne(trx, ids) };
    });
    if (clients.length > 0) yield { clients, decided };
    after = end;
  } while (after !== undefined);
}

/**
 * GET /clients/export: all clients of the filter as CSV, in order of name, read in short transactions as the caller consumes them.
 * The audit event with the number of clients is written at the end, or when the caller disconnects.
 */
export const exportClients = handlersFor<ClientsDeps>()(exportEndpoint, async (deps, { query }, caller) => {
  const companyId = caller.company.id;
  const { filters, text } = resolveFilters(query, caller, deps.now());
  const search =
    text === undefined
      ? undefined
      : await asTenant(deps.db, companyId, async (trx) => {
          const [searchQuery] = await getSearchQueries(trx, [text]);
          return searchQuery && searchToExport(trx, filters, searchQuery, fewMatches);
        });

  const getDay = (instant: string) => companyDay(new Date(instant), caller.company.timeZone);
  async function* chunks() {
    let exported = 0;
    let complete = false;
    try {
      yield byteOrderMark + csvLines([exportColumns.map(({ heading }) => heading)]);
      for await (const { clients, decided } of batches(deps, companyId, filters, search)) {
        exported += clients.length;
        yield csvLines(
          clients.map((client) => getRow(client, { decidedByOne: decided.get(client.id) ?? [], getDay })),
        );
      }
      complete = true;
    } finally {
      await inWork(deps, callerActor(caller), async ({ record }) =>
        record({
          action: 'clients.exported',
          resourceType: 'clients',
          resourceId: companyId,
          detail: { filter: { ...filters, q: text ?? null }, count: exported, complete },
        }),
      );
    }
  }
  return { fileName: `clients-${companyDay(deps.now(), caller.company.timeZone)}.csv`, chunks: chunks() };
});
