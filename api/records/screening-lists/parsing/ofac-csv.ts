import { formatNumber } from '#rules/format/numbers.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';
import { csvRows } from './csv-rows.ts';
import {
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  type EntityDraft,
  namesInOrder,
  newDraft,
} from './entity-draft.ts';
import { getHead } from './file-header.ts';
import { listError } from './list-error.ts';
import { type FormatReading, type ListFile, maxNames } from './list-format.ts';
import { readOfacRemarks } from './ofac-remarks.ts';

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
    if (cells.length !== columns) {
      throw listError(
        file.name,
        line,
        `The row has ${cells.length} columns instead of ${columns}: the file is truncated or not this list.`,
      );
    }
    if (!/^\d{1,12}$/.test(cells[0] ?? '')) {
      throw listError(file.name, line, 'The row does not start with a number.');
    }
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

/** Rows of a secondary file by entity number. */
async function rowsByEntity(
  file: ListFile | undefined,
  columns: number,
  reading: FormatReading,
): Promise<Map<string, string[][]>> {
  const rows = new Map<string, string[][]>();
  if (file === undefined) return rows;
  for await (const { line, cells } of ofacRows(file, columns, reading)) {
    const [id = '', ...rest] = cells;
    const known = rows.get(id);
    if (known === undefined) rows.set(id, [rest]);
    else if (known.length >= maxNames)
      throw listError(file.name, line, `Number ${id} has more than ${maxNames} rows.`);
    else known.push(rest);
  }
  return rows;
}

const schemas: Record<string, ListedEntity['schema']> = {
  individual: 'Person',
  vessel: 'Vessel',
  aircraft: 'Aircraft',
};

/** Reorders "HOOKER TAYLOR, Javier Arnulfo": given names first. */
function personName(name: string): string {
  const [family = '', ...givenNames] = name.split(', ');
  return givenNames.length === 1 ? `${givenNames[0]} ${family}` : name;
}

function addAlias(draft: EntityDraft, [, type = '', name = '', remarks = '']: string[]): void {
  if (cellText(name) === '') return;
  const isWeak = /weak/i.test(type) || /weak/i.test(cellText(remarks));
  addName(draft, draft.schema === 'Person' ? personName(name) : name, isWeak ? 'weakAlias' : 'alias');
}

function addAddress(draft: EntityDraft, row: string[], isPlaceOnly: boolean, reading: FormatReading): void {
  const [, street, city, country, remarks] = row.map(cellText);
  addTexts(draft.addresses, [street, city, country, remarks].filter(Boolean).join(', '));
  if (country && isPlaceOnly) addCountry(draft, country, reading);
}

function getEntity(
  cells: string[],
  aliases: string[][],
  addresses: string[][],
  reading: FormatReading,
): EntityDraft {
  const [id = '', name = '', type, programme, title, callSign, , , , flag, owner, remarks] =
    cells.map(cellText);
  const draft = newDraft(id, schemas[type ?? ''] ?? 'Organization');
  addName(draft, draft.schema === 'Person' ? personName(name) : name, 'primary');
  for (const alias of aliases) addAlias(draft, alias);
  if (remarks) readOfacRemarks(draft, remarks, reading);
  // A person's nationality takes precedence over the countries of addresses.
  const hasNationality = draft.countries.length > 0;
  if (flag) addCountry(draft, flag, reading);
  for (const address of addresses)
    addAddress(draft, address, draft.schema !== 'Person' || !hasNationality, reading);
  if (callSign) addIdentifier(draft, { type: 'Call sign', number: callSign });
  draft.topics.push('sanction');
  // "SDGT] [SDT] [SYRIA": several programmes, without the outer brackets.
  addTexts(draft.programmes, ...(programme ?? '').split(/\]\s*\[/).map((item) => item.replace(/[[\]]/g, '')));
  const remarkText = [title, owner ? `Owner: ${owner}` : '', remarks].filter(Boolean).join('. ');
  if (remarkText !== '') draft.remarks = remarkText;
  return { ...draft, names: namesInOrder(draft.names) };
}

function reportOrphanRows(
  kind: string,
  file: ListFile | undefined,
  rows: Map<string, string[][]>,
  reading: FormatReading,
) {
  if (file === undefined || rows.size === 0) return;
  const count = [...rows.values()].reduce((sum, item) => sum + item.length, 0);
  reading.notes.push({
    kind: 'note',
    text: `${file.name} holds ${formatNumber(count)} ${kind} of numbers that are not in the main file. They were skipped: the files are of different days, or the main file is truncated.`,
  });
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
  for await (const { line, cells } of ofacRows(files.sdn, ofacColumns.sdn, reading)) {
    const id = cells[0] ?? '';
    yield { ...getEntity(cells, aliases.get(id) ?? [], addresses.get(id) ?? [], reading), line };
    aliases.delete(id);
    addresses.delete(id);
  }
  reportOrphanRows('aliases', files.alt, aliases, reading);
  reportOrphanRows('addresses', files.add, addresses, reading);
}
