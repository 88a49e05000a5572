import type { ClientInput } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { addressKindLabel } from '#rules/clients/address-kinds.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { getClientFieldLabel } from '#rules/clients/fields-by-type.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';
import { fieldTexts } from '#rules/records/field-texts.ts';
import { entriesByPlace, type FieldEntry, type RecordFields } from '#rules/records/fields.ts';
import type { MergedRow } from '../../../components/forms/merged-versions.tsx';

/** The fields that a submitted and a saved client share. */
export type ComparedClient = Pick<Client, 'clientType' | 'addresses' | 'tags' | 'preCommencement'> & {
  [K in 'externalId' | 'email' | 'phone' | 'relationshipPurpose' | 'relationshipStartedOn']?: string | null;
} & {
  responsible?: string | null;
  individual?:
    | { [K in keyof NonNullable<Client['individual']>]?: NonNullable<Client['individual']>[K] }
    | null;
  business?: { [K in keyof NonNullable<Client['business']>]?: NonNullable<Client['business']>[K] } | null;
};

/** Formats a phone number for display; returns an invalid one unchanged. */
export function phoneText(phone: string): string {
  const check = checkPhoneNumber(phone);
  return check.ok ? check.display : phone;
}

/** One address a line, with its kind. */
const formatAddresses = ({ addresses, clientType }: ComparedClient): string =>
  addresses
    .map((address) =>
      [...toAddressLines(address), addressKindLabel(clientType, address.kind)].filter(Boolean).join(', '),
    )
    .join('\n');

/** A field, formatted, with the names of its inputs. */
type FormattedField = [label: string, text: string, ...names: string[]];

/** The described fields of a client, formatted, in the form's order: those of its part, and its own. */
export function formatFields(
  fields: RecordFields,
  client: ComparedClient,
): Record<'part' | 'own', FormattedField[]> {
  const toRow = (entry: FieldEntry): FormattedField => {
    // A version of the form has no value where its checkbox is not ticked.
    const value = entry.field.kind === 'flag' ? entry.value === true : entry.value;
    const label = getClientFieldLabel(entry.name, entry.field, client.clientType);
    const names = entry.name === 'givenNames' ? [entry.path, 'individual.hasOneName'] : [entry.path];
    return [label, fieldTexts({ ...entry, value }).join('\n'), ...names];
  };
  const { part, own } = entriesByPlace(fields, client);
  return { part: part.map(toRow), own: own.map(toRow) };
}

/** All fields of a client, formatted, in the form's order. */
function formatClient(client: ComparedClient): FormattedField[] {
  const { part, own } = formatFields(clientFields, client);
  const { clientType, email, phone, addresses, responsible } = clientFields;
  return [
    [clientType.label, clientTypeLabels[client.clientType], 'clientType'],
    ...part,
    [email.label, client.email ?? '', 'email'],
    [phone.label, client.phone ? phoneText(client.phone) : '', 'phone'],
    [addresses.label, formatAddresses(client), 'addresses'],
    [responsible.label, client.responsible ?? '', 'responsibleMemberId'],
    ...own,
  ];
}

/**
 * Two versions of a client, field by field.
 * @param getName the name of a member
 */
export function versionRows(
  mine: ClientInput,
  saved: Client,
  getName: (memberId: string) => string,
): MergedRow[] {
  const responsible = mine.responsibleMemberId ? getName(mine.responsibleMemberId) : null;
  const mineFormatted = formatClient({ ...mine, responsible });
  const savedFormatted = new Map(
    formatClient({ ...saved, responsible: saved.responsible?.name ?? null }).map(([label, text]) => [
      label,
      text,
    ]),
  );
  return mineFormatted.map(([label, text, ...names]) => ({
    label,
    mine: text,
    kept: savedFormatted.get(label) ?? '',
    names,
  }));
}
