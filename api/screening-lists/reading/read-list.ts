import { stat } from 'node:fs/promises';
import type { ListedEntity } from '#rules/screening/screening-records.ts';
import { dfatHeadings, readDfat } from './dfat.ts';
import { headOf } from './head.ts';
import { columnPlaces } from './headings.ts';
import { listFault } from './list-fault.ts';
import { type OfacFiles, ofacColumns, readOfacCsv } from './ofac-csv.ts';
import { readOpenSanctionsCsv } from './open-sanctions-csv.ts';
import { readPlainCsv } from './plain-csv.ts';
import {
  type FormatReading,
  formatNames,
  type ListFile,
  type ListFormat,
  type ListReading,
  longestName,
  mostNames,
  newFormatReading,
  type ReadingLimits,
  type ReadingNote,
} from './reading.ts';
import { isZip, tableRows } from './table-rows.ts';
import { readUnXml } from './un-xml.ts';

type FileKind = Exclude<ListFormat, 'ofac'> | keyof typeof ofacColumns;

const notAList =
  'The file is none of the lists that can be read: the UN’s XML, OFAC’s CSV, DFAT’s CSV or XLSX, OpenSanctions’ targets.simple.csv, or the template’s CSV.';

async function firstRow(file: ListFile): Promise<string[]> {
  for await (const { cells } of tableRows(file)) return cells;
  throw listFault(file.name, null, 'The file is empty.');
}

/** Told by the first row: the headings, or the columns of OFAC's files, which have none. */
function kindOfTable(file: ListFile, cells: string[]): FileKind {
  const has = (...headings: string[]) => headings.every((heading) => columnPlaces(cells).has(heading));
  if (/^\d+$/.test(cells[0] ?? '')) {
    if (cells.length === ofacColumns.sdn) return 'sdn';
    if (cells.length === ofacColumns.alt && /^\d+$/.test(cells[1] ?? '')) return 'alt';
    if (cells.length === ofacColumns.add && /^\d+$/.test(cells[1] ?? '')) return 'add';
  }
  if (has(...dfatHeadings)) return 'dfat';
  if (has('id', 'schema', 'name', 'aliases', 'dataset')) return 'opensanctions';
  if (has('name') || has('full name')) return 'plain';
  throw listFault(file.name, 1, notAList);
}

async function kindOfFile(file: ListFile): Promise<FileKind> {
  if (await isZip(file)) return kindOfTable(file, await firstRow(file));
  const head = await headOf(file);
  if (/[\0]/.test(head)) throw listFault(file.name, 1, notAList);
  if (/^\s*</.test(head)) {
    if (/^\s*(?:<\?[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+)?html/i.test(head)) {
      throw listFault(file.name, 1, 'The file is a web page, not a list: the download may have failed.');
    }
    return 'un';
  }
  return kindOfTable(file, await firstRow(file));
}

/** A list's files with the format that they are in. */
export interface FoundList {
  format: ListFormat;
  files: ListFile[];
  /** Reads it from the beginning. */
  read(reading: FormatReading): AsyncGenerator<ListedEntity & { line: number }, void, undefined>;
}

function ofacList(files: readonly { file: ListFile; kind: FileKind }[]): FoundList {
  const of = (kind: FileKind) => {
    const found = files.filter((one) => one.kind === kind).map(({ file }) => file);
    if (found.length > 1)
      throw listFault(found[1]?.name ?? '', null, `There are two files of OFAC’s kind ${kind}.`);
    return found[0];
  };
  const sdn = of('sdn');
  const [first] = files;
  if (sdn === undefined) {
    throw listFault(
      first?.file.name ?? '',
      null,
      'This is a side file of OFAC’s list. Give the main file (sdn.csv) with it.',
    );
  }
  const trio: OfacFiles = { sdn, alt: of('alt'), add: of('add') };
  const given = [trio.sdn, trio.alt, trio.add].filter((file) => file !== undefined);
  return { format: 'ofac', files: given, read: (reading) => readOfacCsv(trio, reading) };
}

const readers = { un: readUnXml, dfat: readDfat, opensanctions: readOpenSanctionsCsv, plain: readPlainCsv };

/**
 * Which lists some files are, told by what is in them: the files of OFAC's list are one, every other is a list of its own.
 *
 * @throws ListFault for a file that is no list.
 */
export async function findLists(files: readonly ListFile[]): Promise<FoundList[]> {
  const kinds = await Promise.all(files.map(async (file) => ({ file, kind: await kindOfFile(file) })));
  const isOfac = ({ kind }: { kind: FileKind }) => Object.hasOwn(ofacColumns, kind);
  const ofac = kinds.filter(isOfac);
  return [
    ...(ofac.length > 0 ? [ofacList(ofac)] : []),
    ...kinds
      .filter((one) => !isOfac(one))
      .map(({ file, kind }): FoundList => {
        const format = kind as keyof typeof readers;
        return { format, files: [file], read: (reading) => readers[format]([file], reading) };
      }),
  ];
}

const figures = new Intl.NumberFormat('en-NZ');

function notesOf({ notes, unknown }: FormatReading): ReadingNote[] {
  const told = (counts: Map<string, number>, what: string): ReadingNote[] => {
    if (counts.size === 0) return [];
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const examples = [...counts.keys()].slice(0, 5).map((value) => `“${value}”`);
    return [
      {
        kind: 'note',
        text: `${figures.format(total)} ${what} could not be read and were left out, such as ${examples.join(', ')}.`,
      },
    ];
  };
  return [...notes, ...told(unknown.countries, 'countries'), ...told(unknown.dates, 'dates of birth')];
}

async function checkSize(found: FoundList, limits: ReadingLimits): Promise<void> {
  let bytes = 0;
  for (const file of found.files) {
    const { size } = await stat(file.path);
    bytes += size;
    if (bytes > limits.bytes) {
      throw listFault(
        file.name,
        null,
        `The list is larger than ${figures.format(Math.floor(limits.bytes / 1024 / 1024))} MB.`,
      );
    }
  }
}

/**
 * Reads a list from the beginning, entity by entity, within limits. Memory holds one entity at a time (DFAT's rows, and OFAC's aliases and
 * addresses, are held together because their order is not given).
 */
export function readList(found: FoundList, limits: ReadingLimits): ListReading {
  const reading = newFormatReading();
  const { format } = found;
  const main = found.files[0]?.name ?? '';
  let entities = 0;
  async function* checked(): AsyncGenerator<ListedEntity, void, undefined> {
    await checkSize(found, limits);
    const until = performance.now() + limits.timeMs;
    const ids = new Set<string>();
    for await (const { line, ...entity } of found.read(reading)) {
      const fail = (reason: string) => listFault(main, line, reason);
      if (entity.names[0]?.quality !== 'primary') {
        const [first] = entity.names;
        if (first === undefined) throw fail(`Entry ${entity.id} has no name.`);
        first.quality = 'primary';
      }
      if (entity.names.length > mostNames) throw fail(`Entry ${entity.id} has more than ${mostNames} names.`);
      if (entity.names.some(({ text }) => text.length > longestName)) {
        throw fail(`Entry ${entity.id} has a name of more than ${longestName} characters.`);
      }
      if (ids.has(entity.id)) throw fail(`Number ${entity.id} stands on the list twice.`);
      ids.add(entity.id);
      entities += 1;
      if (entities > limits.entities)
        throw fail(`The list has more than ${figures.format(limits.entities)} entries.`);
      if (performance.now() > until) throw fail('Reading the list takes too long.');
      yield entity;
    }
    if (entities === 0) throw listFault(main, null, 'The list holds no entry.');
  }
  return {
    format,
    entities: checked(),
    summary: () => ({ format, publishedOn: reading.publishedOn, entities, notes: notesOf(reading) }),
  };
}

/**
 * The one list that some files are.
 *
 * @throws ListFault where they are several, or none, or another kind than wanted.
 */
export async function findOneList(files: readonly ListFile[], wanted?: ListFormat): Promise<FoundList> {
  const [found, another] = await findLists(files);
  if (found === undefined) throw listFault('', null, 'No file was given.');
  if (another !== undefined) {
    throw listFault(
      another.files[0]?.name ?? '',
      null,
      `The files are several lists, and one is wanted: this one is ${formatNames[another.format]}.`,
    );
  }
  if (wanted !== undefined && found.format !== wanted) {
    throw listFault(
      found.files[0]?.name ?? '',
      null,
      `The file is ${formatNames[found.format]}, not ${formatNames[wanted]}.`,
    );
  }
  return found;
}
