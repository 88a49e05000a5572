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
  setListedOn,
} from './entity-draft.ts';
import { listError } from './list-error.ts';
import { countUnknown, type FormatReading, type ListFile } from './list-format.ts';
import { aboutYear, between, readPartialDate } from './partial-dates.ts';
import { getChildren, getText, getTexts, type XmlElement, xmlRecords } from './xml-records.ts';

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'] as const;
const placeParts = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY', 'NOTE'] as const;

const joined = (element: XmlElement, parts: readonly string[], by: string) =>
  parts.flatMap((part) => getTexts(element, part)).join(by);

/** The UN marks weak aliases of people as "Low"; former names of organisations ("f.k.a.") are good aliases. */
function getQuality(alias: XmlElement): NameQuality {
  return /low/i.test(getText(alias, 'QUALITY') ?? '') ? 'weakAlias' : 'alias';
}

function addBirths(draft: EntityDraft, record: XmlElement, reading: FormatReading): void {
  for (const birth of getChildren(record, 'INDIVIDUAL_DATE_OF_BIRTH')) {
    const [from, to] = [getText(birth, 'FROM_YEAR'), getText(birth, 'TO_YEAR')].map((text) =>
      text === undefined ? undefined : readPartialDate(text),
    );
    const text = getText(birth, 'DATE') ?? getText(birth, 'YEAR');
    const date = text === undefined ? undefined : readPartialDate(text);
    const isApproximate =
      /approx/i.test(getText(birth, 'TYPE_OF_DATE') ?? '') || /approx/i.test(getText(birth, 'NOTE') ?? '');
    if (from !== undefined && to !== undefined) addBirthDate(draft, between(from, to));
    else if (date !== undefined) addBirthDate(draft, isApproximate ? aboutYear(date) : { on: date });
    else if (text !== undefined) countUnknown(reading.unknown.dates, text);
  }
}

function addAliases(draft: EntityDraft, record: XmlElement, element: string, reading: FormatReading): void {
  for (const alias of getChildren(record, element)) {
    for (const name of getTexts(alias, 'ALIAS_NAME')) addName(draft, name, getQuality(alias));
    for (const birth of getTexts(alias, 'DATE_OF_BIRTH')) addBirthText(draft, birth, reading);
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

function getEntity(record: XmlElement, id: string, reading: FormatReading): EntityDraft {
  const isPerson = record.name === 'INDIVIDUAL';
  const draft = newDraft(id, isPerson ? 'Person' : 'Organization');
  addName(draft, joined(record, nameParts, ' '), 'primary');
  for (const original of getTexts(record, 'NAME_ORIGINAL_SCRIPT')) addName(draft, original, 'alias');
  addAliases(draft, record, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS', reading);
  addBirths(draft, record, reading);
  for (const place of getChildren(record, 'INDIVIDUAL_PLACE_OF_BIRTH')) {
    addTexts(draft.birthPlaces, joined(place, ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY'], ', '));
  }
  for (const nationality of getChildren(record, 'NATIONALITY')) {
    for (const value of getTexts(nationality, 'VALUE')) addCountry(draft, value, reading);
  }
  for (const address of getChildren(record, isPerson ? 'INDIVIDUAL_ADDRESS' : 'ENTITY_ADDRESS')) {
    addTexts(draft.addresses, joined(address, placeParts, ', '));
    const country = getText(address, 'COUNTRY');
    // A person's nationality takes precedence over addresses, which are often hiding places.
    if (country !== undefined && !(isPerson && getChildren(record, 'NATIONALITY').length > 0)) {
      addCountry(draft, country, reading);
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
  const records = xmlRecords(file, ['INDIVIDUAL', 'ENTITY'], (name, attributes) => {
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
    const id = getText(record, 'REFERENCE_NUMBER') ?? getText(record, 'DATAID');
    if (id === undefined) throw listError(file.name, line, 'An entry has no reference number.');
    yield { ...getEntity(record, id, reading), line };
  }
}
