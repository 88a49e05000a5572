import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import type { ClientAddress } from '#contract/addresses.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { type ClientFields, type ClientPart, clientFields } from '#rules/clients/client-fields.ts';
import { type ClientType, getClientKind } from '#rules/clients/client-types.ts';
import { type DescribedField, type FieldsOf, fieldsOf, type RecordFields } from '#rules/records/fields.ts';
import { formatFoundAddress } from '../../../components/address/address-text.ts';

/** An address as its form fields; `find` and `found` belong to the look-up. */
export type AddressValues = Partial<Omit<ClientAddress, 'provider'>> & {
  provider?: string;
  find?: string;
  found?: string;
};

/** A part's values as its inputs have them: several texts one a line, several countries a row each. */
type PartFormValues<P extends string> = {
  [K in keyof FieldsOf<ClientFields, P>]?: FieldsOf<ClientFields, P>[K] extends { kind: 'countries' }
    ? string[]
    : FieldsOf<ClientFields, P>[K] extends { kind: 'flag' }
      ? boolean
      : string;
};

/** The client form's values: texts of the inputs, several values of one kind as separate lines. */
export type ClientFormValues = {
  clientType: ClientType;
  responsibleMemberId?: string;
  email?: string;
  phone?: string;
  addresses: AddressValues[];
  individual?: PartFormValues<'individual'> & { hasOneName?: boolean };
  business?: PartFormValues<'business'>;
  /** Of an existing client. */
  spellingCorrection?: boolean;
  spellingReason?: string;
} & PartFormValues<'none'>;

export type ClientFieldset = ReturnType<FormMetadata<ClientFormValues>['getFieldset']>;
export type ClientFormMetadata = FormMetadata<ClientFormValues>;
export type PartField<K extends keyof ClientFormValues> = FieldMetadata<
  ClientFormValues[K],
  ClientFormValues
>;

/**
 * Key of a repeated row. Conform assigns none to rows from a post without script; those are remounted from the result
 * whenever a row is added or removed.
 */
export function rowKey(key: string | undefined, index: number, count: number): string {
  return key ?? `${index} of ${count}`;
}

/** A recorded value as its input has it. */
function toFormValue({ kind }: DescribedField, value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? undefined;
  if (kind === 'texts') return value.join('\n');
  return value.length > 0 ? value : [''];
}

/** Values of a part's inputs, by those on record; `none`: of the client's own. */
export const partFormValues = (
  fields: RecordFields,
  part: ClientPart | 'none',
  values: object,
): Record<string, unknown> => {
  const recorded = new Map(Object.entries(values));
  return Object.fromEntries(
    fieldsOf(fields, part).map(([name, field]) => [name, toFormValue(field, recorded.get(name))]),
  );
};

function addressValues(address: ClientAddress): AddressValues {
  return { ...address, ...(address.provider === 'addy' ? { found: formatFoundAddress(address) } : {}) };
}

/** Initial values of the form of an existing client. */
export function getClientValues(client: Client): ClientFormValues {
  const { individual, business } = client;
  return {
    clientType: client.clientType,
    responsibleMemberId: client.responsible?.id,
    email: client.email ?? undefined,
    phone: client.phone ?? undefined,
    addresses: client.addresses.map(addressValues),
    ...partFormValues(clientFields, 'none', client),
    ...(individual
      ? {
          individual: {
            ...partFormValues(clientFields, 'individual', individual),
            hasOneName: individual.givenNames === null,
          },
        }
      : {}),
    ...(business ? { business: partFormValues(clientFields, 'business', business) } : {}),
  };
}

/** Initial values of the form of a new client. */
export function emptyValues(
  type: ClientType,
  country: string,
  responsibleMemberId: string,
): ClientFormValues {
  return {
    clientType: type,
    responsibleMemberId,
    addresses: [{ countryCode: country }],
    ...(getClientKind(type) === 'individual'
      ? { individual: { citizenships: [''] } }
      : { business: type === 'overseasCompany' ? {} : { registrationCountry: country } }),
  };
}
