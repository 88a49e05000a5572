import type { ClientAddress } from '#contract/addresses.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { addressKindLabel } from '#rules/clients/address-kinds.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { getClientFieldLabel } from '#rules/clients/fields-by-type.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import {
  abnAcnWarning,
  type ClientIdentifierType,
  checkClientIdentifier,
} from '#rules/identifiers/identifiers.ts';
import { fieldTexts } from '#rules/records/field-texts.ts';
import { entriesByPlace, type FieldEntry, isEmptyValue, type RecordFields } from '#rules/records/fields.ts';
import type { DetailLine, DetailSection } from '../../../components/detail-panel.tsx';
import { phoneText } from '../form/client-versions.server.ts';

type Text = string | null | undefined;

function line(
  label: string,
  text: Text | string[],
  more: Omit<DetailLine, 'label' | 'texts'> = {},
): DetailLine {
  const texts = Array.isArray(text) ? text : text ? [text] : [];
  return { label, texts, ...more };
}

/** Fields that are shown only where they have a value: flags, numbers of registers, and what clients of the type do not have. */
const isSilent = ({ field: { kind, types }, value }: FieldEntry, type: ClientType) =>
  (kind === 'flag' || kind === 'identifier' || types?.includes(type) === false) && isEmptyValue(value);

/** A register's number, with the extent of its check: a valid check digit does not mean that the number exists. */
function identifierNote({ name, field, value }: FieldEntry): Pick<DetailLine, 'note'> {
  if (field.kind !== 'identifier') return {};
  const check = checkClientIdentifier(name as ClientIdentifierType, String(value));
  return { note: check.ok ? 'format valid' : 'invalid format' };
}

/** Lines of a client's described fields: those of its part, and its own. */
export function fieldLines(fields: RecordFields, client: Client): Record<'part' | 'own', DetailLine[]> {
  const toLine = (entry: FieldEntry) =>
    line(
      getClientFieldLabel(entry.name, entry.field, client.clientType),
      entry.name === 'tags' ? fieldTexts(entry).join(', ') : fieldTexts(entry),
      identifierNote(entry),
    );
  const toLines = (entries: FieldEntry[]) =>
    entries.filter((entry) => !isSilent(entry, client.clientType)).map(toLine);
  const { part, own } = entriesByPlace(fields, client);
  return { part: toLines(part), own: toLines(own) };
}

/** Title of an address: "Main address (registered office)". */
function addressTitle({ clientType }: Client, { kind }: ClientAddress, index: number): string {
  const title = index === 0 ? 'Main address' : `Address ${index + 1}`;
  const label = addressKindLabel(clientType, kind);
  return label === null ? title : `${title} (${label.toLowerCase()})`;
}

/** Fields of a client for its page: a person with one name has no others, and of people only sole traders trade under a name. */
function shownFields({ clientType, individual }: Client): RecordFields {
  if (individual === null) return clientFields;
  const hidden: string[] = clientType === 'soleTrader' ? [] : ['tradingNames'];
  if (individual.givenNames !== null) return omit(clientFields, hidden);
  const familyName = { ...clientFields.familyName, label: 'Single name' };
  return omit({ ...clientFields, familyName }, [...hidden, 'givenNames', 'middleNames']);
}

const omit = (fields: RecordFields, names: readonly string[]): RecordFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** A client's record as sections of formatted lines. */
export function detailSections(client: Client): DetailSection[] {
  const { individual, business } = client;
  const { part, own } = fieldLines(shownFields(client), client);
  const warning = business?.abn && business.acn ? abnAcnWarning(business.abn, business.acn) : undefined;
  const { email, phone } = clientFields;
  return [
    {
      heading: individual ? 'Personal details' : 'Business',
      lines: part,
      ...(warning ? { warning } : {}),
    },
    {
      heading: 'Contact and addresses',
      lines: [
        line(email.label, client.email, client.email ? { href: `mailto:${client.email}` } : {}),
        line(
          phone.label,
          client.phone && phoneText(client.phone),
          client.phone ? { href: `tel:${client.phone}` } : {},
        ),
        ...(client.addresses.length === 0 ? [line('Main address', [])] : []),
        ...client.addresses.map((address, index) =>
          line(addressTitle(client, address, index), toAddressLines(address)),
        ),
      ],
    },
    { heading: 'Relationship', lines: own },
  ];
}
