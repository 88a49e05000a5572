import { formatBirthDate } from '#rules/screening/describe-birth-dates.ts';
import type {
  BirthDate,
  ListedEntity,
  ListedIdentifier,
  ListedName,
  NameQuality,
  PartialDate,
} from '#rules/screening/screening-records.ts';
import { getCountry } from './country-names.ts';
import { tidy } from './files/cell-text.ts';
import type { FormatReading } from './list-format.ts';
import { readOtherBirthDates } from './other-birth-dates.ts';
import { getSerialDay, readBirthDate, readPartialDate } from './partial-dates.ts';
import { quoteCell } from './row-log.ts';

/** An entity being assembled. */
export type EntityDraft = ListedEntity;

/** A row, or an XML record, of the file being read. */
export interface ReadRow {
  reading: FormatReading;
  line: number;
}

/** Notes that a text of the entity could not be read: what is missing must not count against a match. */
function addUnread(draft: EntityDraft, part: 'birthDate' | 'country'): void {
  draft.unread ??= [];
  if (!draft.unread.includes(part)) draft.unread.push(part);
}

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

/** Adds a country; an unknown one is noted. */
export function addCountry(draft: EntityDraft, text: string, { reading, line }: ReadRow): void {
  const country = getCountry(text);
  if (country === 'unknown') {
    reading.rows.notice('unreadCountry', line, quoteCell(tidy(text)));
    addUnread(draft, 'country');
  } else if (country !== 'none' && !draft.countries.includes(country.code))
    draft.countries.push(country.code);
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

/** Adds a cell's dates of birth, in the list's form or another one, which is noted. @returns false if it cannot be read; nothing is noted. */
export function addReadableBirth(draft: EntityDraft, text: string, { reading, line }: ReadRow): boolean {
  const cell = getSerialDay(text.trim());
  const usual = readBirthDate(cell);
  const dates =
    usual === undefined ? readOtherBirthDates(cell, reading.publishedOn ?? reading.receivedOn) : [usual];
  if (dates === undefined) return false;
  if (usual === undefined)
    reading.rows.notice(
      'otherDate',
      line,
      `${quoteCell(tidy(text))} as ${dates.map(formatBirthDate).join(' and ')}`,
    );
  for (const date of dates) addBirthDate(draft, date);
  return true;
}

/** Adds a cell's dates of birth. One that cannot be read is noted, and no date then counts against a match with the entity. */
export function addBirthText(draft: EntityDraft, text: string, row: ReadRow): void {
  if (addReadableBirth(draft, text, row)) return;
  row.reading.rows.notice('unreadDate', row.line, quoteCell(tidy(text)));
  addUnread(draft, 'birthDate');
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
