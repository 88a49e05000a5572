import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { streamXlsxRows } from 'hucre/xlsx';
import { maxImportColumns } from '#contract/clients/client-import.ts';
import { maxImportRows } from '#rules/clients/client-batches.ts';
import { getZipParts, type ZipPart } from '#rules/documents/zip-parts.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { checkCells, cutToColumns, unreadableFile } from './parse-file.server.ts';

/** Maximum unpacked size of a workbook, all parts together: a small file can unpack to more than memory holds. */
const maxUnpackedBytes = 48 * 1024 * 1024;

/** Maximum rows of the sheet, blank ones included. */
const maxSheetRows = 20 * maxImportRows;

/** Maximum cells of the sheet, empty ones included: a row is as wide as its last cell, which a few bytes place far to the right. */
const maxSheetCells = 10_000_000;

const inflate = promisify(inflateRaw);

const damaged = () =>
  unreadableFile('The workbook is damaged or protected with a password. Save it again in Excel, or as CSV.');

const xlsxStart = [0x50, 0x4b, 0x03, 0x04];

/** Whether a file is a ZIP archive, like every XLSX workbook. */
export const isWorkbook = (bytes: Uint8Array) => xlsxStart.every((byte, at) => bytes[at] === byte);

async function unpack(zip: Buffer, { method, start, size }: ZipPart, most: number): Promise<Buffer> {
  const bytes = zip.subarray(start, start + size);
  if (bytes.length !== size || (method !== 0 && method !== 8)) throw damaged();
  if (method === 0) return bytes;
  return inflate(bytes, { maxOutputLength: Math.max(1, most) }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged();
  });
}

const tooLarge = () =>
  unreadableFile(
    'The workbook unpacks to more than 48 MB. Copy the clients into a new workbook, or save it as CSV.',
  );

/** The text parts of a workbook by path, once it is known that all of it fits. */
async function unpackWorkbook(zip: Buffer): Promise<Map<string, string>> {
  const parts = getZipParts(zip);
  if (parts === undefined) throw damaged();
  const texts = new Map<string, string>();
  let left = maxUnpackedBytes;
  for (const part of parts) {
    const bytes = await unpack(zip, part, left);
    left -= bytes.length;
    if (left < 0) throw tooLarge();
    if (/^xl\/(workbook\.xml|_rels\/|worksheets\/)/.test(part.name))
      texts.set(part.name, bytes.toString('utf8'));
  }
  return texts;
}

/** The value of an attribute, in either kind of quotation marks. */
const getAttribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(tag)?.[2];

/** Without comments, in which an element is none. */
const withoutComments = (xml: string) =>
  xml
    .split('<!--')
    .map((piece, at) => (at === 0 ? piece : piece.split('-->').slice(1).join('-->')))
    .join('');

/** The tags of an element, in order. */
const getTags = (xml: string | undefined, element: string) =>
  withoutComments(xml ?? '').match(new RegExp(`<(?:\\w+:)?${element}\\s[^<>]*>`, 'g')) ?? [];

/**
 * The XML of the workbook's first sheet, by the path that the reader of its rows takes.
 * @throws `damaged` if there is none: its formulas could not be checked
 */
function getFirstSheet(parts: ReadonlyMap<string, string>): string {
  const [sheet = ''] = getTags(parts.get('xl/workbook.xml'), 'sheet');
  const id = getAttribute(sheet, '\\w+:id');
  const link = getTags(parts.get('xl/_rels/workbook.xml.rels'), 'Relationship').find(
    (tag) => getAttribute(tag, 'Id') === id,
  );
  const target = link && getAttribute(link, 'Target');
  const base = 'http://workbook/xl/';
  const path = target !== undefined && URL.canParse(target, base) ? new URL(target, base).pathname : '';
  const found = id === undefined ? undefined : parts.get(path.slice(1));
  if (found === undefined) throw damaged();
  return found;
}

/** Refuses a formula without a saved result and a cell that shows an error: both would be read as empty. */
function checkFormulas(sheet: string): void {
  // Each piece is a cell with what follows it up to the next: cells have no cells inside.
  for (const cell of sheet.split(/<(?:\w+:)?c\s/).slice(1)) {
    const tag = cell.slice(0, cell.indexOf('>'));
    const place = /\br="([^"]*)"/.exec(tag)?.[1] ?? '';
    if (/\bt="e"/.test(tag)) {
      throw unreadableFile(
        `Cell ${place} shows an error such as #REF!. Correct it and upload the file again.`,
      );
    }
    if (/<(?:\w+:)?f[\s>/]/.test(cell) && !/<(?:\w+:)?v[\s>]/.test(cell)) {
      throw unreadableFile(
        `Cell ${place} has a formula without a saved result. Open the file in Excel, save it, and upload it again.`,
      );
    }
  }
}

/** Dates as the mapping reads them; everything else as it is typed. */
function formatCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return String(cell).trim();
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
  checkFormulas(getFirstSheet(parts));
  const rows = streamXlsxRows(zip);
  let line = 0;
  let cellsRead = 0;
  for (;;) {
    const next = await rows.next().catch(() => {
      throw damaged();
    });
    if (next.done) return;
    cellsRead += next.value.values.length;
    if (cellsRead > maxSheetCells) {
      throw unreadableFile(
        `The sheet has more than ${formatNumber(maxSheetCells)} cells. Copy the clients into a new workbook and upload that.`,
      );
    }
    const cells = next.value.values.map(formatCell);
    // Formatting alone can stretch a sheet to a million rows; the upload counts the filled ones.
    if (cells.every((cell) => cell === '')) continue;
    if (next.value.index >= maxSheetRows) {
      throw unreadableFile(
        `The sheet has more than ${formatNumber(maxSheetRows)} rows. Copy the clients into a new workbook and upload that.`,
      );
    }
    for (; line < next.value.index; line += 1) yield [];
    line += 1;
    checkCells(cells, line, 'workbook');
    yield cutToColumns(cells, maxImportColumns);
  }
}
