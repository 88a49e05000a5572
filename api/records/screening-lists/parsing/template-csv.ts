import { createHash } from 'node:crypto';
import { getCellText } from '#rules/csv-cells.ts';
import type { ListedEntity, ListingTopic, ScreeningSchema } from '#rules/screening/screening-records.ts';
import {
  addBirthDate,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  type EntityDraft,
  namesInOrder,
  newDraft,
  setListedOn,
} from './entity-draft.ts';
import { cellReader, cellValues } from './headings.ts';
import { listError } from './list-error.ts';
import type { FormatReading, ListFile } from './list-format.ts';
import { readBirthDate } from './partial-dates.ts';
import { tableRows } from './table-rows.ts';

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

const schemas: Record<string, ScreeningSchema> = {
  '': 'LegalEntity',
  person: 'Person',
  individual: 'Person',
  people: 'Person',
  organization: 'Organization',
  organisation: 'Organization',
  entity: 'Organization',
  company: 'Organization',
  business: 'Organization',
  vessel: 'Vessel',
  ship: 'Vessel',
  aircraft: 'Aircraft',
  legalentity: 'LegalEntity',
};

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
  const reading = newDraft('', 'LegalEntity');
  if (country !== undefined)
    addCountry(reading, country, {
      publishedOn: null,
      notes: [],
      unknown: { countries: new Map(), dates: new Map() },
    });
  addIdentifier(draft, { type, number, country: reading.countries[0] });
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
function addBirthDates(draft: EntityDraft, texts: readonly string[], toError: ToRowError): void {
  for (const text of texts) {
    const date = readBirthDate(text);
    if (date === undefined) {
      throw toError(`The date of birth "${text.slice(0, 40)}" is no date. Write it as 1970-03-02 or 1970.`);
    }
    addBirthDate(draft, date);
  }
}

/** A row as an entity. @throws ListError for an unreadable cell. */
function toEntity(
  getCell: (...names: string[]) => string,
  cells: readonly string[],
  reading: FormatReading,
  toError: ToRowError,
): ListedEntity {
  const getValues = (...names: string[]) => cellValues(getCell(...names));
  const schema = schemas[getCell('type', 'schema').toLowerCase().replace(/\s+/g, '')];
  if (schema === undefined) throw toError('The type is not one of person, organisation, vessel, aircraft.');
  const draft = newDraft(getCell('id', 'reference').slice(0, 200) || getId(cells), schema);
  addName(draft, getCell('name', 'full name'), 'primary');
  if (draft.names.length === 0) throw toError('The row has no name.');
  for (const alias of getValues('aliases', 'alias', 'other names')) addName(draft, alias, 'alias');
  for (const alias of getValues('weak aliases')) addName(draft, alias, 'weakAlias');
  addBirthDates(draft, getValues('date of birth', 'birth date', 'dob'), toError);
  addTexts(draft.birthPlaces, ...getValues('place of birth'));
  for (const text of getValues('country', 'countries', 'nationality', 'citizenship')) {
    addCountry(draft, text, reading);
  }
  const gender = getCell('gender', 'sex').toLowerCase();
  if (gender === 'male' || gender === 'm') draft.gender = 'male';
  if (gender === 'female' || gender === 'f') draft.gender = 'female';
  for (const text of getValues('identifier', 'identifiers', 'identifier number')) addNumber(draft, text);
  addTexts(draft.addresses, ...getValues('address', 'addresses'));
  addTopics(draft, getValues('reason', 'topics'), toError);
  addTexts(draft.programmes, ...getValues('programme', 'program', 'programmes'));
  setListedOn(draft, getCell('listed on'));
  const remarks = getCell('remarks', 'notes', 'comments');
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
  let headings: string[] | undefined;
  let cell: ReturnType<typeof cellReader> = () => '';
  for await (const { line, cells: raw } of tableRows(file)) {
    const cells = raw.map(getCellText);
    if (headings === undefined) {
      headings = cells;
      cell = cellReader(cells);
      continue;
    }
    if (cells.length !== headings.length) {
      throw listError(file.name, line, `The row has ${cells.length} columns instead of ${headings.length}.`);
    }
    const getCell = (...names: string[]) => cell(cells, ...names);
    const toError = (text: string) => listError(file.name, line, text);
    yield { ...toEntity(getCell, cells, reading, toError), line };
  }
}
