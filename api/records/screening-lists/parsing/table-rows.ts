import readXlsxFile from 'read-excel-file/node';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { getHeadBytes } from './file-header.ts';
import { listError } from './list-error.ts';
import { type ListFile, maxFieldLength } from './list-format.ts';
import { checkUnpackedSize } from './unpacked-size.ts';

/** Maximum rows of a sheet; far more than any list has. */
const maxSheetRows = 200_000;

/** Whether a file is a ZIP, like every XLSX. */
export async function isZip(file: ListFile): Promise<boolean> {
  return (await getHeadBytes(file)).subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
}

function formatCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return String(cell).trim().slice(0, maxFieldLength);
}

type SheetCells = readonly (readonly unknown[])[];

async function readSheets(file: ListFile): Promise<SheetCells[]> {
  await checkUnpackedSize(file);
  const sheets = await readXlsxFile(file.path).catch(() => {
    throw listError(file.name, null, 'The file is not a readable spreadsheet, or it is truncated.');
  });
  return sheets.map(({ data }) => data);
}

function* getSheetRows(file: ListFile, rows: SheetCells): Generator<CsvRow, void, undefined> {
  if (rows.length > maxSheetRows)
    throw listError(file.name, null, `The sheet has more than ${maxSheetRows} rows.`);
  const columns = Math.max(0, ...rows.slice(0, 1).map((row) => row.length));
  for (const [index, row] of rows.entries()) {
    const cells = row.map(formatCell);
    if (cells.every((cell) => cell === '')) continue;
    // A sheet's rows end at their last cell; pad them.
    while (cells.length < columns) cells.push('');
    yield { line: index + 1, cells };
  }
}

/** Rows of a CSV file or of an XLSX file's first sheet, as texts; dates as `YYYY-MM-DD`. */
export async function* tableRows(file: ListFile): AsyncGenerator<CsvRow, void, undefined> {
  if (!(await isZip(file))) yield* csvRows(file);
  else yield* getSheetRows(file, (await readSheets(file))[0] ?? []);
}

/** Rows of every sheet of an XLSX file, or of a CSV file. `isFirst`: the first row of a sheet. */
export async function* sheetRows(
  file: ListFile,
): AsyncGenerator<CsvRow & { isFirst: boolean }, void, undefined> {
  const sheets = (await isZip(file))
    ? (await readSheets(file)).map((rows) => getSheetRows(file, rows))
    : [csvRows(file)];
  for (const sheet of sheets) {
    let isFirst = true;
    for await (const row of sheet) {
      yield { ...row, isFirst };
      isFirst = false;
    }
  }
}
