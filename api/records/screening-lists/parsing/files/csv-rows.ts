import { Readable } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { maxFieldLength, singleSpaced } from './cell-text.ts';
import { textChunks } from './decode-text.ts';
import { listError } from './list-error.ts';
import type { ListFile } from './list-file.ts';

export interface CsvRow {
  /** Line on which the row ends. */
  line: number;
  cells: string[];
}

/** Maximum characters of a row. */
const maxRowLength = 4 * maxFieldLength;

const reasons: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quoted cell does not end: the file is truncated or damaged.',
  CSV_INVALID_CLOSING_QUOTE: 'A quoted cell is followed by text without a comma between.',
  INVALID_OPENING_QUOTE: 'There is a quotation mark in the middle of a cell.',
  CSV_MAX_RECORD_SIZE: `A row is longer than ${maxRowLength} characters.`,
};

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

/**
 * Streams the rows of a CSV file with trimmed cells, skipping empty rows. The caller checks the number of cells.
 *
 * @throws ListError with the line of malformed CSV.
 */
export async function* csvRows(file: ListFile): AsyncGenerator<CsvRow, void, undefined> {
  const parser = parse({
    info: true,
    trim: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
  });
  const source = Readable.from(textChunks(file));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { line: info.lines, cells: record.map(singleSpaced) };
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : null;
    throw listError(file.name, line, reasons[error.code] ?? 'The row is not CSV.');
  } finally {
    source.destroy();
    parser.destroy();
  }
}
