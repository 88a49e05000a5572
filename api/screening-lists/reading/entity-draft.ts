import type {
  BirthDate,
  ListedEntity,
  ListedIdentifier,
  ListedName,
  NameQuality,
  PartialDate,
} from '#rules/screening/screening-records.ts';
import { countryOf } from './country-words.ts';
import { readBirthDate, readPartialDate } from './partial-dates.ts';
import { countUnknown, type FormatReading } from './reading.ts';
import { tidy } from './text-pieces.ts';

/** An entity while its parts are being gathered. */
export type EntityDraft = ListedEntity;

export function newDraft(id: string, schema: ListedEntity['schema']): EntityDraft {
  return {
    id,
    schema,
    names: [],
    birthDates: [],
    birthPlaces: [],
    countries: [],
    identifiers: [],
    addresses: [],
    topics: [],
    programmes: [],
  };
}

const betterFirst: readonly NameQuality[] = ['primary', 'alias', 'weakAlias'];

/** Adds a name; one that is there already keeps the better of the two qualities. */
export function addName(draft: EntityDraft, text: string, quality: NameQuality): void {
  const name = tidy(text);
  // A name that holds no letter and no figure names nobody.
  if (!/[\p{L}\p{N}]/u.test(name)) return;
  const known = draft.names.find((one) => one.text.toLowerCase() === name.toLowerCase());
  if (known === undefined) draft.names.push({ text: name, quality });
  else if (betterFirst.indexOf(quality) < betterFirst.indexOf(known.quality)) known.quality = quality;
}

/** Adds the country that a text names; one that is unknown here is counted. */
export function addCountry(draft: EntityDraft, text: string, reading: FormatReading): void {
  const country = countryOf(text);
  if (country === 'unknown') countUnknown(reading.unknown.countries, tidy(text));
  else if (country !== 'none' && !draft.countries.includes(country.code)) draft.countries.push(country.code);
}

/** The code of the country that a text names, if it is known. */
export function countryCode(text: string): string | undefined {
  const country = countryOf(text);
  return typeof country === 'object' ? country.code : undefined;
}

export function addBirthDate(draft: EntityDraft, date: BirthDate): void {
  const text = JSON.stringify(date);
  if (!draft.birthDates.some((one) => JSON.stringify(one) === text)) draft.birthDates.push(date);
}

/** Adds a date of birth as the list writes it; one that cannot be read is counted. */
export function addBirthText(draft: EntityDraft, text: string, reading: FormatReading): void {
  const date = readBirthDate(text);
  if (date === undefined) countUnknown(reading.unknown.dates, tidy(text));
  else addBirthDate(draft, date);
}

export function addIdentifier(draft: EntityDraft, identifier: ListedIdentifier): void {
  const number = tidy(identifier.number);
  if (!/[\p{L}\p{N}]/u.test(number)) return;
  if (draft.identifiers.some((one) => one.number === number && one.country === identifier.country)) return;
  const type = tidy(identifier.type) || 'Number';
  draft.identifiers.push({ type, number, ...(identifier.country ? { country: identifier.country } : {}) });
}

/** Adds texts that are neither empty nor there already. */
export function addTexts(list: string[], ...texts: (string | undefined)[]): void {
  for (const text of texts) {
    const clean = tidy(text ?? '');
    if (clean !== '' && !list.includes(clean)) list.push(clean);
  }
}

export function setListedOn(draft: EntityDraft, text: string | undefined): void {
  const date: PartialDate | undefined = text === undefined ? undefined : readPartialDate(text);
  if (date !== undefined) draft.listedOn = date;
}

/** The names with primary ones first, in the list's order otherwise. */
export function namesInOrder(names: readonly ListedName[]): ListedName[] {
  return [...names].sort((a, b) => betterFirst.indexOf(a.quality) - betterFirst.indexOf(b.quality));
}
