import type { FundsLine } from '#contract/cdd/funds-lines.ts';
import {
  fundsKindLabels,
  fundsPurposeLabels,
  fundsStatusLabels,
} from '#rules/source-of-funds/funds-lines.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { clientCoverage, toFundsLineDto } from '../../../records/funds-lines/dto.ts';
import { readTargets, readTolerance } from '../../../records/funds-lines/sources-store.ts';
import { allFundsLines } from '../../../records/funds-lines/store.ts';
import { type CsvColumn, clientRowsCsv } from './client-rows-csv.ts';
import type { PackedFunds } from './packed-funds.ts';
import type { ClientPackRecords } from './records.ts';

/**
 * Lines of a client and their coverage of a value. `activityId`: for an activity's pack, only its lines and those of the client as a
 * whole. Without notes, staff's notes on documents are omitted.
 */
export async function getFunds(
  trx: Trx,
  companyId: string,
  { clientId, activityId, withNotes }: { clientId: string; activityId: string | null; withNotes: boolean },
): Promise<PackedFunds> {
  const all = await allFundsLines(trx, { clientIds: [clientId] });
  const rows = all.filter(
    (row) => activityId === null || row.activityId === null || row.activityId === activityId,
  );
  const targets = (await readTargets(trx, [clientId])).get(clientId) ?? {};
  const lines = rows.map(toFundsLineDto);
  return {
    lines: withNotes ? lines : lines.map((line) => ({ ...line, corroboration: null })),
    coverage: clientCoverage(rows, targets, await readTolerance(trx, companyId)),
  };
}

const columns: readonly CsvColumn<FundsLine>[] = [
  { heading: 'Explains', cell: ({ of }) => fundsPurposeLabels[of] },
  { heading: 'Kind', cell: ({ kind }) => fundsKindLabels[kind] },
  { heading: 'Amount', cell: ({ amount }) => (amount / 100).toFixed(2) },
  { heading: 'Currency', cell: ({ currency }) => currency },
  { heading: 'From', cell: ({ from }) => from },
  { heading: 'Period', cell: ({ period }) => period },
  { heading: 'Transaction', cell: ({ activity }) => activity && `${activity.reference} ${activity.name}` },
  { heading: 'Status', cell: ({ status }) => fundsStatusLabels[status] },
  { heading: 'Documents', cell: ({ documents }) => documents.map(({ fileName }) => fileName).join('; ') },
  { heading: 'Corroboration', cell: ({ corroboration }) => corroboration },
  { heading: 'Decided by', cell: ({ decision }) => decision?.by.name },
  { heading: 'Decided at', cell: ({ decision }) => decision?.at },
  { heading: 'Reason', cell: ({ decision }) => decision?.reason },
];

/** Lines of all clients of a pack as CSV, for a spreadsheet. */
export const fundsCsv = (clients: readonly Pick<ClientPackRecords, 'client' | 'funds'>[]): string =>
  clientRowsCsv(clients, ({ funds }) => funds.lines, columns);
