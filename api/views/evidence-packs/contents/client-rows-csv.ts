import { csvCell } from '#rules/csv-cells.ts';
import { byteOrderMark, csvLines } from '../../../kernel/csv.ts';
import type { ClientPackRecords } from './records.ts';

/** A column of a CSV file of a pack. */
export interface CsvColumn<Row> {
  heading: string;
  cell: (row: Row) => string | number | null | undefined;
}

/** Rows of all clients of a pack as CSV: the client's name, then the columns. Only the headings if there are no rows. */
export function clientRowsCsv<Dossier extends Pick<ClientPackRecords, 'client'>, Row>(
  clients: readonly Dossier[],
  getRows: (dossier: Dossier) => readonly Row[],
  columns: readonly CsvColumn<Row>[],
): string {
  const rows = clients.flatMap((dossier) =>
    getRows(dossier).map((row) =>
      [dossier.client.displayName, ...columns.map(({ cell }) => cell(row))].map(csvCell),
    ),
  );
  const head = ['Client', ...columns.map(({ heading }) => heading)];
  return byteOrderMark + csvLines([head, ...rows]);
}
