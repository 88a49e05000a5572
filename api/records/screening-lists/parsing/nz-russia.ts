import type { ListedEntity } from '#rules/screening/screening-records.ts';
import {
  addBirthText,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  type EntityDraft,
  namesInOrder,
  newDraft,
  setListedOn,
} from './entity-draft.ts';
import { cellReader, columnPlaces } from './headings.ts';
import { listError } from './list-error.ts';
import { type FormatReading, type ListFile, maxNames } from './list-format.ts';
import { getSerialDay } from './partial-dates.ts';
import { sheetRows } from './table-rows.ts';
import { countRows } from './unreadable-rows.ts';

/** Whether a row contains the register's headings, in any order; a title precedes them. */
export function isRussiaHeading(cells: readonly string[]): boolean {
  const places = columnPlaces(cells);
  return (
    places.has('unique identifier') &&
    places.has('last name') &&
    (places.has('dob') || places.has('date of birth'))
  );
}

const schemas: Readonly<Record<string, ListedEntity['schema']>> = {
  individual: 'Person',
  person: 'Person',
  entity: 'Organization',
  bank: 'Organization',
  company: 'Organization',
  organisation: 'Organization',
  ship: 'Vessel',
  vessel: 'Vessel',
  aircraft: 'Aircraft',
};

/** Rows that are no entries: classes of assets, and the line of totals. */
const passedOver = /^(?:asset|assets|total|totals)$/;

const measures = [
  'asset freeze',
  'dealing with securities',
  'service prohibition',
  'travel ban',
  'ship ban',
  'aircraft ban',
] as const;

const isYes = (cell: string) => /^(?:y|yes|true|1|x|✓|✔)$/i.test(cell);

/** `XX/XX/1967`: an unknown day and month; `xx/xx/1967-1969`: a range of years. */
function birthText(cell: string): string {
  const text = getSerialDay(cell.trim());
  return text
    .replace(/^(?:xx|dd)[/.-](?:xx|mm)[/.-](?=\d{4})/i, '')
    .replace(/\b(?:xx|dd|mm)(?=[/.-])/gi, '00');
}

type Cell = (...names: string[]) => string;

function addPerson(draft: EntityDraft, cell: Cell, reading: FormatReading): void {
  for (const birth of cell('dob', 'date of birth').split(/;|\s+or\s+/)) {
    if (birth.trim() !== '' && !/^unknown$/i.test(birth.trim()))
      addBirthText(draft, birthText(birth), reading);
  }
  addTexts(draft.birthPlaces, cell('place of birth'));
  addIdentifier(draft, { type: 'Passport', number: cell('passport number', 'passport') });
}

/** Adds a row to its entity. */
function addRow(draft: EntityDraft, name: string, cell: Cell, reading: FormatReading): void {
  addName(draft, name, draft.names.length === 0 ? 'primary' : 'alias');
  // A comma separates two names, but not a name from its legal form.
  for (const alias of cell('alias alternate spellings', 'alias', 'aliases').split(
    /[;\n]|,(?!\s*(?:OAO|PAO|AO|OOO|ZAO|LLC|JSC|Ltd)\b)/i,
  )) {
    addName(draft, alias, 'alias');
  }
  if (draft.schema === 'Person') addPerson(draft, cell, reading);
  for (const heading of ['citizenship', 'citizenship 2', 'citizenship 3']) {
    for (const country of cell(heading).split(/[;/]/))
      if (country.trim() !== '') addCountry(draft, country, reading);
  }
  addTexts(draft.addresses, cell('address'));
  addTexts(
    draft.programmes,
    'Russia Sanctions Act 2022 (NZ)',
    ...measures
      .filter((measure) => isYes(cell(measure)))
      .map((measure) => `${measure.slice(0, 1).toUpperCase()}${measure.slice(1)}`),
  );
  const remarks = [
    cell('title'),
    cell('general rationale for sanction'),
    cell('associates relatives'),
    cell('additional information'),
  ];
  const text = remarks.filter((remark) => remark !== '').join('. ');
  if (text !== '' && !(draft.remarks ?? '').includes(text))
    draft.remarks = draft.remarks === undefined ? text : `${draft.remarks}. ${text}`;
  if (draft.listedOn === undefined) setListedOn(draft, getSerialDay(cell('date of sanction')));
}

/** The entity of a row: that of an earlier row with its number and name, or a new one. */
function draftFor(
  drafts: Map<string, EntityDraft & { line: number }>,
  row: { uid: string; name: string; schema: ListedEntity['schema']; line: number },
) {
  const { uid, name, schema, line } = row;
  const isSame = (draft: EntityDraft | undefined) =>
    draft?.names.some(({ text }) => text.toLowerCase() === name.toLowerCase());
  const known = drafts.get(uid);
  if (known !== undefined && isSame(known)) return known;
  // The register has issued a number twice; the name distinguishes such entries.
  const id = known === undefined ? uid : `${uid} ${name.toLowerCase()}`.slice(0, 300);
  const draft = drafts.get(id) ?? { ...newDraft(id, schema), topics: ['sanction' as const], line };
  drafts.set(id, draft);
  return draft;
}

/**
 * Reads New Zealand's Russia sanctions register as the Ministry of Foreign Affairs and Trade publishes it, XLSX or CSV: every sheet with
 * the register's headings, on any row and in any order. Omits classes of assets and lifted sanctions.
 */
export async function* readNzRussia(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  const drafts = new Map<string, EntityDraft & { line: number }>();
  const count = countRows(file);
  let headings: string[] | undefined;
  let lifted = 0;
  for await (const { line, cells, isFirst } of sheetRows(file)) {
    if (isFirst) headings = undefined;
    if (isRussiaHeading(cells)) {
      headings = cells;
      continue;
    }
    if (headings === undefined) continue;
    const getCell = cellReader(headings);
    const cell: Cell = (...names) => getCell(cells, ...names);
    const type = cell('type').toLowerCase();
    const name = ['first name', 'middle name', 'middle names', 'last name']
      .map((part) => cell(part))
      .filter(Boolean)
      .join(' ');
    if (passedOver.test(type) || (type === '' && name === '')) continue;
    const [uid, schema] = [cell('unique identifier'), schemas[type]];
    if (schema === undefined) count.unreadable(line, `The type “${type.slice(0, 40)}” is not known.`);
    else if (uid === '' || !/[\p{L}\p{N}]/u.test(name))
      count.unreadable(line, 'The row has no number or no name.');
    else {
      count.read();
      if (/^(?:lifted|removed|revoked|expired|delisted|ceased)/i.test(cell('sanction status', 'status')))
        lifted += 1;
      else addRow(draftFor(drafts, { uid, name, schema, line }), name, cell, reading);
    }
  }
  if (headings === undefined && drafts.size === 0)
    throw listError(file.name, null, 'No sheet has the headings of the register.');
  count.finish(reading);
  if (lifted > 0) reading.notes.push({ kind: 'note', text: `Lifted sanctions skipped: ${lifted}.` });
  for (const draft of drafts.values()) {
    if (draft.names.length > maxNames)
      throw listError(file.name, draft.line, `Number ${draft.id} has more than ${maxNames} names.`);
    yield { ...draft, names: namesInOrder(draft.names) };
  }
}
