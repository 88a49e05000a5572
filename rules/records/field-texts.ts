import { countryName } from '#rules/countries.ts';
import { textCell, writeCellList } from '#rules/csv-cells.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import {
  type ClientIdentifierType,
  formatClientIdentifier,
  formatExportedIdentifier,
} from '#rules/identifiers/identifiers.ts';
import { type FieldEntry, isEmptyValue } from './fields.ts';

type NamedValue = Pick<FieldEntry, 'name' | 'field' | 'value'>;

/**
 * A value as people read it, each of several separately; empty where none is recorded. A flag without a value is unknown, and `false` is No.
 * @param formatDay a calendar day
 */
export function fieldTexts({ name, field, value }: NamedValue, formatDay = formatDate): string[] {
  if (field.kind === 'flag') return typeof value === 'boolean' ? [yesNo(value)] : [];
  if (isEmptyValue(value)) return [];
  const text = String(value);
  switch (field.kind) {
    case 'texts':
      return [...(value as readonly string[])];
    case 'countries':
      return (value as readonly string[]).map(countryName);
    case 'country':
      return [countryName(text)];
    case 'date':
      return [formatDay(text)];
    case 'choice':
      return [field.labels[text] ?? text];
    case 'identifier':
      return [formatClientIdentifier(name as ClientIdentifierType, text)];
    default:
      return [text];
  }
}

/** A value as a cell of a CSV file that an import reads again: days are ISO, texts are left as they are by a spreadsheet. */
export function fieldCell({ name, field, value }: NamedValue): string | null {
  if (field.kind === 'flag') return typeof value === 'boolean' ? yesNo(value) : null;
  if (field.kind === 'texts' || field.kind === 'countries') {
    const texts = fieldTexts({ name, field, value });
    return texts.length > 0 ? textCell(writeCellList(texts)) : null;
  }
  if (isEmptyValue(value)) return null;
  const text = String(value);
  switch (field.kind) {
    case 'identifier':
      return textCell(formatExportedIdentifier(name as ClientIdentifierType, text));
    case 'name':
    case 'text':
      return textCell(text);
    case 'date':
      return text;
    default:
      return fieldTexts({ name, field, value })[0] ?? null;
  }
}
