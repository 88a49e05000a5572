import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { maxFieldLength, singleSpaced } from './cell-text.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { getHeadBytes } from './file-header.ts';
import { listError } from './list-error.ts';
import type { ListFile } from './list-file.ts';
import { getMeasuredZip } from './unpacked-size.ts';

/** Maximum rows of a sheet; far more than any list has. */
const maxSheetRows = 200_000;

/** Maximum sheets of a spreadsheet: each costs a pass over the shared texts. */
const maxSheets = 20;

/** Maximum cells of a sheet, empty ones included: a row is as wide as its last cell, which a few bytes place far to the right. */
const maxSheetCells = 10_000_000;

/** Whether a file is a ZIP, like every XLSX. */
export async function isZip(file: ListFile): Promise<boolean> {
  return (await getHeadBytes(file)).subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
}

function formatCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return singleSpaced(String(cell).slice(0, maxFieldLength).trim());
}

/** Values of a cell whose formula failed; as text they would be read as a name. */
const formulaErrors = new Set([
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#SPILL!',
  '#CALC!',
]);

const unreadableSpreadsheet = (file: ListFile) =>
  listError(file.name, null, 'The file is not a readable spreadsheet, or it is truncated.');

/** Names of the sheets, without reading them. */
async function getSheetNames(file: ListFile, zip: Buffer): Promise<string[]> {
  const names: string[] = [];
  const sheets = ({ name }: { name: string }) => {
    names.push(name);
    return false;
  };
  await readXlsx(zip, { sheets }).catch(() => {
    throw unreadableSpreadsheet(file);
  });
  if (names.length > maxSheets) {
    throw listError(file.name, null, `The spreadsheet has more than ${maxSheets} sheets.`);
  }
  return names;
}

/** Rows of one sheet as texts, as wide as its first at least: a row in the file ends at its last cell. */
async function* getSheetRows(
  file: ListFile,
  zip: Buffer,
  sheet: number,
): AsyncGenerator<CsvRow, void, undefined> {
  const rows = streamXlsxRows(zip, { sheet });
  let cellsRead = 0;
  let columns: number | undefined;
  for (;;) {
    const next = await rows.next().catch(() => {
      throw unreadableSpreadsheet(file);
    });
    if (next.done) return;
    const { index, values } = next.value;
    cellsRead += values.length;
    if (cellsRead > maxSheetCells)
      throw listError(file.name, null, `The sheet has more than ${maxSheetCells} cells.`);
    const last = values.findLastIndex((value) => formatCell(value) !== '');
    const cells = values.slice(0, last + 1).map(formatCell);
    columns ??= cells.length;
    if (cells.length === 0) continue;
    if (index >= maxSheetRows)
      throw listError(file.name, null, `The sheet has more than ${maxSheetRows} rows.`);
    const failed = cells.find((cell) => formulaErrors.has(cell));
    if (failed !== undefined) throw listError(file.name, index + 1, `A cell shows the error ${failed}.`);
    while (cells.length < columns) cells.push('');
    yield { line: index + 1, cells };
  }
}

/** Rows of a CSV file or of an XLSX file's first sheet, as texts; dates as `YYYY-MM-DD`. */
export async function* tableRows(file: ListFile): AsyncGenerator<CsvRow, void, undefined> {
  if (await isZip(file)) yield* getSheetRows(file, await getMeasuredZip(file), 0);
  else yield* csvRows(file);
}

/** The start of a sheet. */
export interface SheetHead {
  name: string;
  /** Its first rows. */
  rows: string[][];
}

/** The first rows of every sheet of an XLSX file, which is unpacked once. @param rows per sheet */
export async function readSheetHeads(file: ListFile, rows: number): Promise<SheetHead[]> {
  const zip = await getMeasuredZip(file);
  const heads: SheetHead[] = [];
  for (const [sheet, name] of (await getSheetNames(file, zip)).entries()) {
    const head: SheetHead = { name, rows: [] };
    for await (const { cells } of getSheetRows(file, zip, sheet)) {
      head.rows.push(cells);
      if (head.rows.length >= rows) break;
    }
    heads.push(head);
  }
  return heads;
}

/** Rows of every sheet of an XLSX file, or of a CSV file. `isFirst`: the first row of a sheet. */
export async function* sheetRows(
  file: ListFile,
): AsyncGenerator<CsvRow & { isFirst: boolean }, void, undefined> {
  const sheets: AsyncGenerator<CsvRow, void, undefined>[] = [];
  if (await isZip(file)) {
    const zip = await getMeasuredZip(file);
    const names = await getSheetNames(file, zip);
    for (const sheet of names.keys()) sheets.push(getSheetRows(file, zip, sheet));
  } else {
    sheets.push(csvRows(file));
  }
  for (const sheet of sheets) {
    let isFirst = true;
    for await (const row of sheet) {
      yield { ...row, isFirst };
      isFirst = false;
    }
  }
}
