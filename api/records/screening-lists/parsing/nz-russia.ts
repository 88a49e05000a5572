import type { ListedEntity } from '#rules/screening/screening-records.ts';
import { type Columns, columnReader } from './columns.ts';
import {
  addBirthText,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  type EntityDraft,
  type ReadRow,
  setListedOn,
} from './entity-draft.ts';
import { listError } from './files/list-error.ts';
import type { ListFile } from './files/list-file.ts';
import { sheetRows } from './files/table-rows.ts';
import { columnPlaces } from './headings.ts';
import { readKind } from './kinds.ts';
import type { FormatReading } from './list-format.ts';
import { getSerialDay } from './partial-dates.ts';
import { startEntries } from './row-entries.ts';

/** Whether a row contains the register's headings, in any order; a title precedes them. */
export function isRussiaHeading(cells: readonly string[]): boolean {
  const places = columnPlaces(cells);
  return (
    places.has('unique identifier') &&
    places.has('last name') &&
    (places.has('dob') || places.has('date of birth'))
  );
}

const columns = {
  number: ['unique identifier'],
  type: ['type'],
  firstName: ['first name'],
  middleName: ['middle name', 'middle names'],
  lastName: ['last name'],
  birthDate: ['dob', 'date of birth'],
  birthPlace: ['place of birth'],
  citizenship: ['citizenship'],
  citizenship2: ['citizenship 2'],
  citizenship3: ['citizenship 3'],
  passport: ['passport number', 'passport'],
  address: ['address'],
  aliases: ['alias alternate spellings', 'alias', 'aliases'],
  title: ['title'],
  associates: ['associates relatives'],
  assetFreeze: ['asset freeze'],
  securities: ['dealing with securities'],
  services: ['service prohibition'],
  travelBan: ['travel ban'],
  shipBan: ['ship ban'],
  aircraftBan: ['aircraft ban'],
  sanctionedOn: ['date of sanction'],
  status: ['sanction status', 'status'],
  rationale: ['general rationale for sanction'],
  information: ['additional information'],
} as const satisfies Columns<string>;

type Column = keyof typeof columns;

/** Headings of a sheet of entries, although not all that the register has: one of them was changed. */
function isLikeRussiaHeading(cells: readonly string[]): boolean {
  const places = columnPlaces(cells);
  const known = Object.values(columns).filter((names) => names.some((name) => places.has(name)));
  return known.length >= 3;
}

/** Rows that are no entries: classes of assets, and the line of totals. */
const passedOver = /^(?:asset|assets|total|totals)$/;

const measures = {
  assetFreeze: 'Asset freeze',
  securities: 'Dealing with securities',
  services: 'Service prohibition',
  travelBan: 'Travel ban',
  shipBan: 'Ship ban',
  aircraftBan: 'Aircraft ban',
} as const satisfies Partial<Record<Column, string>>;
const measureColumns = Object.keys(measures) as (keyof typeof measures)[];

const isYes = (cell: string) => /^(?:y|yes|true|1|x|✓|✔)$/i.test(cell);

/** `XX/XX/1967`: an unknown day and month; `xx/xx/1967-1969`: a range of years. */
function birthText(cell: string): string {
  const text = getSerialDay(cell.trim());
  return text
    .replace(/^(?:xx|dd)[/.-](?:xx|mm)[/.-](?=\d{4})/i, '')
    .replace(/\b(?:xx|dd|mm)(?=[/.-])/gi, '00');
}

type Cell = (column: Column) => string;

function addPerson(draft: EntityDraft, cell: Cell, row: ReadRow): void {
  for (const birth of cell('birthDate').split(/;|\s+or\s+/)) {
    if (birth.trim() !== '' && !/^unknown$/i.test(birth.trim())) addBirthText(draft, birthText(birth), row);
  }
  addTexts(draft.birthPlaces, cell('birthPlace'));
  addIdentifier(draft, { type: 'Passport', number: cell('passport') });
}

/** Adds a row to its entity. */
function addRow(draft: EntityDraft, name: string, cell: Cell, row: ReadRow): void {
  addName(draft, name, draft.names.length === 0 ? 'primary' : 'alias');
  // A comma separates two names, but not a name from its legal form.
  for (const alias of cell('aliases').split(/[;\n]|,(?!\s*(?:OAO|PAO|AO|OOO|ZAO|LLC|JSC|Ltd)\b)/i)) {
    addName(draft, alias, 'alias');
  }
  if (draft.schema === 'Person' || draft.schema === 'LegalEntity') addPerson(draft, cell, row);
  for (const column of ['citizenship', 'citizenship2', 'citizenship3'] as const) {
    for (const country of cell(column).split(/[;/]/))
      if (country.trim() !== '') addCountry(draft, country, row);
  }
  addTexts(draft.addresses, cell('address'));
  addTexts(
    draft.programmes,
    'Russia Sanctions Act 2022 (NZ)',
    ...measureColumns.filter((column) => isYes(cell(column))).map((column) => measures[column]),
  );
  const remarks = [cell('title'), cell('rationale'), cell('associates'), cell('information')];
  const text = remarks.filter((remark) => remark !== '').join('. ');
  if (text !== '' && !(draft.remarks ?? '').includes(text))
    draft.remarks = draft.remarks === undefined ? text : `${draft.remarks}. ${text}`;
  if (draft.listedOn === undefined) setListedOn(draft, getSerialDay(cell('sanctionedOn')));
}

/**
 * Reads New Zealand's Russia sanctions register as the Ministry of Foreign Affairs and Trade publishes it, XLSX or CSV: every sheet with
 * the register's headings, on any row and in any order. Omits classes of assets and lifted sanctions.
 */
export async function* readNzRussia(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  const entries = startEntries(reading, file.name);
  let getCell: ReturnType<typeof columnReader<Column>> | undefined;
  let hasHeadings = false;
  let lifted = 0;
  for await (const { line, cells, isFirst } of sheetRows(file)) {
    if (isFirst) getCell = undefined;
    if (isRussiaHeading(cells)) {
      getCell = columnReader(cells, columns, reading);
      hasHeadings = true;
      continue;
    }
    if (getCell === undefined) {
      if (isLikeRussiaHeading(cells))
        throw listError(
          file.name,
          line,
          'A sheet has other headings than the register: Unique Identifier, Last name and DOB are needed.',
        );
      continue;
    }
    const read = getCell;
    const cell: Cell = (column) => read(cells, column);
    const kindText = cell('type');
    const name = [cell('firstName'), cell('middleName'), cell('lastName')].filter(Boolean).join(' ');
    const number = cell('number');
    if (passedOver.test(kindText.toLowerCase()) || cells.every((text) => text === '')) continue;
    if (reading.rows.noticeRemark(line, cells, cells.length)) continue;
    if (!/[\p{L}\p{N}]/u.test(name)) {
      reading.rows.unread(line, 'The row has no name.');
      continue;
    }
    reading.rows.read();
    if (/^(?:lifted|removed|revoked|expired|delisted|ceased)/i.test(cell('status'))) lifted += 1;
    else {
      const row = { line, number, name, kind: readKind(kindText), kindText, isOtherName: false };
      addRow(entries.draftFor(row), name, cell, { reading, line });
    }
  }
  if (!hasHeadings) throw listError(file.name, null, 'No sheet has the headings of the register.');
  if (lifted > 0) reading.notes.push({ kind: 'note', text: `Lifted sanctions skipped: ${lifted}.` });
  yield* entries.finish();
}
