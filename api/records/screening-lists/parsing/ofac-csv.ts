import { formatNumber } from '#rules/format/numbers.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';
import {
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  type EntityDraft,
  namesInOrder,
  newDraft,
  type ReadRow,
} from './entity-draft.ts';
import { csvRows } from './files/csv-rows.ts';
import { getHead } from './files/file-header.ts';
import { listError } from './files/list-error.ts';
import type { ListFile } from './files/list-file.ts';
import { readKind } from './kinds.ts';
import { type FormatReading, maxNames } from './list-format.ts';
import { readOfacRemarks } from './ofac-remarks.ts';
import { idOfName } from './row-entries.ts';
import { quoteCell } from './row-log.ts';

/** The three files of the list, distinguished by their number of columns. */
export interface OfacFiles {
  sdn: ListFile;
  alt?: ListFile;
  add?: ListFile;
}

/** Columns of each file in OFAC's legacy format. */
export const ofacColumns = { sdn: 12, alt: 5, add: 6 } as const;

/** OFAC's empty value. */
const empty = '-0-';
/** End-of-file character of OFAC's files, from CP/M. */
const endMark = '\u001a';

const cellText = (cell: string | undefined) => (cell === undefined || cell === empty ? '' : cell);

interface OfacRow {
  line: number;
  cells: string[];
}

/** Rows of one file, each with exactly its columns; the end mark may only be last. */
async function* ofacRows(
  file: ListFile,
  columns: number,
  reading: FormatReading,
): AsyncGenerator<OfacRow, void, undefined> {
  let ended = false;
  let rows = 0;
  for await (const { line, cells } of csvRows(file)) {
    if (ended) throw listError(file.name, line, 'Rows follow the mark that ends the file.');
    if (cells.length === 1 && cells[0] === endMark) {
      ended = true;
      continue;
    }
    const stated = cells.map(cellText);
    if (reading.rows.noticeRemark(line, stated, columns)) continue;
    if (cells.length !== columns) {
      throw listError(
        file.name,
        line,
        `The row has ${cells.length} columns instead of ${columns}: the file is truncated or not this list.`,
      );
    }
    if (!/^(?:\d{1,12})?$/.test(stated[0] ?? ''))
      throw listError(file.name, line, 'The row does not start with a number.');
    // OFAC never leaves a cell empty: an empty one indicates truncation.
    if (/^-?0?$/.test(cells.at(-1) ?? ''))
      throw listError(file.name, line, 'The row is truncated in its last column.');
    rows += 1;
    yield { line, cells };
  }
  if (rows === 0) throw listError(file.name, null, 'The file holds no rows.');
  if (!ended) {
    // OFAC's lines end in CR LF and its files in the mark; a file with converted line endings may lack both.
    const isAsPublished = (await getHead(file)).includes('\r\n');
    reading.notes.push({
      kind: isAsPublished ? 'doubt' : 'note',
      text: `${file.name} does not end with the mark that OFAC puts at a file’s end${isAsPublished ? ': it may be truncated' : ''}. Compare its ${formatNumber(rows)} rows with the source.`,
    });
  }
}

const hasText = (cell: string | undefined) => /[\p{L}\p{N}]/u.test(cellText(cell));

/** Rows of a secondary file by entity number; aliases without a number are under the empty one. */
async function rowsByEntity(
  file: ListFile | undefined,
  columns: typeof ofacColumns.alt | typeof ofacColumns.add,
  reading: FormatReading,
): Promise<Map<string, OfacRow[]>> {
  const rows = new Map<string, OfacRow[]>();
  if (file === undefined) return rows;
  const isAliases = columns === ofacColumns.alt;
  for await (const row of ofacRows(file, columns, reading)) {
    const { line, cells } = row;
    const id = cellText(cells[0]);
    if (isAliases && !hasText(cells[3])) {
      reading.rows.unread(line, `The row in ${file.name} has no name.`);
      continue;
    }
    if (!isAliases && id === '') {
      reading.rows.unread(line, `The row in ${file.name} has no number.`);
      continue;
    }
    const known = rows.get(id);
    if (known === undefined) rows.set(id, [row]);
    else if (known.length >= maxNames)
      throw listError(file.name, line, `Number ${id} has more than ${maxNames} rows.`);
    else known.push(row);
  }
  return rows;
}

/** OFAC states the kinds of people, vessels and aircraft; its empty value is every other body. Undefined for what it does not use. */
const getKind = (type: string): ListedEntity['schema'] | undefined =>
  type === empty ? 'Organization' : readKind(type);

/** Reorders "HOOKER TAYLOR, Javier Arnulfo": given names first. */
function personName(name: string): string {
  const [family = '', ...givenNames] = name.split(', ');
  return givenNames.length === 1 ? `${givenNames[0]} ${family}` : name;
}

function addAlias(draft: EntityDraft, { cells: [, , type = '', name = '', remarks = ''] }: OfacRow): void {
  const isWeak = /weak/i.test(type) || /weak/i.test(cellText(remarks));
  addName(draft, draft.schema === 'Person' ? personName(name) : name, isWeak ? 'weakAlias' : 'alias');
}

function addAddress(draft: EntityDraft, { cells }: OfacRow, isPlaceOnly: boolean, row: ReadRow): void {
  const [, , street, city, country, remarks] = cells.map(cellText);
  addTexts(draft.addresses, [street, city, country, remarks].filter(Boolean).join(', '));
  if (country && isPlaceOnly) addCountry(draft, country, row);
}

function getEntity(
  cells: string[],
  aliases: readonly OfacRow[],
  addresses: readonly OfacRow[],
  row: ReadRow,
): EntityDraft {
  const [number = '', name = '', , programme, title, callSign, , , , flag, owner, remarks] =
    cells.map(cellText);
  const { reading, line } = row;
  const type = cells[2] ?? '';
  const kind = getKind(type);
  if (kind === undefined) reading.rows.notice('unknownKind', line, quoteCell(type));
  if (number === '') reading.rows.notice('noNumber', line, name);
  const draft = newDraft(number === '' ? `no-number ${idOfName(name)}` : number, kind ?? 'LegalEntity');
  addName(draft, draft.schema === 'Person' ? personName(name) : name, 'primary');
  for (const alias of aliases) addAlias(draft, alias);
  if (remarks) readOfacRemarks(draft, remarks, row);
  // A person's nationality takes precedence over the countries of addresses.
  const hasNationality = draft.countries.length > 0;
  if (flag) addCountry(draft, flag, row);
  for (const address of addresses)
    addAddress(draft, address, draft.schema !== 'Person' || !hasNationality, row);
  if (callSign) addIdentifier(draft, { type: 'Call sign', number: callSign });
  draft.topics.push('sanction');
  // "SDGT] [SDT] [SYRIA": several programmes, without the outer brackets.
  addTexts(draft.programmes, ...(programme ?? '').split(/\]\s*\[/).map((item) => item.replace(/[[\]]/g, '')));
  const remarkText = [title, owner ? `Owner: ${owner}` : '', remarks].filter(Boolean).join('. ');
  if (remarkText !== '') draft.remarks = remarkText;
  return { ...draft, names: namesInOrder(draft.names) };
}

/** Share of numbers with aliases that the main file may lack; beyond it the main file may be truncated. */
const maxLoneShare = 0.02;

/**
 * Entities for aliases without an entry in the main file, one for each number, of an unknown kind: the names are listed, although their
 * entry is missing.
 */
function* loneAliases(
  file: ListFile,
  rows: ReadonlyMap<string, readonly OfacRow[]>,
  addresses: ReadonlyMap<string, readonly OfacRow[]>,
  reading: FormatReading,
): Generator<EntityDraft & { line: number }, void, undefined> {
  const groups = [...rows].flatMap(([id, aliases]) =>
    id === '' ? aliases.map((alias) => ({ id, aliases: [alias] })) : [{ id, aliases }],
  );
  for (const { id, aliases } of groups) {
    const [{ line, cells } = { line: 1, cells: [] }] = aliases;
    const name = cellText(cells[3]);
    const draft = newDraft(id === '' ? `no-number ${idOfName(name)}` : id, 'LegalEntity');
    for (const alias of aliases) {
      addAlias(draft, alias);
      reading.rows.notice('aliasAlone', alias.line, `${file.name}: ${cellText(alias.cells[3])}`);
    }
    // The kind is unknown: a name in the order of a person's, "HOOKER TAYLOR, Javier Arnulfo", is compared in both.
    for (const { text, quality } of [...draft.names]) addName(draft, personName(text), quality);
    for (const address of addresses.get(id) ?? []) addAddress(draft, address, true, { reading, line });
    draft.topics.push('sanction');
    reading.rows.read();
    yield { ...draft, names: namesInOrder(draft.names), line };
  }
}

/** Notes what the side files hold of numbers that the main file lacks. */
function reportLoneRows(
  files: OfacFiles,
  lone: { aliases: number; addresses: number },
  entries: number,
  reading: FormatReading,
): void {
  const reason = 'the files are of different days, or the main file is truncated';
  if (files.add !== undefined && lone.addresses > 0) {
    const text = `${files.add.name} holds addresses of ${formatNumber(lone.addresses)} numbers that the main file lacks. They were skipped: ${reason}.`;
    reading.notes.push({ kind: 'note', text });
  }
  if (files.alt !== undefined && lone.aliases > entries * maxLoneShare) {
    const text = `${files.alt.name} holds aliases of ${formatNumber(lone.aliases)} numbers that the main file lacks: ${reason}.`;
    reading.notes.push({ kind: 'doubt', text });
  }
}

/**
 * Reads OFAC's list in its legacy CSV form: the main file, and optionally those of aliases and addresses. No header;
 * `-0-` is empty. Ids are OFAC's entity numbers.
 */
export async function* readOfacCsv(
  files: OfacFiles,
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  const aliases = await rowsByEntity(files.alt, ofacColumns.alt, reading);
  const addresses = await rowsByEntity(files.add, ofacColumns.add, reading);
  for (const [file, what] of [
    [files.alt, 'aliases'],
    [files.add, 'addresses'],
  ] as const) {
    if (file === undefined) reading.notes.push({ kind: 'note', text: `The file of ${what} is missing.` });
  }
  // The aliases and addresses of a number that is used twice belong to each of its entries: the files do not tell them apart.
  const used = new Set<string>();
  let entries = 0;
  for await (const { line, cells } of ofacRows(files.sdn, ofacColumns.sdn, reading)) {
    const id = cellText(cells[0]);
    if (!hasText(cells[1])) {
      reading.rows.unread(line, 'The row has no name.');
      continue;
    }
    reading.rows.read();
    // Without a number, none of the other rows without one are the entry's.
    const of = (rows: ReadonlyMap<string, OfacRow[]>) => (id === '' ? [] : (rows.get(id) ?? []));
    yield { ...getEntity(cells, of(aliases), of(addresses), { reading, line }), line };
    if (id !== '') used.add(id);
    entries += 1;
  }
  for (const id of used) {
    aliases.delete(id);
    addresses.delete(id);
  }
  if (files.alt !== undefined) yield* loneAliases(files.alt, aliases, addresses, reading);
  const withoutNames = [...addresses.keys()].filter((id) => !aliases.has(id));
  reportLoneRows(files, { aliases: aliases.size, addresses: withoutNames.length }, entries, reading);
}
