import { streamXlsxRows } from 'hucre/xlsx';
import { maxImportColumns } from '#contract/clients/client-import.ts';
import { maxImportRows } from '#rules/clients/client-batches.ts';
import { maxHeadingRow } from '#rules/clients/client-import-headings.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { checkCells, cutToColumns, unreadableFile } from './parse-file.server.ts';
import {
  checkFormulas,
  checkMarkup,
  damagedWorkbook,
  getFirstSheet,
  getMergedCells,
  type MergedCells,
  unpackWorkbook,
} from './workbook-parts.server.ts';

/** Maximum rows of the sheet, blank ones included. */
const maxSheetRows = 20 * maxImportRows;

/** Maximum cells of the sheet, empty ones included: a row is as wide as its last cell, which a few bytes place far to the right. */
const maxSheetCells = 10_000_000;

/** Maximum characters of the sheet: one long text can be that of a million cells. */
const maxSheetCharacters = 100_000_000;

const xlsxStart = [0x50, 0x4b, 0x03, 0x04];

/** Whether a file is a ZIP archive, like every XLSX workbook. */
export const isWorkbook = (bytes: Uint8Array) => xlsxStart.every((byte, at) => bytes[at] === byte);

/** Days up to 31 December 9999, the last of a spreadsheet. */
const isDay = (date: Date) => date.getUTCFullYear() >= 1899 && date.getUTCFullYear() <= 9999;

/** Digits as typed: a quantity of a calculation has 15, and an identifier of more has lost the rest and is shown shortened. */
function formatQuantity(value: number): string {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : value.toExponential();
  return String(Number(value.toPrecision(15)));
}

/** Dates as the mapping reads them; everything else as it is typed. Undefined: a number too large for its format of a date. */
function formatCell(cell: unknown): string | undefined {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return isDay(cell) ? cell.toISOString().slice(0, 10) : undefined;
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return typeof cell === 'number' ? formatQuantity(cell) : String(cell).trim();
}

/** @throws an `unreadableFile` if a spreadsheet could not show a cell either: its value is not known */
const formatCells = (values: readonly unknown[], row: number) =>
  values.map((value, at) => {
    const text = formatCell(value);
    if (text !== undefined) return text;
    throw unreadableFile(
      `Row ${row} has a number in column ${at + 1} that is formatted as a date and is too large for one. Format the column as a number, and upload the file again.`,
    );
  });

const countCharacters = (values: readonly unknown[]) =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** The filled rows of a workbook's first sheet, each with its place in it, and blank ones between them. */
async function* getSheetRows(zip: Uint8Array): AsyncGenerator<string[]> {
  const rows = streamXlsxRows(zip);
  let line = 0;
  let cellsRead = 0;
  let charactersRead = 0;
  for (;;) {
    const next = await rows.next().catch(() => {
      throw damagedWorkbook();
    });
    if (next.done) return;
    const { index, values } = next.value;
    cellsRead += values.length;
    charactersRead += countCharacters(values);
    if (cellsRead > maxSheetCells || charactersRead > maxSheetCharacters) {
      const most =
        cellsRead > maxSheetCells
          ? `${formatNumber(maxSheetCells)} cells`
          : `${formatNumber(maxSheetCharacters)} characters`;
      throw unreadableFile(
        `The sheet has more than ${most}. Copy the clients into a new workbook and upload that.`,
      );
    }
    const cells = formatCells(values, index + 1);
    // Formatting alone can stretch a sheet to a million rows; the upload counts the filled ones.
    if (cells.every((cell) => cell === '')) continue;
    if (index >= maxSheetRows) {
      throw unreadableFile(
        `The sheet has more than ${formatNumber(maxSheetRows)} rows. Copy the clients into a new workbook and upload that.`,
      );
    }
    for (; line < index; line += 1) yield [];
    line += 1;
    yield cells;
  }
}

/**
 * Fills headings merged over several rows into each of them, so that the last row of a heading is complete. Above a heading are titles alone,
 * which fill fewer columns; where a row above fills as many, the merged cells are those of clients.
 */
function fillHeadings(rows: readonly string[][], merged: readonly MergedCells[]): void {
  for (const top of [...new Set(merged.map(({ first }) => first))].sort((a, b) => a - b)) {
    const cells = merged.filter(({ first }) => first === top);
    const end = cells.reduce((most, { last }) => Math.max(most, last), 0) + 1;
    const ownRows = rows.slice(top, end);
    const columns = new Set(ownRows.flatMap((row) => row.flatMap((cell, at) => (cell === '' ? [] : [at]))));
    if (rows.slice(0, top).some((row) => row.filter((cell) => cell !== '').length >= columns.size)) return;
    for (const { column, last } of cells) {
      const value = ownRows[0]?.[column] ?? '';
      if (value !== '') fillDown(ownRows.slice(1, last - top + 1), column, value);
    }
  }
}

function fillDown(rows: readonly string[][], column: number, value: string): void {
  for (const row of rows) {
    while (row.length <= column) row.push('');
    row[column] ||= value;
  }
}

/** The rows, with the headings among the first of them filled. */
async function* withFilledHeadings(
  rows: AsyncGenerator<string[]>,
  merged: readonly MergedCells[],
): AsyncGenerator<string[]> {
  const first: string[][] = [];
  for await (const row of rows) {
    if (merged.length === 0 || first.length === maxHeadingRow) {
      yield row;
      continue;
    }
    first.push(row);
    if (first.length < maxHeadingRow) continue;
    fillHeadings(first, merged);
    yield* first;
  }
  if (first.length === maxHeadingRow) return;
  fillHeadings(first, merged);
  yield* first;
}

/**
 * Yields the rows of an XLSX workbook's first sheet, headings first, including blank ones. Formulas are never run: their saved
 * results are read.
 * @throws an `unreadableFile` with the problem and its location
 */
export async function* getWorkbookRows(bytes: Uint8Array): AsyncGenerator<string[]> {
  const zip = Buffer.from(bytes);
  const parts = await unpackWorkbook(zip);
  if (!parts.has('xl/workbook.xml')) {
    throw unreadableFile('This is not an Excel workbook or a CSV file. Save your list as XLSX or CSV.');
  }
  const sheet = getFirstSheet(parts);
  checkMarkup(sheet);
  checkFormulas(sheet);
  let line = 0;
  for await (const cells of withFilledHeadings(getSheetRows(zip), getMergedCells(sheet, maxHeadingRow))) {
    line += 1;
    checkCells(cells, line, 'workbook');
    yield cutToColumns(cells, maxImportColumns);
  }
}
