import type {
  BirthDate,
  ListedEntity,
  ListedIdentifier,
  ListedName,
  NameQuality,
  PartialDate,
} from '#rules/screening/screening-records.ts';
import { getCountry } from './country-names.ts';
import { tidy } from './decode-text.ts';
import { countUnknown, type FormatReading } from './list-format.ts';
import { readBirthDate, readPartialDate } from './partial-dates.ts';

/** An entity being assembled. */
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

/** Adds a name; of duplicates the better quality is used. */
export function addName(draft: EntityDraft, text: string, quality: NameQuality): void {
  const name = tidy(text);
  // A name needs a letter or digit.
  if (!/[\p{L}\p{N}]/u.test(name)) return;
  const known = draft.names.find((item) => item.text.toLowerCase() === name.toLowerCase());
  if (known === undefined) draft.names.push({ text: name, quality });
  else if (betterFirst.indexOf(quality) < betterFirst.indexOf(known.quality)) known.quality = quality;
}

/** Adds a country; unknown ones are counted. */
export function addCountry(draft: EntityDraft, text: string, reading: FormatReading): void {
  const country = getCountry(text);
  if (country === 'unknown') countUnknown(reading.unknown.countries, tidy(text));
  else if (country !== 'none' && !draft.countries.includes(country.code)) draft.countries.push(country.code);
}

/** The code of a country, if known. */
export function countryCode(text: string): string | undefined {
  const country = getCountry(text);
  return typeof country === 'object' ? country.code : undefined;
}

export function addBirthDate(draft: EntityDraft, date: BirthDate): void {
  const text = JSON.stringify(date);
  if (!draft.birthDates.some((birthDate) => JSON.stringify(birthDate) === text)) draft.birthDates.push(date);
}

/** Adds a date of birth in the list's form; unreadable ones are counted. */
export function addBirthText(draft: EntityDraft, text: string, reading: FormatReading): void {
  const date = readBirthDate(text);
  if (date === undefined) countUnknown(reading.unknown.dates, tidy(text));
  else addBirthDate(draft, date);
}

export function addIdentifier(draft: EntityDraft, identifier: ListedIdentifier): void {
  const number = tidy(identifier.number);
  if (!/[\p{L}\p{N}]/u.test(number)) return;
  if (draft.identifiers.some((item) => item.number === number && item.country === identifier.country)) return;
  const type = tidy(identifier.type) || 'Number';
  draft.identifiers.push({ type, number, ...(identifier.country ? { country: identifier.country } : {}) });
}

/** Adds texts, except empty and duplicate ones. */
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

/** Primary names first, otherwise in list order. */
export function namesInOrder(names: readonly ListedName[]): ListedName[] {
  return [...names].sort((a, b) => betterFirst.indexOf(a.quality) - betterFirst.indexOf(b.quality));
}
