import { Readable } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { listFault } from './list-fault.ts';
import { type ListFile, longestField } from './reading.ts';
import { textPieces } from './text-pieces.ts';

export interface CsvRow {
  /** Line of the file on which the row ends. */
  line: number;
  cells: string[];
}

/** Characters of one row. */
const longestRow = 4 * longestField;

const reasons: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quoted cell does not end: the file is cut off or broken.',
  CSV_INVALID_CLOSING_QUOTE: 'A quoted cell is followed by text without a comma between.',
  INVALID_OPENING_QUOTE: 'A quotation mark stands in the middle of a cell.',
  CSV_MAX_RECORD_SIZE: `A row is longer than ${longestRow} characters.`,
};

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

/**
 * The rows of a CSV file one by one, cells without the white space around them; rows of nothing are left out. How many cells a row must
 * have is the caller's to say.
 *
 * @throws ListFault at what is not CSV, with its line.
 */
export async function* csvRows(file: ListFile): AsyncGenerator<CsvRow, void, undefined> {
  const parser = parse({
    info: true,
    trim: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  const source = Readable.from(textPieces(file));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : null;
    throw listFault(file.name, line, reasons[error.code] ?? 'The row is not CSV.');
  } finally {
    source.destroy();
    parser.destroy();
  }
}
