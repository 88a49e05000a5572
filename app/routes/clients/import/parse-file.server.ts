import { Readable } from 'node:stream';
import { CsvError, parse as parseRows } from 'csv-parse';
import { parse as parseSome } from 'csv-parse/sync';
import { maxImportCellLength, maxImportColumns } from '#contract/clients/client-import.ts';
import { countKnownHeadings, findHeadingRow, maxHeadingRow } from '#rules/clients/client-import-headings.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { decodeWindows1252 } from './windows-1252.server.ts';

/** Maximum size of an import file. */
export const maxFileBytes = 5 * 1024 * 1024;

/** A file's text, or a message why it has none. */
export type FileText = { ok: true; text: string } | { ok: false; problem: string };

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/**
 * Decodes CSV as written by spreadsheets and older systems: UTF-8 with or without byte-order mark, UTF-16 with one, else
 * Windows-1252. Bytes without a meaning become U+FFFD, which `checkCells` reports with its place.
 */
export function getFileText(bytes: Uint8Array): FileText {
  if (bytes.length === 0) return { ok: false, problem: 'The file is empty. Select another file.' };
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return {
      ok: false,
      problem:
        'This workbook is in the old Excel format (XLS) or protected with a password. Save it as XLSX or CSV without a password, then select that file.',
    };
  }
  const text = decode(bytes);
  return text.includes('\0')
    ? {
        ok: false,
        problem:
          'This is not a CSV file or an Excel workbook, or its encoding is not known. Save your list as CSV UTF-8 or XLSX, then select that file.',
      }
    : { ok: true, text };
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return new TextDecoder('utf-8').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Delimiter of the cells: as declared by a first line `sep=;`, else the one that yields the most known headings in one of the first rows,
 * or the most columns.
 */
function getDelimiter(text: string): { delimiter: string; rest: string } {
  const separatorLine = /^sep=(.)\r?\n/i.exec(text);
  if (separatorLine) return { delimiter: separatorLine[1] ?? ',', rest: text.slice(separatorLine[0].length) };
  const start = text.slice(0, 64_000);
  const columns = (delimiter: string): string[][] => {
    try {
      const options = { delimiter, relax_column_count: true, relax_quotes: true, to: maxHeadingRow };
      return parseSome(start, options);
    } catch {
      // A quotation without end, which is reported as the rows are read.
      return start.split(/\r\n|[\r\n]/, maxHeadingRow).map((line) => line.split(delimiter));
    }
  };
  const counted = delimiters.map((delimiter) => {
    const rows = columns(delimiter);
    const headings = rows[(findHeadingRow(rows) ?? 1) - 1] ?? [];
    return { delimiter, known: countKnownHeadings(headings), count: headings.length };
  });
  const best = counted.reduce((first, second) =>
    second.known > first.known || (second.known === first.known && second.count > first.count)
      ? second
      : first,
  );
  return { delimiter: best.delimiter, rest: text };
}

const unreadableBadge = Symbol('unreadable file');

/** The error message of a file that cannot be read. */
export function unreadableFile(message: string): Error {
  return Object.assign(new Error(message), { [unreadableBadge]: true as const });
}

export function isUnreadableFile(error: unknown): error is Error {
  return error instanceof Error && unreadableBadge in error;
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** A letter that an encoding has lost, and half of one in UTF-16. */
const lostLetter = /[\ufffd\p{Cs}]/u;
const controlCharacter = /[^\P{Cc}\t\n\r]/u;

/** What follows from damaged letters, for each kind of file. */
const damage = {
  csv: 'The file’s encoding is wrong or damaged. Save it again as CSV UTF-8, and upload that file. If the cell is damaged in your list too, correct it there first.',
  workbook:
    'Its text was in a wrong encoding before it came into the workbook. Retype the cell, and upload the file again.',
};

/** @throws an `unreadableFile` if a cell of the row is too long, or has lost letters or control characters in it */
export function checkCells(cells: readonly string[], row: number, kind: keyof typeof damage): void {
  cells.forEach((cell, at) => {
    const place = `in column ${at + 1}`;
    if (cell.length > maxImportCellLength) {
      const most = formatNumber(maxImportCellLength);
      throw unreadableFile(`Row ${row} has more than ${most} characters ${place}. Shorten it.`);
    }
    if (lostLetter.test(cell)) {
      throw unreadableFile(`Row ${row} has an unreadable character ${place}. ${damage[kind]}`);
    }
    // Around a text they are white space, such as the form feed at the end of a printed page.
    if (controlCharacter.test(cell.trim())) {
      throw unreadableFile(`Row ${row} has an invisible control character ${place}. ${damage[kind]}`);
    }
  });
}

/**
 * A row without the blank cells after the last permitted column, which spreadsheets add; blank rows have no cells.
 * @throws an `unreadableFile` if a cell after it is filled
 */
export function cutToColumns(cells: readonly string[], most: number): string[] {
  const own = cells.slice(0, most);
  if (!isBlank(cells.slice(most))) {
    throw unreadableFile(`The file has more than ${most} columns. Remove the ones you do not need.`);
  }
  return isBlank(own) ? [] : own;
}

const unclosed = (row: number) =>
  unreadableFile(`Row ${row} has an unclosed quotation mark. Fix the file and upload it again.`);

/**
 * Whether a cell runs on over the rows below its own up to a quotation mark of another cell, with which the parser ends it. A cell of
 * several lines that itself starts with a quotation mark is written with that mark doubled.
 */
const hasOtherRows = (cell: string, written: string) =>
  cell.startsWith('"') && /[\r\n]/.test(cell) && !written.includes(`"${cell.replaceAll('"', '""')}"`);

/**
 * Yields the rows of a file, headings first, including blank ones, as a spreadsheet counts them.
 * @throws an `unreadableFile` with the problem and its location
 */
export async function* getFileRows(text: string): AsyncGenerator<string[]> {
  const { delimiter, rest } = getDelimiter(text.replace(/^\ufeff/, ''));
  const parser = parseRows({ delimiter, relax_column_count: true, relax_quotes: true, raw: true });
  const source = Readable.from(chunks(rest)).on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const { record: cells, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
      row += 1;
      if (cells.some((cell) => hasOtherRows(cell, raw))) throw unclosed(row);
      checkCells(cells, row, 'csv');
      yield cutToColumns(cells, maxImportColumns);
    }
  } catch (error) {
    if (isUnreadableFile(error)) throw error;
    // The parser is ahead of the rows that were taken from it.
    throw unclosed((error instanceof CsvError ? Number(error.records) : row) + 1);
  }
}

function* chunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}
