import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import type { ClientAddress } from '#contract/addresses.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { type ClientType, getClientKind } from '#rules/clients/client-types.ts';
import { formatFoundAddress } from '../../../components/address/address-text.ts';

/** An address as its form fields; `find` and `found` belong to the look-up. */
export type AddressValues = Partial<Omit<ClientAddress, 'provider'>> & {
  provider?: string;
  find?: string;
  found?: string;
};

/** The client form's values: texts of the inputs, several values of one kind as separate lines. */
export type ClientFormValues = {
  clientType: ClientType;
  externalId?: string;
  responsibleMemberId?: string;
  email?: string;
  phone?: string;
  addresses: AddressValues[];
  tags?: string;
  individual?: {
    givenNames?: string;
    middleNames?: string;
    familyName?: string;
    hasOneName?: boolean;
    otherNames?: string;
    dateOfBirth?: string;
    citizenships: string[];
    residenceCountry?: string;
    occupation?: string;
    tradingNames?: string;
    nzbn?: string;
    abn?: string;
  };
  business?: {
    legalName?: string;
    tradingNames?: string;
    registrationCountry?: string;
    nzbn?: string;
    nzCompanyNumber?: string;
    abn?: string;
    acn?: string;
    arbn?: string;
    incorporatedOn?: string;
    trustType?: string;
    beneficiaryClassDescription?: string;
    hasNomineeShareholders?: boolean;
    hasBearerShares?: boolean;
  };
  relationshipPurpose?: string;
  relationshipStartedOn?: string;
  preCommencement?: boolean;
  /** Of an existing client. */
  spellingCorrection?: boolean;
  spellingReason?: string;
};

export type ClientFields = ReturnType<FormMetadata<ClientFormValues>['getFieldset']>;
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

/** Drops nulls, which no input has. */
function texts<T extends Record<string, unknown>>(
  record: T,
): { [K in keyof T]: Exclude<T[K], null> | undefined } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? undefined])) as {
    [K in keyof T]: Exclude<T[K], null> | undefined;
  };
}

function addressValues(address: ClientAddress): AddressValues {
  return { ...address, ...(address.provider === 'addy' ? { found: formatFoundAddress(address) } : {}) };
}

/** Initial values of the form of an existing client. */
export function getClientValues(client: Client): ClientFormValues {
  const { individual, business } = client;
  return {
    clientType: client.clientType,
    ...texts({
      externalId: client.externalId,
      responsibleMemberId: client.responsible?.id,
      email: client.email,
      phone: client.phone,
      relationshipPurpose: client.relationshipPurpose,
      relationshipStartedOn: client.relationshipStartedOn,
    }),
    addresses: client.addresses.map(addressValues),
    tags: client.tags.join('\n'),
    ...(individual
      ? {
          individual: {
            ...texts(individual),
            hasOneName: individual.givenNames === null,
            otherNames: individual.otherNames.join('\n'),
            tradingNames: individual.tradingNames.join('\n'),
            citizenships: individual.citizenships.length > 0 ? individual.citizenships : [''],
          },
        }
      : {}),
    ...(business ? { business: { ...texts(business), tradingNames: business.tradingNames.join('\n') } } : {}),
    preCommencement: client.preCommencement,
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
