import type { ListedEntity, NameQuality } from '#rules/screening/screening-records.ts';
import {
  addBirthDate,
  addBirthText,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  countryCode,
  type EntityDraft,
  namesInOrder,
  newDraft,
  type ReadRow,
  setListedOn,
} from './entity-draft.ts';
import { listError } from './files/list-error.ts';
import type { ListFile } from './files/list-file.ts';
import { getChildren, getText, getTexts, type XmlElement, xmlRecords } from './files/xml-records.ts';
import { readKind } from './kinds.ts';
import type { FormatReading } from './list-format.ts';
import { aboutYear, between, readPartialDate } from './partial-dates.ts';
import { idOfName } from './row-entries.ts';
import { quoteCell } from './row-log.ts';

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'] as const;
const placeParts = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY', 'NOTE'] as const;

const joined = (element: XmlElement, parts: readonly string[], by: string) =>
  parts.flatMap((part) => getTexts(element, part)).join(by);

/** The UN marks weak aliases of people as "Low"; former names of organisations ("f.k.a.") are good aliases. */
function getQuality(alias: XmlElement): NameQuality {
  return /low/i.test(getText(alias, 'QUALITY') ?? '') ? 'weakAlias' : 'alias';
}

function addBirths(draft: EntityDraft, record: XmlElement, row: ReadRow): void {
  for (const birth of getChildren(record, 'INDIVIDUAL_DATE_OF_BIRTH')) {
    const [fromText, toText] = [getText(birth, 'FROM_YEAR'), getText(birth, 'TO_YEAR')];
    const [from, to] = [fromText, toText].map((year) =>
      year === undefined ? undefined : readPartialDate(year),
    );
    const years =
      fromText === undefined && toText === undefined ? undefined : `${fromText ?? '?'} to ${toText ?? '?'}`;
    const text = getText(birth, 'DATE') ?? getText(birth, 'YEAR') ?? years;
    const date = text === undefined ? undefined : readPartialDate(text);
    const isApproximate =
      /approx/i.test(getText(birth, 'TYPE_OF_DATE') ?? '') || /approx/i.test(getText(birth, 'NOTE') ?? '');
    if (from !== undefined && to !== undefined) addBirthDate(draft, between(from, to));
    else if (date !== undefined) addBirthDate(draft, isApproximate ? aboutYear(date) : { on: date });
    else if (text !== undefined) addBirthText(draft, text, row);
  }
}

function addAliases(draft: EntityDraft, record: XmlElement, element: string, row: ReadRow): void {
  for (const alias of getChildren(record, element)) {
    for (const name of getTexts(alias, 'ALIAS_NAME')) addName(draft, name, getQuality(alias));
    for (const birth of getTexts(alias, 'DATE_OF_BIRTH')) addBirthText(draft, birth, row);
    addTexts(draft.birthPlaces, joined(alias, ['CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH'], ', '));
  }
}

function addDocuments(draft: EntityDraft, record: XmlElement): void {
  for (const document of getChildren(record, 'INDIVIDUAL_DOCUMENT')) {
    const country = getText(document, 'ISSUING_COUNTRY') ?? getText(document, 'COUNTRY_OF_ISSUE');
    for (const number of getTexts(document, 'NUMBER')) {
      const type = getText(document, 'TYPE_OF_DOCUMENT') ?? getText(document, 'TYPE_OF_DOCUMENT2') ?? '';
      addIdentifier(draft, {
        type,
        number,
        country: country === undefined ? undefined : countryCode(country),
      });
    }
  }
}

/** Elements whose names start alike describe people and bodies in the same way; of a kind that is unknown, both may be there. */
const prefixes = ['INDIVIDUAL', 'ENTITY'] as const;

function getEntity(record: XmlElement, number: string, row: ReadRow): EntityDraft {
  const kind = readKind(record.name);
  const isPerson = kind === 'Person';
  const name = joined(record, nameParts, ' ');
  if (kind === undefined) row.reading.rows.notice('unknownKind', row.line, quoteCell(record.name));
  if (number === '') row.reading.rows.notice('noNumber', row.line, name);
  const draft = newDraft(number === '' ? `no-number ${idOfName(name)}` : number, kind ?? 'LegalEntity');
  addName(draft, name, 'primary');
  for (const original of getTexts(record, 'NAME_ORIGINAL_SCRIPT')) addName(draft, original, 'alias');
  for (const prefix of prefixes) addAliases(draft, record, `${prefix}_ALIAS`, row);
  addBirths(draft, record, row);
  for (const place of getChildren(record, 'INDIVIDUAL_PLACE_OF_BIRTH')) {
    addTexts(draft.birthPlaces, joined(place, ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY'], ', '));
  }
  for (const nationality of getChildren(record, 'NATIONALITY')) {
    for (const value of getTexts(nationality, 'VALUE')) addCountry(draft, value, row);
  }
  for (const address of prefixes.flatMap((prefix) => getChildren(record, `${prefix}_ADDRESS`))) {
    addTexts(draft.addresses, joined(address, placeParts, ', '));
    const country = getText(address, 'COUNTRY');
    // A person's nationality takes precedence over addresses, which are often hiding places.
    if (country !== undefined && !(isPerson && getChildren(record, 'NATIONALITY').length > 0)) {
      addCountry(draft, country, row);
    }
  }
  addDocuments(draft, record);
  const gender = getText(record, 'GENDER')?.toLowerCase();
  if (gender === 'male' || gender === 'female') draft.gender = gender;
  draft.topics.push('sanction');
  addTexts(draft.programmes, ...getTexts(record, 'UN_LIST_TYPE').map((type) => `UN ${type}`));
  const designations = getChildren(record, 'DESIGNATION').flatMap((child) => getTexts(child, 'VALUE'));
  const remarks = [...designations, ...getTexts(record, 'COMMENTS1')].join('. ').trim();
  if (remarks !== '') draft.remarks = remarks;
  setListedOn(draft, getText(record, 'LISTED_ON'));
  return { ...draft, names: namesInOrder(draft.names) };
}

/**
 * Reads the consolidated list of the UN Security Council, XML as published at un.org. Ids are its reference numbers.
 */
export async function* readUnXml(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  // Every child of a group is an entry, also one whose name is new.
  const isRecord = (name: string, depth: number) => depth === 3 || name === 'INDIVIDUAL' || name === 'ENTITY';
  const records = xmlRecords(file, isRecord, (name, attributes) => {
    if (name !== 'CONSOLIDATED_LIST') {
      throw listError(
        file.name,
        1,
        `This is not the UN’s consolidated list: its first element is ${name.slice(0, 60)}.`,
      );
    }
    reading.publishedOn = /^\d{4}-\d{2}-\d{2}/.exec(attributes.dateGenerated ?? '')?.[0] ?? null;
  });
  for await (const { line, record } of records) {
    const id = getText(record, 'REFERENCE_NUMBER') ?? getText(record, 'DATAID') ?? '';
    const entity = getEntity(record, id, { reading, line });
    if (entity.names.length === 0) {
      reading.rows.unread(line, `Entry ${id || 'without a number'} has no name.`);
      continue;
    }
    reading.rows.read();
    yield { ...entity, line };
  }
}
