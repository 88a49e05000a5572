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
import { listFault } from './list-fault.ts';
import { readPartialDate } from './partial-dates.ts';
import { type FormatReading, type ListFile, mostNames } from './reading.ts';
import { tableRows } from './table-rows.ts';

/** Headings by which DFAT's list is told from others. */
export const dfatHeadings = ['reference', 'name of individual or entity', 'name type'] as const;

const schemas: Record<string, ListedEntity['schema']> = {
  individual: 'Person',
  vessel: 'Vessel',
  ship: 'Vessel',
  aircraft: 'Aircraft',
};

function qualityOf(nameType: string, strength: string): NameQuality {
  if (/primary/i.test(nameType)) return 'primary';
  return /weak|low/i.test(nameType) || /weak|low/i.test(strength) ? 'weakAlias' : 'alias';
}

/** Values of a cell that lists several: `a) 1 Jan 1960 b) 1961`, `1960; 1961`, `1960 or 1961`. */
function several(cell: string): string[] {
  return cell
    .split(/;|\n|\s+or\s+|(?:^|\s)\(?[a-z]\)\s|(?:^|\s)\([ivx]+\)\s/i)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Excel's number of a day, counted from the end of 1899, as `YYYY-MM-DD`; any other text as it is. */
function dayOfSerial(text: string): string {
  if (!/^\d{5}$/.test(text)) return text;
  return new Date(Date.UTC(1899, 11, 30) + Number(text) * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Reads the consolidated list of Australia's Department of Foreign Affairs and Trade, CSV or XLSX, by the names of its columns. Rows of one
 * number (1, 1a, 1b) are one entity and its other names; the number is its id. All of it is held until the end.
 */
export async function* readDfat(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  const drafts = new Map<string, EntityDraft & { line: number }>();
  let width = 0;
  let cell: ReturnType<typeof cellReader> = () => '';
  const read = (draft: EntityDraft, cells: string[], line: number) => {
    const name = cell(cells, 'name of individual or entity');
    if (name === '') throw listFault(file.name, line, 'The row has no name.');
    addName(draft, name, qualityOf(cell(cells, 'name type'), cell(cells, 'alias strength')));
    for (const birth of several(cell(cells, 'date of birth')))
      addBirthText(draft, dayOfSerial(birth), reading);
    addTexts(draft.birthPlaces, ...several(cell(cells, 'place of birth')));
    for (const country of several(cell(cells, 'citizenship', 'nationality')))
      addCountry(draft, country, reading);
    addTexts(draft.addresses, ...several(cell(cells, 'address')));
    const imo = cell(cells, 'imo number');
    if (imo !== '') addIdentifier(draft, { type: 'IMO number', number: imo });
    const information = cell(cells, 'additional information');
    for (const [, type = '', number = ''] of information.matchAll(
      /\b(passport|national identification|identity card|registration|tax)\s*(?:number|no\.?|card)?\s*:?\s*([A-Z]{0,3}\d[A-Z0-9/-]{4,})/gi,
    )) {
      addIdentifier(draft, { type, number });
    }
    addTexts(draft.programmes, ...several(cell(cells, 'committees')));
    const said = [information, cell(cells, 'listing information')].filter((text) => text !== '').join('. ');
    if (said !== '' && !(draft.remarks ?? '').includes(said)) {
      draft.remarks = draft.remarks === undefined ? said : `${draft.remarks}. ${said}`;
    }
    const control = dayOfSerial(cell(cells, 'control date'));
    if (control !== '' && readPartialDate(control) === undefined) {
      throw listFault(
        file.name,
        line,
        'The control date is no date: the row is cut off or its columns are shifted.',
      );
    }
  };
  for await (const { line, cells } of tableRows(file)) {
    if (width === 0) {
      width = cells.length;
      cell = cellReader(cells);
      continue;
    }
    if (cells.length !== width) {
      throw listFault(file.name, line, `The row has ${cells.length} columns instead of ${width}.`);
    }
    const reference = cell(cells, 'reference');
    const id = /^(\d{1,9})\s*[a-z]{0,3}$/i.exec(reference)?.[1];
    if (id === undefined)
      throw listFault(file.name, line, 'The reference is not a number with or without letters.');
    let draft = drafts.get(id);
    if (draft === undefined) {
      const schema = schemas[cell(cells, 'type').toLowerCase()] ?? 'Organization';
      draft = { ...newDraft(id, schema), topics: ['sanction'], line };
      drafts.set(id, draft);
    }
    read(draft, cells, line);
    if (draft.names.length > mostNames)
      throw listFault(file.name, line, `Number ${id} has more than ${mostNames} names.`);
  }
  for (const draft of drafts.values()) yield { ...draft, names: namesInOrder(draft.names) };
}
