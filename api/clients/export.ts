import { stringify } from 'csv-stringify/sync';
import type { Client, ClientFilters } from '#contract/clients.ts';
import { csvCell } from '#rules/csv-cells.ts';
import { recordEvent } from '../audit/record-event.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller, StreamedAnswer } from '../http/bind.ts';
import { exportColumns } from './export-columns.ts';
import { type BatchEnd, exportBatch, type SearchToExport, searchToExport } from './export-store.ts';
import { resolveFilters } from './list.ts';
import { fewMatches, type ListFilters } from './list-store.ts';
import { searchQueriesOf } from './search-query.ts';
import type { ClientsDeps } from './service.ts';

/** Clients read in one transaction: on the embedded database everyone waits for it. */
const clientsPerBatch = 500;

/** Tells a spreadsheet that the file is UTF-8. */
const byteOrderMark = '\ufeff';

const lines = (rows: (readonly string[])[]) => stringify(rows as string[][], { record_delimiter: '\r\n' });

function rowOf(client: Client): string[] {
  return exportColumns.map(({ cell }) => csvCell(cell(client)));
}

async function* batches(
  deps: ClientsDeps,
  companyId: string,
  filters: ListFilters,
  search: SearchToExport | undefined,
): AsyncGenerator<Client[]> {
  let after: BatchEnd | undefined;
  do {
    const { clients, end } = await asTenant(deps.db, companyId, (trx) =>
      exportBatch(trx, { filters, search, after, limit: clientsPerBatch }),
    );
    if (clients.length > 0) yield clients;
    after = end;
  } while (after !== undefined);
}

/** The day of an instant in the company's time zone, for the name of a file. */
function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}

/**
 * Every client of the filter as CSV, in the order by name, read in short transactions as the caller takes it. The audit event
 * with the number of clients is written when the last of them has been handed over, or when the caller leaves early.
 */
export async function exportClients(
  deps: ClientsDeps,
  caller: MemberCaller,
  query: ClientFilters,
): Promise<StreamedAnswer> {
  const companyId = caller.company.id;
  const { filters, text } = resolveFilters(query, caller, deps.now());
  const search =
    text === undefined
      ? undefined
      : await asTenant(deps.db, companyId, async (trx) => {
          const [asked] = await searchQueriesOf(trx, [text]);
          return asked && searchToExport(trx, filters, asked, fewMatches);
        });

  async function* chunks() {
    let exported = 0;
    let complete = false;
    try {
      yield byteOrderMark + lines([exportColumns.map(({ heading }) => heading)]);
      for await (const clients of batches(deps, companyId, filters, search)) {
        exported += clients.length;
        yield lines(clients.map(rowOf));
      }
      complete = true;
    } finally {
      await asTenant(deps.db, companyId, (trx) =>
        recordEvent(trx, deps, {
          companyId,
          actor: { type: 'user', id: caller.member.id, role: caller.member.role },
          action: 'clients.exported',
          resourceType: 'clients',
          resourceId: companyId,
          detail: { filter: { ...filters, q: text ?? null }, count: exported, complete },
          requestId: caller.request.id,
        }),
      );
    }
  }
  return { fileName: `clients-${dayIn(caller.company.timeZone, deps.now())}.csv`, chunks: chunks() };
}
