import { createHash } from 'node:crypto';
import { textOfCell } from '#rules/csv-cells.ts';
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
import { listFault } from './list-fault.ts';
import { readBirthDate } from './partial-dates.ts';
import type { FormatReading, ListFile } from './reading.ts';
import { tableRows } from './table-rows.ts';

/** Columns of the template, and what stands in them. Only `name` has to be there; several values of one cell have semicolons between. */
export const templateColumns = [
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

/** The template as a file, with two rows that show how it is filled in. */
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

/** "Passport XX000000 (New Zealand)": a type and a country where they are given, else a number alone. */
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

/** The same row always gets the same id, where the list itself has none. */
function idOf(cells: readonly string[]): string {
  return `row-${createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 20)}`;
}

/**
 * Reads a list in the form of the template, CSV or XLSX: a column of names, and any of the others. A cell of a row that cannot be read
 * refuses the list, because nobody but its maker knows better.
 */
export async function* readPlainCsv(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  let headings: string[] | undefined;
  let cell: ReturnType<typeof cellReader> = () => '';
  for await (const { line, cells: raw } of tableRows(file)) {
    const cells = raw.map(textOfCell);
    if (headings === undefined) {
      headings = cells;
      cell = cellReader(cells);
      continue;
    }
    if (cells.length !== headings.length) {
      throw listFault(file.name, line, `The row has ${cells.length} columns instead of ${headings.length}.`);
    }
    const name = cell(cells, 'name', 'full name');
    const schema = schemas[cell(cells, 'type', 'schema').toLowerCase().replace(/\s+/g, '')];
    if (schema === undefined) {
      throw listFault(file.name, line, 'The type is none of person, organisation, vessel, aircraft.');
    }
    const draft = newDraft(cell(cells, 'id', 'reference').slice(0, 200) || idOf(cells), schema);
    addName(draft, name, 'primary');
    if (draft.names.length === 0) throw listFault(file.name, line, 'The row has no name.');
    for (const alias of cellValues(cell(cells, 'aliases', 'alias', 'other names')))
      addName(draft, alias, 'alias');
    for (const alias of cellValues(cell(cells, 'weak aliases'))) addName(draft, alias, 'weakAlias');
    for (const text of cellValues(cell(cells, 'date of birth', 'birth date', 'dob'))) {
      const date = readBirthDate(text);
      if (date === undefined)
        throw listFault(
          file.name,
          line,
          `The date of birth "${text.slice(0, 40)}" is no date. Write it as 1970-03-02 or 1970.`,
        );
      addBirthDate(draft, date);
    }
    addTexts(draft.birthPlaces, ...cellValues(cell(cells, 'place of birth')));
    for (const text of cellValues(cell(cells, 'country', 'countries', 'nationality', 'citizenship'))) {
      addCountry(draft, text, reading);
    }
    const gender = cell(cells, 'gender', 'sex').toLowerCase();
    if (gender === 'male' || gender === 'm') draft.gender = 'male';
    if (gender === 'female' || gender === 'f') draft.gender = 'female';
    for (const text of cellValues(cell(cells, 'identifier', 'identifiers', 'identifier number')))
      addNumber(draft, text);
    addTexts(draft.addresses, ...cellValues(cell(cells, 'address', 'addresses')));
    for (const text of cellValues(cell(cells, 'reason', 'topics'))) {
      const topic = topics[text.toLowerCase()];
      if (topic === undefined) {
        throw listFault(
          file.name,
          line,
          `The reason "${text.slice(0, 40)}" is none of sanction, PEP, RCA, crime, adverse media, other.`,
        );
      }
      if (!draft.topics.includes(topic)) draft.topics.push(topic);
    }
    if (draft.topics.length === 0) draft.topics.push('other');
    addTexts(draft.programmes, ...cellValues(cell(cells, 'programme', 'program', 'programmes')));
    setListedOn(draft, cell(cells, 'listed on'));
    const remarks = cell(cells, 'remarks', 'notes', 'comments');
    if (remarks !== '') draft.remarks = remarks;
    yield { ...draft, names: namesInOrder(draft.names), line };
  }
}
