import type { ImportRow } from '#contract/clients/client-import.ts';
import { addressKindLabels } from '#rules/clients/address-kinds.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { notSavedOfNames } from '#rules/clients/client-import-columns.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { writeCellList } from '#rules/csv-cells.ts';
import { fieldTexts } from '#rules/records/field-texts.ts';
import { entriesByPlace, type FieldEntry, type RecordFields } from '#rules/records/fields.ts';
import { addressLine } from '../list/export-columns.ts';
import type { ClientDetails } from '../record/client-record.ts';
import type { ReadClient } from './read-row.ts';

type StoredValue = ImportRow['values'][number];

const describeAddress = (address: ClientDetails['addresses'][number]) =>
  `${address.kind === undefined ? '' : `${addressKindLabels[address.kind]}: `}${addressLine(address)}`;

/** A value as it will be stored: a date with the month as a word, so that a swapped day is seen, and a number in its digits. No is the default of a flag. */
function describeValue({ name, field, value }: FieldEntry): StoredValue {
  const texts = value === false ? [] : fieldTexts({ name, field, value });
  const isList = field.kind === 'texts' || field.kind === 'countries';
  const text = field.kind === 'identifier' ? value : isList ? writeCellList(texts) : texts[0];
  return { label: field.label, text: String(text ?? '') };
}

/** Values of a client's described fields: those of its part, and its own. */
export function describeFields(fields: RecordFields, details: object): Record<'part' | 'own', StoredValue[]> {
  const { part, own } = entriesByPlace(fields, details);
  return { part: part.map(describeValue), own: own.map(describeValue) };
}

/** What will be stored of a row that can be imported, in the order of the form, and what of its name will not be. */
export function getStoredValues({ details, leftOut }: ReadClient): ImportRow['values'] {
  if (details === undefined) return [];
  const { part, own } = describeFields(clientFields, details);
  const values = [
    { label: clientFields.clientType.label, text: clientTypeLabels[details.clientType] },
    ...part,
    { label: clientFields.email.label, text: details.email ?? '' },
    { label: clientFields.phone.label, text: details.phone ?? '' },
    { label: 'Address', text: details.addresses.map(describeAddress).join('; ') },
    ...own,
    { label: notSavedOfNames, text: leftOut.join(', ') },
  ];
  return values.filter(({ text }) => text !== '');
}
