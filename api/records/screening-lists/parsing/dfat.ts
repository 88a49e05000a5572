import type { ListedEntity, NameQuality } from '#rules/screening/screening-records.ts';
import {
  addBirthText,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  type EntityDraft,
  namesInOrder,
  newDraft,
} from './entity-draft.ts';
import { cellReader } from './headings.ts';
import { listError } from './list-error.ts';
import { type FormatReading, type ListFile, maxNames } from './list-format.ts';
import { getSerialDay, readPartialDate } from './partial-dates.ts';
import { tableRows } from './table-rows.ts';

/** Headings that identify DFAT's list. */
export const dfatHeadings = ['reference', 'name of individual or entity', 'name type'] as const;

const schemas: Record<string, ListedEntity['schema']> = {
  individual: 'Person',
  vessel: 'Vessel',
  ship: 'Vessel',
  aircraft: 'Aircraft',
};

function getQuality(nameType: string, strength: string): NameQuality {
  if (/primary/i.test(nameType)) return 'primary';
  return /weak|low/i.test(nameType) || /weak|low/i.test(strength) ? 'weakAlias' : 'alias';
}

/** Splits a cell with several values: `a) 1 Jan 1960 b) 1961`, `1960; 1961`, `1960 or 1961`. */
function several(cell: string): string[] {
  return cell
    .split(/;|\n|\s+or\s+|(?:^|\s)\(?[a-z]\)\s|(?:^|\s)\([ivx]+\)\s/i)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Creates the error of the current row. */
type ToRowError = (text: string) => ReturnType<typeof listError>;

/** Adds a row to its entity. @throws ListError if it has no name, or its columns are shifted. */
function addRow(
  draft: EntityDraft,
  getCell: (...names: string[]) => string,
  reading: FormatReading,
  toError: ToRowError,
): void {
  const name = getCell('name of individual or entity');
  if (name === '') throw toError('The row has no name.');
  addName(draft, name, getQuality(getCell('name type'), getCell('alias strength')));
  for (const birth of several(getCell('date of birth'))) addBirthText(draft, getSerialDay(birth), reading);
  addTexts(draft.birthPlaces, ...several(getCell('place of birth')));
  for (const country of several(getCell('citizenship', 'nationality'))) addCountry(draft, country, reading);
  addTexts(draft.addresses, ...several(getCell('address')));
  const imo = getCell('imo number');
  if (imo !== '') addIdentifier(draft, { type: 'IMO number', number: imo });
  const information = getCell('additional information');
  for (const [, type = '', number = ''] of information.matchAll(
    /\b(passport|national identification|identity card|registration|tax)\s*(?:number|no\.?|card)?\s*:?\s*([A-Z]{0,3}\d[A-Z0-9/-]{4,})/gi,
  )) {
    addIdentifier(draft, { type, number });
  }
  addTexts(draft.programmes, ...several(getCell('committees')));
  const remarks = [information, getCell('listing information')].filter((text) => text !== '').join('. ');
  if (remarks !== '' && !(draft.remarks ?? '').includes(remarks)) {
    draft.remarks = draft.remarks === undefined ? remarks : `${draft.remarks}. ${remarks}`;
  }
  const control = getSerialDay(getCell('control date'));
  if (control !== '' && readPartialDate(control) === undefined) {
    throw toError('The control date is no date: the row is truncated or its columns are shifted.');
  }
}

/**
 * Reads the consolidated list of Australia's Department of Foreign Affairs and Trade, CSV or XLSX, by column names.
 * Rows of one number (1, 1a, 1b) are one entity and its other names; the number is the id. Entities are returned after
 * the whole file is read.
 */
export async function* readDfat(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  const drafts = new Map<string, EntityDraft & { line: number }>();
  let width = 0;
  let cell: ReturnType<typeof cellReader> = () => '';
  for await (const { line, cells } of tableRows(file)) {
    if (width === 0) {
      width = cells.length;
      cell = cellReader(cells);
      continue;
    }
    if (cells.length !== width) {
      throw listError(file.name, line, `The row has ${cells.length} columns instead of ${width}.`);
    }
    const reference = cell(cells, 'reference');
    const id = /^(\d{1,9})\s*[a-z]{0,3}$/i.exec(reference)?.[1];
    if (id === undefined)
      throw listError(file.name, line, 'The reference is not a number with or without letters.');
    let draft = drafts.get(id);
    if (draft === undefined) {
      const schema = schemas[cell(cells, 'type').toLowerCase()] ?? 'Organization';
      draft = { ...newDraft(id, schema), topics: ['sanction'], line };
      drafts.set(id, draft);
    }
    addRow(
      draft,
      (...names) => cell(cells, ...names),
      reading,
      (text) => listError(file.name, line, text),
    );
    if (draft.names.length > maxNames)
      throw listError(file.name, line, `Number ${id} has more than ${maxNames} names.`);
  }
  for (const draft of drafts.values()) yield { ...draft, names: namesInOrder(draft.names) };
}
