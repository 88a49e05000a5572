import type { ClientInput } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { addressKindLabel } from '#rules/clients/address-kinds.ts';
import { clientTypeLabels, trustTypeLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import {
  type ClientIdentifierType,
  clientIdentifierLabels,
  clientIdentifierTypes,
  formatClientIdentifier,
} from '#rules/identifiers/identifiers.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';
import type { VersionRow } from '../../../components/forms/version-conflict.tsx';

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

type Text = string | null | undefined;

const orEmpty = (text: Text) => text ?? '';
const day = (date: Text) => (date ? formatDate(date) : '');
const country = (code: Text) => (code ? countryName(code) : '');

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

/** All fields of a client, formatted, in the form's order. */
function formatFields(client: ComparedClient): [label: string, text: string][] {
  const { individual, business } = client;
  const getNumber = (type: ClientIdentifierType) => {
    const value: Text = business?.[type] ?? (type === 'abn' || type === 'nzbn' ? individual?.[type] : null);
    return value ? formatClientIdentifier(type, value) : '';
  };
  const person: [string, string][] = individual
    ? [
        ['Given names', orEmpty(individual.givenNames)],
        ['Middle names', orEmpty(individual.middleNames)],
        ['Family name', orEmpty(individual.familyName)],
        ['Other names', (individual.otherNames ?? []).join('\n')],
        ['Date of birth', day(individual.dateOfBirth)],
        ['Citizenship', (individual.citizenships ?? []).map(country).join('\n')],
        ['Country of residence', country(individual.residenceCountry)],
        ['Occupation', orEmpty(individual.occupation)],
        ['Trading names', (individual.tradingNames ?? []).join('\n')],
        [clientIdentifierLabels.nzbn, getNumber('nzbn')],
        [clientIdentifierLabels.abn, getNumber('abn')],
      ]
    : [];
  const company: [string, string][] = business
    ? [
        ['Legal name', orEmpty(business.legalName)],
        ['Trading names', (business.tradingNames ?? []).join('\n')],
        ['Country of registration', country(business.registrationCountry)],
        ...clientIdentifierTypes.map((type): [string, string] => [
          clientIdentifierLabels[type],
          getNumber(type),
        ]),
        ['Trust type', business.trustType ? trustTypeLabels[business.trustType] : ''],
        ['Beneficiaries', orEmpty(business.beneficiaryClassDescription)],
        ['Date of formation', day(business.incorporatedOn)],
        ['Nominee shareholders', yesNo(business.hasNomineeShareholders === true)],
        ['Shares in bearer form', yesNo(business.hasBearerShares === true)],
      ]
    : [];
  return [
    ['Client type', clientTypeLabels[client.clientType]],
    ...person,
    ...company,
    ['Email', orEmpty(client.email)],
    ['Phone', client.phone ? phoneText(client.phone) : ''],
    ['Addresses', formatAddresses(client)],
    ['Relationship owner', orEmpty(client.responsible)],
    ['Nature and purpose', orEmpty(client.relationshipPurpose)],
    ['Client since', day(client.relationshipStartedOn)],
    ['Pre-commencement client', yesNo(client.preCommencement === true)],
    ['External ID', orEmpty(client.externalId)],
    ['Tags', client.tags.join('\n')],
  ];
}

/**
 * Two versions of a client, field by field, without fields that are empty in both.
 * @param getName the name of a member
 */
export function versionRows(
  mine: ClientInput,
  saved: Client,
  getName: (memberId: string) => string,
): VersionRow[] {
  const responsible = mine.responsibleMemberId ? getName(mine.responsibleMemberId) : null;
  const mineFormatted = formatFields({ ...mine, responsible });
  const savedFormatted = new Map(formatFields({ ...saved, responsible: saved.responsible?.name ?? null }));
  return mineFormatted
    .map(([label, text]) => ({ label, mine: text, kept: savedFormatted.get(label) ?? '' }))
    .filter((row) => row.mine !== '' || row.kept !== '');
}
