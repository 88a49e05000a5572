import { stat } from 'node:fs/promises';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';
import { dfatHeadings, readDfat } from './dfat.ts';
import { tidy } from './files/cell-text.ts';
import { getHead } from './files/file-header.ts';
import { htmlTables } from './files/html-tables.ts';
import { listError } from './files/list-error.ts';
import type { ListFile } from './files/list-file.ts';
import { isZip, readSheetHeads, tableRows } from './files/table-rows.ts';
import { columnPlaces } from './headings.ts';
import {
  type FormatReading,
  formatNames,
  type ListFormat,
  type ListReading,
  maxNameLength,
  maxNames,
  newFormatReading,
  type ReadingLimits,
} from './list-format.ts';
import { isPoliceTable, readNzPolice } from './nz-police.ts';
import { isRussiaHeading, readNzRussia } from './nz-russia.ts';
import { type OfacFiles, ofacColumns, readOfacCsv } from './ofac-csv.ts';
import { readOpenSanctionsCsv } from './open-sanctions-csv.ts';
import { idOfName } from './row-entries.ts';
import { readPlainCsv } from './template-csv.ts';
import { readUnXml } from './un-xml.ts';

/** Characters of an entry's number. */
const maxIdLength = 300;

type FileKind = Exclude<ListFormat, 'ofac'> | keyof typeof ofacColumns;

const notAList =
  'The file is not one of the supported lists: the UN’s XML, OFAC’s CSV, DFAT’s CSV or XLSX, NZ Police’s designated terrorist entities, the Russia sanctions register, OpenSanctions’ targets.simple.csv, or the template’s CSV.';

const emptyFile = (file: ListFile) => listError(file.name, null, 'The file is empty.');

async function firstRow(file: ListFile): Promise<string[]> {
  for await (const { cells } of tableRows(file)) return cells;
  throw emptyFile(file);
}

/** Recognises a table by its first row: headings, or the number of columns of OFAC's files, which have none. */
function getTableKind(file: ListFile, cells: string[]): FileKind {
  const has = (...headings: string[]) => headings.every((heading) => columnPlaces(cells).has(heading));
  if (/^\d+$/.test(cells[0] ?? '')) {
    if (cells.length === ofacColumns.sdn) return 'sdn';
    if (cells.length === ofacColumns.alt && /^\d+$/.test(cells[1] ?? '')) return 'alt';
    if (cells.length === ofacColumns.add && /^\d+$/.test(cells[1] ?? '')) return 'add';
  }
  if (has(...dfatHeadings)) return 'dfat';
  if (isPoliceTable(cells)) return 'nzPolice';
  if (has('id', 'schema', 'name', 'aliases', 'dataset')) return 'opensanctions';
  if (has('name') || has('full name')) return 'plain';
  throw listError(file.name, 1, notAList);
}

/** Maximum rows searched for the Russia register's headings, which follow a title and notes. */
const rowsBeforeHeadings = 40;

async function getSheetKind(file: ListFile): Promise<FileKind> {
  const heads = await readSheetHeads(file, rowsBeforeHeadings);
  if (heads.some(({ rows }) => rows.some(isRussiaHeading))) return 'nzRussia';
  const [first, ...others] = heads;
  const [headings] = first?.rows ?? [];
  if (headings === undefined) throw emptyFile(file);
  const kind = getTableKind(file, headings);
  const lost = others.find(({ rows }) => rows.length > 0);
  if (lost !== undefined) {
    const reason = `The workbook has rows on another sheet, “${lost.name.slice(0, 60)}”. A list is read from the first sheet: put all entries there, or remove the other sheet.`;
    throw listError(file.name, null, reason);
  }
  return kind;
}

async function getPageKind(file: ListFile): Promise<FileKind> {
  const hasTable = (await htmlTables(file)).some(({ rows }) =>
    rows.some(({ cells }) => isPoliceTable(cells)),
  );
  if (hasTable) return 'nzPolice';
  throw listError(file.name, 1, 'The file is a web page, not a list: the download may have failed.');
}

async function getFileKind(file: ListFile): Promise<FileKind> {
  if (await isZip(file)) return getSheetKind(file);
  const head = await getHead(file);
  if (/[\0]/.test(head)) throw listError(file.name, 1, notAList);
  if (/^\s*</.test(head)) {
    if (/^\s*(?:<\?[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+)?html/i.test(head)) {
      return getPageKind(file);
    }
    return 'un';
  }
  const headings = await firstRow(file);
  return isRussiaHeading(headings) ? 'nzRussia' : getTableKind(file, headings);
}

/** A list's files and their format. */
export interface FoundList {
  format: ListFormat;
  files: ListFile[];
  /** Reads from the start. */
  read(reading: FormatReading): AsyncGenerator<ListedEntity & { line: number }, void, undefined>;
}

function ofacList(files: readonly { file: ListFile; kind: FileKind }[]): FoundList {
  const of = (kind: FileKind) => {
    const found = files.filter((file) => file.kind === kind).map(({ file }) => file);
    if (found.length > 1)
      throw listError(found[1]?.name ?? '', null, `There are two files of OFAC’s kind ${kind}.`);
    return found[0];
  };
  const sdn = of('sdn');
  const [first] = files;
  if (sdn === undefined) {
    throw listError(
      first?.file.name ?? '',
      null,
      'This is a side file of OFAC’s list. Add the main file (sdn.csv).',
    );
  }
  const trio: OfacFiles = { sdn, alt: of('alt'), add: of('add') };
  const trioFiles = [trio.sdn, trio.alt, trio.add].filter((file) => file !== undefined);
  return { format: 'ofac', files: trioFiles, read: (reading) => readOfacCsv(trio, reading) };
}

const readers = {
  un: readUnXml,
  dfat: readDfat,
  nzPolice: readNzPolice,
  nzRussia: readNzRussia,
  opensanctions: readOpenSanctionsCsv,
  plain: readPlainCsv,
};

/**
 * Recognises lists by content: OFAC's files form one list, every other file is its own.
 *
 * @throws ListError for a file that is not a list.
 */
export async function findLists(files: readonly ListFile[]): Promise<FoundList[]> {
  const kinds = await Promise.all(files.map(async (file) => ({ file, kind: await getFileKind(file) })));
  const isOfac = ({ kind }: { kind: FileKind }) => Object.hasOwn(ofacColumns, kind);
  const ofac = kinds.filter(isOfac);
  return [
    ...(ofac.length > 0 ? [ofacList(ofac)] : []),
    ...kinds
      .filter((kind) => !isOfac(kind))
      .map(({ file, kind }): FoundList => {
        const format = kind as keyof typeof readers;
        return { format, files: [file], read: (reading) => readers[format]([file], reading) };
      }),
  ];
}

async function checkSize(found: FoundList, limits: ReadingLimits): Promise<void> {
  let bytes = 0;
  for (const file of found.files) {
    const { size } = await stat(file.path);
    bytes += size;
    if (bytes > limits.bytes) {
      throw listError(
        file.name,
        null,
        `The list is larger than ${formatNumber(Math.floor(limits.bytes / 1024 / 1024))} MB.`,
      );
    }
  }
}

/** Returns a function for the id of an entity whose number an earlier one has: with its name, and counted if that is not enough. */
function startOwnIds(ids: ReadonlySet<string>): (entity: ListedEntity) => string {
  // How often each was asked for: counting from the start each time would take hours for a file of one row many times over.
  const counts = new Map<string, number>();
  return ({ id, names }) => {
    const named = `${id} ${names[0]?.text.toLowerCase() ?? ''}`.slice(0, 300);
    let count = counts.get(named) ?? 1;
    let own = count === 1 ? named : `${named} ${count}`;
    while (ids.has(own)) {
      count += 1;
      own = `${named} ${count}`;
    }
    counts.set(named, count + 1);
    return own;
  };
}

/**
 * Reads a list entity by entity, within limits. Memory holds one entity at a time, except DFAT's rows, and OFAC's
 * aliases and addresses, whose order is not guaranteed. An id that is used twice belongs to two entities.
 * @param receivedOn the day the file was received; see `FormatReading`
 */
export function readList(found: FoundList, limits: ReadingLimits, receivedOn: CalendarDate): ListReading {
  const reading = newFormatReading(receivedOn, performance.now() + limits.timeMs);
  const { format } = found;
  const main = found.files[0]?.name ?? '';
  let entities = 0;
  async function* checked(): AsyncGenerator<ListedEntity, void, undefined> {
    await checkSize(found, limits);
    const ids = new Set<string>();
    const getOwnId = startOwnIds(ids);
    for await (const { line, ...entity } of found.read(reading)) {
      const fail = (reason: string) => listError(main, line, reason);
      if (entity.names[0]?.quality !== 'primary') {
        const [first] = entity.names;
        if (first === undefined) throw fail(`Entry ${entity.id} has no name.`);
        first.quality = 'primary';
      }
      if (entity.names.length > maxNames) throw fail(`Entry ${entity.id} has more than ${maxNames} names.`);
      if (entity.names.some(({ text }) => text.length > maxNameLength)) {
        throw fail(`Entry ${entity.id} has a name of more than ${maxNameLength} characters.`);
      }
      entity.id = tidy(entity.id) || `no-number ${idOfName(entity.names[0]?.text ?? '')}`;
      if (entity.id.length > maxIdLength) throw fail(`A number has more than ${maxIdLength} characters.`);
      if (entity.remarks !== undefined) entity.remarks = tidy(entity.remarks);
      if (ids.has(entity.id)) {
        reading.rows.notice('repeatedNumber', line, entity.id.slice(0, 80));
        entity.id = getOwnId(entity);
      }
      ids.add(entity.id);
      entities += 1;
      if (entities > limits.entities)
        throw fail(`The list has more than ${formatNumber(limits.entities)} entries.`);
      if (performance.now() > reading.until) throw fail('Reading the list takes too long.');
      yield entity;
    }
    // More rows than a few that cannot be read are another fault than none.
    reading.notes.unshift(...reading.rows.finish(main));
    if (entities === 0) throw listError(main, null, 'The list holds no entry.');
  }
  return {
    format,
    entities: checked(),
    summary: () => ({
      format,
      publishedOn: reading.publishedOn,
      entities,
      notes: reading.notes,
      columns: [...reading.columns],
      filledColumns: [...reading.filledColumns],
      unreadRows: reading.rows.unreadRows(),
    }),
  };
}

/**
 * The single list formed by the files.
 * @throws ListError for several lists, none, or a format other than `wanted`.
 */
export async function findOneList(files: readonly ListFile[], wanted?: ListFormat): Promise<FoundList> {
  const [found, another] = await findLists(files);
  if (found === undefined) throw listError('', null, 'Select a file.');
  if (another !== undefined) {
    throw listError(
      another.files[0]?.name ?? '',
      null,
      `The files belong to several lists. Upload one list at a time: this file is ${formatNames[another.format]}.`,
    );
  }
  if (wanted !== undefined && found.format !== wanted) {
    throw listError(
      found.files[0]?.name ?? '',
      null,
      `The file is ${formatNames[found.format]}, not ${formatNames[wanted]}.`,
    );
  }
  return found;
}
