import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify';
import { defaultThreshold, scoreNames } from '#rules/screening/score-names.ts';
import { type ScreeningSchema, screeningSchemas } from '#rules/screening/screening-records.ts';

const usage =
  'Enter a CSV file with the columns schema, name1 and name2: npm run --silent screening:score -- --pairs FILE';
const wanted = ['schema', 'name1', 'name2'] as const;

/** Error that the operator can fix; its message is printed as one line. */
class PairsFault extends Error {}

/** OpenSanctions' schemas of organisations, besides our own. */
const bodies = ['Company', 'PublicBody'];

function readSchema(text: string, line: number): ScreeningSchema {
  const schema = screeningSchemas.find((known) => known === text.trim());
  if (schema !== undefined) return schema;
  if (bodies.includes(text.trim())) return 'Organization';
  throw new PairsFault(
    `Line ${line}: there is no schema "${text.slice(0, 40)}". There are ${[...screeningSchemas, ...bodies].join(', ')}.`,
  );
}

type Row = Record<string, string>;

async function* scored(rows: AsyncIterable<{ record: Row; info: { lines: number } }>): AsyncGenerator<Row> {
  for await (const { record, info } of rows) {
    const schema = readSchema(record.schema ?? '', info.lines);
    const score = scoreNames(schema, record.name1 ?? '', record.name2 ?? '');
    yield { ...record, score: score.toFixed(4), match: String(score >= defaultThreshold) };
  }
}

function checkColumns(columns: string[]): string[] {
  const missing = wanted.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new PairsFault(`The file has no column ${missing.join(', ')}. ${usage}`);
  return columns;
}

/** Describes an error in one line. */
function describeError(error: unknown, file: string): string {
  if (error instanceof PairsFault) return error.message;
  if (error instanceof CsvError) return `${file} is no CSV: ${error.message}`;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return `There is no file ${file}.`;
  if (code === 'EISDIR') return `${file} is a folder, not a file.`;
  if (code === 'EACCES') return `${file} may not be read.`;
  return `${file} cannot be scored: ${error instanceof Error ? error.message : String(error)}`;
}

function readFileName(argv: string[]): string {
  try {
    const { values } = parseArgs({ args: argv, options: { pairs: { type: 'string' } } });
    if (values.pairs !== undefined && values.pairs !== '') return values.pairs;
  } catch {
    // Handled below.
  }
  throw new PairsFault(usage);
}

/**
 * Scores pairs of names in a CSV file: prints its rows with `score`, 0 to 1, and `match`, whether the score reaches the default
 * threshold. Reads and writes row by row.
 * @returns the exit code: 0, or 2 for an error in the file, described in one line.
 */
export async function scorePairs(
  argv: string[],
  out: NodeJS.WritableStream,
  say: (line: string) => void,
): Promise<number> {
  let file = '';
  try {
    file = readFileName(argv);
    let columns: string[] = [];
    const rows = parse({
      bom: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: 4 * 1024 * 1024,
      columns: (header: string[]) => {
        columns = checkColumns(header.map((name) => name.trim()));
        return columns;
      },
    });
    const cells = stringify();
    await pipeline(
      createReadStream(file),
      rows,
      async function* (records) {
        let isFirst = true;
        for await (const row of scored(records)) {
          const all = [...columns.filter((name) => name !== 'score' && name !== 'match'), 'score', 'match'];
          if (isFirst) yield all;
          isFirst = false;
          yield all.map((name) => row[name] ?? '');
        }
        if (!isFirst) return;
        if (columns.length === 0) throw new PairsFault(`${file} is empty. ${usage}`);
        yield [...columns, 'score', 'match'];
      },
      cells,
      out,
      { end: false },
    );
    return 0;
  } catch (error) {
    // The reader of the output has closed it.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    say(describeError(error, file).replace(/\s+/g, ' '));
    return 2;
  }
}
