import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { defaultThreshold } from '#rules/screening/score-names.ts';
import { buildScreeningIndex, type ScreeningIndex } from '#rules/screening/screening-index.ts';
import type {
  BirthDateMatching,
  ListedEntity,
  ScreeningSubject,
} from '#rules/screening/screening-records.ts';
import { countryCode } from './parsing/entity-draft.ts';
import { csvRows } from './parsing/files/csv-rows.ts';
import { isListError, listError } from './parsing/files/list-error.ts';
import type { ListFile } from './parsing/files/list-file.ts';
import { cellReader, columnPlaces } from './parsing/headings.ts';
import { widestLimits } from './parsing/list-format.ts';
import { findLists, readList } from './parsing/parse-list.ts';
import { readPartialDate } from './parsing/partial-dates.ts';

/**
 * `npm run --silent screening:search -- --list FILE… --names FILE`: screens the names of a CSV file against lists in
 * files, without database or environment. Prints one line of JSON for each name.
 */

const usage =
  'Usage: npm run --silent screening:search -- --list FILE… --names FILE [--threshold 0.7] [--dates exact|sameYear|off]';

interface Asked {
  lists: ListFile[];
  names: ListFile;
  threshold: number;
  dates: BirthDateMatching;
}

const dateMatchings: readonly BirthDateMatching[] = ['exact', 'sameYear', 'off'];

/** Values by option; an option takes all arguments until the next one, and may be repeated. */
function valuesByOption(argv: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const word of argv) {
    if (word.startsWith('--')) {
      const [option = '', value] = word.slice(2).split(/=(.*)/s);
      if (!['list', 'names', 'threshold', 'dates'].includes(option)) {
        throw new Error(`There is no option --${option}. ${usage}`);
      }
      current = values.get(option) ?? [];
      values.set(option, current);
      if (value !== undefined) current.push(value);
    } else if (current === undefined) throw new Error(usage);
    else current.push(word);
  }
  return values;
}

function readArguments(argv: readonly string[], folder: string): Asked {
  const values = valuesByOption(argv);
  const file = (path: string): ListFile => ({ path: resolve(folder, path), name: basename(path) });
  const lists = (values.get('list') ?? []).map(file);
  const [names, ...others] = (values.get('names') ?? []).map(file);
  if (lists.length === 0 || names === undefined || others.length > 0) throw new Error(usage);
  const threshold = Number(values.get('threshold')?.[0] ?? defaultThreshold);
  if (!(threshold > 0 && threshold <= 1))
    throw new Error('The threshold is a number above 0, and 1 at most.');
  const dates = (values.get('dates')?.[0] ?? 'exact') as BirthDateMatching;
  if (!dateMatchings.includes(dates)) throw new Error(`Dates count as one of: ${dateMatchings.join(', ')}.`);
  return { lists, names, threshold, dates };
}

/** Indexes lists; notes go to standard error. */
async function indexLists(files: readonly ListFile[], today: CalendarDate): Promise<ScreeningIndex> {
  for (const { path, name } of files) {
    const found = await stat(path).catch(() => null);
    if (found === null || !found.isFile()) throw listError(name, null, 'There is no such file.');
  }
  const lists: { id: string; entities: ListedEntity[] }[] = [];
  for (const found of await findLists(files)) {
    const reading = readList(found, widestLimits, today);
    const entities: ListedEntity[] = [];
    for await (const entity of reading.entities) entities.push(entity);
    const id = found.format === 'plain' ? (found.files[0]?.name ?? 'list') : found.format;
    lists.push({ id, entities });
    for (const { text } of reading.summary().notes) process.stderr.write(`${text}\n`);
  }
  return buildScreeningIndex(lists);
}

const schemas: Readonly<Record<string, ScreeningSubject['schema']>> = {
  person: 'Person',
  individual: 'Person',
  organization: 'Organization',
  organisation: 'Organization',
  company: 'Organization',
  business: 'Organization',
  legalentity: 'LegalEntity',
  vessel: 'Vessel',
  aircraft: 'Aircraft',
};

/** Streams the subjects of a file of names. Omits unreadable dates and countries. */
async function* getSubjects(file: ListFile): AsyncGenerator<ScreeningSubject, void, undefined> {
  if ((await stat(file.path).catch(() => null)) === null)
    throw listError(file.name, null, 'There is no such file.');
  let headings: string[] | undefined;
  let cell: ReturnType<typeof cellReader> = () => '';
  for await (const { line, cells } of csvRows(file)) {
    if (headings === undefined) {
      const places = columnPlaces(cells);
      if (!places.has('full name') && !places.has('name')) {
        throw listError(file.name, line, 'There is no column full_name.');
      }
      headings = cells;
      cell = cellReader(cells);
      continue;
    }
    const gender = cell(cells, 'gender').toLowerCase();
    const birthDate = readPartialDate(cell(cells, 'date of birth', 'birth date'));
    const country = countryCode(cell(cells, 'nationality', 'country', 'citizenship'));
    yield {
      id: String(line),
      schema: schemas[cell(cells, 'schema', 'type').toLowerCase()] ?? 'Person',
      names: [cell(cells, 'full name', 'name')],
      ...(birthDate === undefined ? {} : { birthDate }),
      countries: country === undefined ? [] : [country],
      ...(gender === 'male' || gender === 'female' ? { gender } : {}),
      identifiers: [],
    };
  }
  if (headings === undefined) throw listError(file.name, null, 'The file is empty.');
}

async function search({ lists, names, threshold, dates }: Asked): Promise<void> {
  const index = await indexLists(lists, new Date().toISOString().slice(0, 10));
  for await (const subject of getSubjects(names)) {
    const started = performance.now();
    const found = index.search(subject, { threshold, birthDateMatching: dates });
    const ms = Math.round((performance.now() - started) * 1000) / 1000;
    const hits = found.map(({ listId, entity, score }) => ({
      id: entity.id,
      list: listId,
      name: entity.names[0]?.text ?? '',
      score: score.score,
    }));
    const line = `${JSON.stringify({ name: subject.names[0] ?? '', hits, ms })}\n`;
    if (!process.stdout.write(line)) await once(process.stdout, 'drain');
  }
}

// The reader of the output may close the pipe at any time.
process.stdout.on('error', () => process.exit(0));
try {
  await search(readArguments(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd()));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${isListError(error) ? message : message.split('\n')[0]}\n`);
  process.exitCode = 2;
}
