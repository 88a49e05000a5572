import type { ListedEntity } from '#rules/screening/screening-records.ts';
import { type Columns, columnReader } from './columns.ts';
import { addName, addTexts, type EntityDraft, namesInOrder, newDraft, setListedOn } from './entity-draft.ts';
import { getHead } from './files/file-header.ts';
import { htmlTables } from './files/html-tables.ts';
import { describeColumns, listError } from './files/list-error.ts';
import type { ListFile } from './files/list-file.ts';
import { isZip, tableRows } from './files/table-rows.ts';
import { columnPlaces } from './headings.ts';
import type { FormatReading } from './list-format.ts';
import { idOfName } from './row-entries.ts';

/** Headings of the column of names, as the page and copies of it have them. */
const nameHeadings = [
  'terrorist entity',
  'designated terrorist entity',
  'designated entity',
  'entity',
  'name',
] as const;

/** The column's heading is a sentence on the page, recognised by its start. */
const designationHeading = /^(?:date of designation|designated on|designation date|date designated)/;
const renewalHeading = /renew/;
/** Tables, columns and sections of designations that are no longer in force. */
const ended = /\b(?:revoked|revocation|expired|allowed to expire|expiration|former(?:ly)? designated)\b/;

const datePattern =
  /\b(\d{1,2}(?:st|nd|rd|th)? (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})\b/g;

/** Whether a heading row is that of Police's table of designations. */
export function isPoliceTable(headings: readonly string[]): boolean {
  const places = [...columnPlaces(headings).keys()];
  return (
    places.some((key) => (nameHeadings as readonly string[]).includes(key)) &&
    places.some((key) => designationHeading.test(key))
  );
}

/** Splits `Name, also known as A, B and C` into the name and its aliases, and removes brackets around abbreviations. */
export function policeNames(cell: string): { name: string; aliases: string[]; short: string[] } {
  const [own = '', ...known] = cell.split(
    /[,;(]?\s*\b(?:also known as|formerly known as|aka|a\.k\.a\.?|formerly designated under (?:the )?description)\b:?/i,
  );
  const short: string[] = [];
  const bare = (text: string) =>
    text
      .replace(/\(([^()]*)\)/g, (_, inside: string) => {
        short.push(inside.trim());
        return ' ';
      })
      .replace(/[()]/g, ' ')
      .replace(/^[\s,;:]+|[\s,;:]+$/g, '');
  const name = bare(own);
  const aliases = known.flatMap((text) => text.split(/[;,]|\s+and\s+(?=[A-Z\u00c0-\u024f“"‘'])/)).map(bare);
  return {
    name,
    aliases: aliases.map((alias) => alias.replace(/^(?:and|or)\s+/i, '')).filter((alias) => alias !== ''),
    short,
  };
}

const columns = {
  name: nameHeadings,
  aliases: ['aliases', 'alias', 'also known as', 'other names'],
  provision: ['provision', 'section', 'resolution', 'unsc resolution'],
  ended: ['status', 'expired', 'revoked'],
} as const satisfies Columns<string>;

/** Locates a row's cells by the table's headings, in any order. */
function findColumns(headings: readonly string[], reading: FormatReading) {
  const keys = [...columnPlaces(headings)];
  const cell = columnReader(headings, columns, reading);
  const placed = (key: string, test: RegExp) => {
    const place = keys.find(([heading]) => test.test(heading))?.[1] ?? -1;
    if (place >= 0) reading.columns.add(key);
    return place;
  };
  const [designated, renewed] = [
    placed('date of designation', designationHeading),
    placed('date renewed', renewalHeading),
  ];
  return {
    cell,
    designated: (cells: readonly string[]) => cells[designated] ?? '',
    renewed: (cells: readonly string[]) => cells[renewed] ?? '',
  };
}

/** A row as an entity; a message if it cannot be read. */
function toEntity(cells: readonly string[], found: ReturnType<typeof findColumns>): EntityDraft | string {
  const { name, aliases, short } = policeNames(found.cell(cells, 'name'));
  const id = idOfName(name);
  if (id === '') return 'The row has no name.';
  const [designatedOn] = [...found.designated(cells).matchAll(datePattern)].map(([date]) => date);
  // The table mixes people and organisations without distinguishing them.
  const draft: EntityDraft = { ...newDraft(id, 'LegalEntity'), topics: ['sanction'] };
  addName(draft, name, 'primary');
  for (const alias of [...aliases, ...found.cell(cells, 'aliases').split(/[;,]/)])
    addName(draft, alias, 'alias');
  // Three-letter abbreviations match many others.
  for (const text of short) addName(draft, text, /^[\p{Lu}\d/-]{2,8}$/u.test(text) ? 'weakAlias' : 'alias');
  addTexts(draft.programmes, 'Terrorism Suppression Act 2002 (NZ)', found.cell(cells, 'provision'));
  setListedOn(draft, designatedOn);
  const renewals = [...found.renewed(cells).matchAll(datePattern)].map(([date]) => date);
  const dated = [
    ...(designatedOn === undefined ? [] : [`Designated on ${designatedOn}`]),
    ...(renewals.length > 0 ? [`renewed on ${renewals.join(', ')}`] : []),
  ];
  if (dated.length > 0) draft.remarks = dated.join('; ');
  return { ...draft, names: namesInOrder(draft.names) };
}

interface PoliceTable {
  headings: string[];
  rows: { line: number; cells: string[] }[];
}

/** The table of designations in force; expired and revoked ones follow in tables with their own headings. */
async function findTable(file: ListFile): Promise<PoliceTable> {
  const isPage = !(await isZip(file)) && /^\s*</.test(await getHead(file));
  if (!isPage) {
    const rows: PoliceTable['rows'] = [];
    for await (const row of tableRows(file)) rows.push(row);
    return { headings: rows[0]?.cells ?? [], rows: rows.slice(1) };
  }
  const found = (await htmlTables(file)).flatMap(({ title, rows }): PoliceTable[] => {
    const at = rows.findIndex(({ cells }) => isPoliceTable(cells));
    const headings = rows[at]?.cells;
    if (headings === undefined || ended.test(title.toLowerCase())) return [];
    if (headings.some((heading) => ended.test(heading.toLowerCase()))) return [];
    return [{ headings, rows: rows.slice(at + 1) }];
  });
  const [first] = found;
  if (first === undefined)
    throw listError(file.name, null, 'The page has no table of designations in force.');
  return { ...first, rows: found.flatMap(({ rows }) => rows) };
}

function* readEntities(
  { headings, rows }: PoliceTable,
  reading: FormatReading,
): Generator<ListedEntity & { line: number }, void, undefined> {
  const found = findColumns(headings, reading);
  for (const { line, cells } of rows) {
    if (cells.every((cell) => cell === '')) continue;
    if (ended.test(found.cell(cells, 'ended').toLowerCase())) continue;
    const name = found.cell(cells, 'name');
    if (reading.rows.noticeRemark(line, cells, headings.length)) continue;
    const entity =
      cells.length < headings.length
        ? describeColumns(cells.length, headings.length)
        : toEntity(cells, found);
    if (typeof entity === 'string') reading.rows.unread(line, entity);
    else {
      reading.rows.read();
      if (entity.listedOn === undefined) reading.rows.notice('noDesignation', line, name.slice(0, 80));
      yield { ...entity, line };
    }
  }
}

/**
 * Reads New Zealand Police's table of entities designated under the Terrorism Suppression Act 2002 s20 and s22, in pursuance of Security
 * Council Resolution 1373: the web page, or a copy of its table as CSV or XLSX, by column names in any order. Entities of Resolutions 1267,
 * 1989, 2253 and 1988, which the Act designates too, are on the Security Council's own list. The id is derived from the name, because the
 * page has none.
 */
export async function* readNzPolice(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  yield* readEntities(await findTable(file), reading);
}
