import { createHash } from 'node:crypto';
import { getCellText } from '#rules/csv-cells.ts';
import type { ListedEntity, ListingTopic } from '#rules/screening/screening-records.ts';
import { type Columns, columnReader } from './columns.ts';
import {
  addCountry,
  addIdentifier,
  addName,
  addReadableBirth,
  addTexts,
  countryCode,
  type EntityDraft,
  namesInOrder,
  newDraft,
  type ReadRow,
  setListedOn,
} from './entity-draft.ts';
import { columnsError, listError } from './files/list-error.ts';
import type { ListFile } from './files/list-file.ts';
import { tableRows } from './files/table-rows.ts';
import { cellValues } from './headings.ts';
import { readKind } from './kinds.ts';
import type { FormatReading } from './list-format.ts';
import { quoteCell } from './row-log.ts';

/** Columns of the template. Only `name` is required; several values of a cell are separated by semicolons. */
const templateColumns = [
  'id',
  'name',
  'type',
  'aliases',
  'weak_aliases',
  'date_of_birth',
  'place_of_birth',
  'country',
  'gender',
  'identifier',
  'address',
  'reason',
  'programme',
  'listed_on',
  'remarks',
] as const;

/** The template as a file, with two example rows. */
export const templateCsv = `${templateColumns.join(',')}
1,Example Person,person,Ex Person; E. X. Person,Exie,1970-03-02,Exampleton,NZL; Australia,female,Passport XX000000 (New Zealand),1 Example Street,other,,2026-01-31,Replace these two rows
2,Example Trading Limited,organisation,Example Traders,,,,Australia,,000 000 000,,sanction,Our own list,,
`;

const columns = {
  id: ['id', 'reference'],
  name: ['name', 'full name'],
  type: ['type', 'schema'],
  aliases: ['aliases', 'alias', 'other names'],
  weakAliases: ['weak aliases'],
  birthDate: ['date of birth', 'birth date', 'dob'],
  birthPlace: ['place of birth'],
  country: ['country', 'countries', 'nationality', 'citizenship'],
  gender: ['gender', 'sex'],
  identifier: ['identifier', 'identifiers', 'identifier number'],
  address: ['address', 'addresses'],
  reason: ['reason', 'topics'],
  programme: ['programme', 'program', 'programmes'],
  listedOn: ['listed on'],
  remarks: ['remarks', 'notes', 'comments'],
} as const satisfies Columns<string>;

type Cell = (column: keyof typeof columns) => string;

const topics: Record<string, ListingTopic> = {
  sanction: 'sanction',
  sanctions: 'sanction',
  pep: 'pep',
  rca: 'rca',
  crime: 'crime',
  'adverse media': 'adverseMedia',
  adversemedia: 'adverseMedia',
  other: 'other',
};

/** Creates the error of the current row. */
type ToRowError = (text: string) => ReturnType<typeof listError>;

/** "Passport XX000000 (New Zealand)": optional type and country, otherwise a number alone. */
function addNumber(draft: EntityDraft, text: string): void {
  const [, whole = text, country] = /^(.*?)(?:\s*\(([^)]+)\))?$/.exec(text) ?? [];
  const [, type = 'Number', number = whole] = /^((?:[A-Za-z.]+\s)+)(\S*\d.*)$/.exec(whole) ?? [];
  addIdentifier(draft, { type, number, country: country === undefined ? undefined : countryCode(country) });
}

/** A stable id for a row without one. */
function getId(cells: readonly string[]): string {
  return `row-${createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 20)}`;
}

/** Adds a row's reasons, by default `other`. @throws ListError for an unknown reason. */
function addTopics(draft: EntityDraft, reasons: readonly string[], toError: ToRowError): void {
  for (const text of reasons) {
    const topic = topics[text.toLowerCase()];
    if (topic === undefined) {
      throw toError(
        `The reason "${text.slice(0, 40)}" is not one of sanction, PEP, RCA, crime, adverse media, other.`,
      );
    }
    if (!draft.topics.includes(topic)) draft.topics.push(topic);
  }
  if (draft.topics.length === 0) draft.topics.push('other');
}

/** @throws ListError for a text that is not a date. */
function addBirthDates(
  draft: EntityDraft,
  texts: readonly string[],
  row: ReadRow,
  toError: ToRowError,
): void {
  for (const text of texts) {
    if (!addReadableBirth(draft, text, row))
      throw toError(`The date of birth "${text.slice(0, 40)}" is no date. Write it as 1970-03-02 or 1970.`);
  }
}

/** A row as an entity. @throws ListError for an unreadable cell. */
function toEntity(cell: Cell, cells: readonly string[], row: ReadRow, toError: ToRowError): ListedEntity {
  const getValues = (column: keyof typeof columns) => cellValues(cell(column));
  const type = cell('type');
  const kind = readKind(type);
  const draft = newDraft(cell('id').slice(0, 200) || getId(cells), kind ?? 'LegalEntity');
  addName(draft, cell('name'), 'primary');
  if (draft.names.length === 0) throw toError('The row has no name.');
  if (kind === undefined && row.reading.columns.has('type'))
    row.reading.rows.notice('unknownKind', row.line, quoteCell(type));
  for (const alias of getValues('aliases')) addName(draft, alias, 'alias');
  for (const alias of getValues('weakAliases')) addName(draft, alias, 'weakAlias');
  addBirthDates(draft, getValues('birthDate'), row, toError);
  addTexts(draft.birthPlaces, ...getValues('birthPlace'));
  for (const text of getValues('country')) addCountry(draft, text, row);
  const gender = cell('gender').toLowerCase();
  if (gender === 'male' || gender === 'm') draft.gender = 'male';
  if (gender === 'female' || gender === 'f') draft.gender = 'female';
  for (const text of getValues('identifier')) addNumber(draft, text);
  addTexts(draft.addresses, ...getValues('address'));
  addTopics(draft, getValues('reason'), toError);
  addTexts(draft.programmes, ...getValues('programme'));
  setListedOn(draft, cell('listedOn'));
  const remarks = cell('remarks');
  if (remarks !== '') draft.remarks = remarks;
  return { ...draft, names: namesInOrder(draft.names) };
}

/**
 * Reads a list in the template's format, CSV or XLSX: a column of names, and any of the others. An unreadable cell
 * rejects the list, because only its author can correct it.
 */
export async function* readPlainCsv(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  let width = 0;
  let getCell: ReturnType<typeof columnReader<keyof typeof columns>> = () => '';
  for await (const { line, cells: raw } of tableRows(file)) {
    const cells = raw.map(getCellText);
    if (width === 0) {
      width = cells.length;
      getCell = columnReader(cells, columns, reading);
      continue;
    }
    const cell: Cell = (column) => getCell(cells, column);
    if (cells.every((text) => text === '')) continue;
    if (reading.rows.noticeRemark(line, cells, width)) continue;
    if (cells.length !== width) throw columnsError(file.name, line, cells.length, width);
    const toError = (text: string) => listError(file.name, line, text);
    const entity = toEntity(cell, cells, { reading, line }, toError);
    reading.rows.read();
    yield { ...entity, line };
  }
}
