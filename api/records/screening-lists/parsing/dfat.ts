import type { ListedEntity, NameQuality } from '#rules/screening/screening-records.ts';
import { type Columns, columnReader } from './columns.ts';
import {
  addBirthText,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  type EntityDraft,
  type ReadRow,
} from './entity-draft.ts';
import { columnsError, listError } from './files/list-error.ts';
import type { ListFile } from './files/list-file.ts';
import { tableRows } from './files/table-rows.ts';
import { readKind } from './kinds.ts';
import type { FormatReading } from './list-format.ts';
import { getSerialDay, readPartialDate } from './partial-dates.ts';
import { startEntries } from './row-entries.ts';

/** Headings that identify DFAT's list. */
export const dfatHeadings = ['reference', 'name of individual or entity', 'name type'] as const;

const columns = {
  reference: ['reference'],
  name: ['name of individual or entity'],
  type: ['type'],
  nameType: ['name type'],
  aliasStrength: ['alias strength'],
  birthDate: ['date of birth'],
  birthPlace: ['place of birth'],
  citizenship: ['citizenship', 'nationality'],
  address: ['address'],
  imoNumber: ['imo number'],
  information: ['additional information'],
  listing: ['listing information'],
  committees: ['committees'],
  controlDate: ['control date'],
} as const satisfies Columns<string>;

/** Quality of another name. */
function getQuality(nameType: string, strength: string): NameQuality {
  return /weak|low/i.test(nameType) || /weak|low/i.test(strength) ? 'weakAlias' : 'alias';
}

/** Splits a cell with several values: `a) 1 Jan 1960 b) 1961`, `1960; 1961`, `1960 or 1961`. */
function several(cell: string): string[] {
  return cell
    .split(/;|\n|\s+or\s+|(?:^|\s)\(?[a-z]\)\s|(?:^|\s)\([ivx]+\)\s/i)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

type Cell = (column: keyof typeof columns) => string;

/** Adds what a row states beside the name to its entity. */
function addRow(draft: EntityDraft, cell: Cell, row: ReadRow): void {
  for (const birth of several(cell('birthDate'))) addBirthText(draft, birth, row);
  addTexts(draft.birthPlaces, ...several(cell('birthPlace')));
  for (const country of several(cell('citizenship'))) addCountry(draft, country, row);
  addTexts(draft.addresses, ...several(cell('address')));
  const imo = cell('imoNumber');
  if (imo !== '') addIdentifier(draft, { type: 'IMO number', number: imo });
  const information = cell('information');
  for (const [, type = '', number = ''] of information.matchAll(
    /\b(passport|national identification|identity card|registration|tax)\s*(?:number|no\.?|card)?\s*:?\s*([A-Z]{0,3}\d[A-Z0-9/-]{4,})/gi,
  )) {
    addIdentifier(draft, { type, number });
  }
  addTexts(draft.programmes, ...several(cell('committees')));
  const remarks = [information, cell('listing')].filter((text) => text !== '').join('. ');
  if (remarks !== '' && !(draft.remarks ?? '').includes(remarks)) {
    draft.remarks = draft.remarks === undefined ? remarks : `${draft.remarks}. ${remarks}`;
  }
}

/**
 * Reads the consolidated list of Australia's Department of Foreign Affairs and Trade, CSV or XLSX, by column names. Rows of one number (1,
 * 1a, 1b) are one entity and its other names; the number is the id. Entities are returned after the whole file is read.
 */
export async function* readDfat(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  const entries = startEntries(reading, file.name);
  let width = 0;
  let getCell: ReturnType<typeof columnReader<keyof typeof columns>> = () => '';
  for await (const { line, cells } of tableRows(file)) {
    if (width === 0) {
      width = cells.length;
      getCell = columnReader(cells, columns, reading);
      continue;
    }
    const cell: Cell = (column) => getCell(cells, column);
    const [reference, name] = [cell('reference'), cell('name')];
    if (cells.every((text) => text === '')) continue;
    if (reading.rows.noticeRemark(line, cells, width)) continue;
    if (cells.length !== width) throw columnsError(file.name, line, cells.length, width);
    const control = getSerialDay(cell('controlDate'));
    if (control !== '' && readPartialDate(control) === undefined) {
      const reason = 'The control date is no date: the row is truncated or its columns are shifted.';
      throw listError(file.name, line, reason);
    }
    const [, number = '', letters = ''] = /^(\d{1,9})(?:\.0)?[\s.(-]*([a-z]{0,3})\)?$/i.exec(reference) ?? [];
    if (reference !== '' && number === '')
      reading.rows.unread(line, 'The reference is not a number with or without letters.');
    else if (!/[\p{L}\p{N}]/u.test(name)) reading.rows.unread(line, 'The row has no name.');
    else {
      reading.rows.read();
      const [nameType, kindText] = [cell('nameType'), cell('type')];
      const isOtherName = letters !== '' || (nameType !== '' && !/primary/i.test(nameType));
      const row = { line, number, name, kind: readKind(kindText), kindText, isOtherName };
      const draft = entries.draftFor(row);
      addName(draft, name, isOtherName ? getQuality(nameType, cell('aliasStrength')) : 'primary');
      addRow(draft, cell, { reading, line });
    }
  }
  yield* entries.finish();
}
