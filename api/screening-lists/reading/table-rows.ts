import readXlsxFile from 'read-excel-file/node';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { headBytesOf } from './head.ts';
import { listFault } from './list-fault.ts';
import { type ListFile, longestField } from './reading.ts';
import { checkUnpackedSize } from './unpacked-size.ts';

/** Rows of a sheet: as many as Excel has place for is far more than any list. */
const mostSheetRows = 200_000;

/** Whether a file is a ZIP, as every XLSX is. */
export async function isZip(file: ListFile): Promise<boolean> {
  return (await headBytesOf(file)).subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return String(cell).trim().slice(0, longestField);
}

async function* xlsxRows(file: ListFile): AsyncGenerator<CsvRow, void, undefined> {
  await checkUnpackedSize(file);
  const sheets = await readXlsxFile(file.path).catch(() => {
    throw listFault(file.name, null, 'The file is not a spreadsheet that can be read, or it is cut off.');
  });
  const rows = sheets[0]?.data ?? [];
  if (rows.length > mostSheetRows)
    throw listFault(file.name, null, `The sheet has more than ${mostSheetRows} rows.`);
  const columns = Math.max(0, ...rows.slice(0, 1).map((row) => row.length));
  for (const [index, row] of rows.entries()) {
    const cells = row.map(cellText);
    if (cells.every((cell) => cell === '')) continue;
    // A sheet's rows are as wide as what is in them.
    while (cells.length < columns) cells.push('');
    yield { line: index + 1, cells };
  }
}

/** Rows of a CSV file or of the first sheet of an XLSX file, as texts; dates as `YYYY-MM-DD`. */
export async function* tableRows(file: ListFile): AsyncGenerator<CsvRow, void, undefined> {
  yield* (await isZip(file)) ? xlsxRows(file) : csvRows(file);
}
