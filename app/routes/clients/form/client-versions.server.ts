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

/** A field, formatted, with the names of its inputs. */
type FormattedField = [label: string, text: string, ...names: string[]];

/** All fields of a client, formatted, in the form's order. */
function formatFields(client: ComparedClient): FormattedField[] {
  const { individual, business } = client;
  const getNumber = (type: ClientIdentifierType) => {
    const value: Text = business?.[type] ?? (type === 'abn' || type === 'nzbn' ? individual?.[type] : null);
    return value ? formatClientIdentifier(type, value) : '';
  };
  const person: FormattedField[] = individual
    ? [
        ['Given names', orEmpty(individual.givenNames), 'individual.givenNames', 'individual.hasOneName'],
        ['Middle names', orEmpty(individual.middleNames), 'individual.middleNames'],
        ['Family name', orEmpty(individual.familyName), 'individual.familyName'],
        ['Other names', (individual.otherNames ?? []).join('\n'), 'individual.otherNames'],
        ['Date of birth', day(individual.dateOfBirth), 'individual.dateOfBirth'],
        ['Citizenship', (individual.citizenships ?? []).map(country).join('\n'), 'individual.citizenships'],
        ['Country of residence', country(individual.residenceCountry), 'individual.residenceCountry'],
        ['Occupation', orEmpty(individual.occupation), 'individual.occupation'],
        ['Trading names', (individual.tradingNames ?? []).join('\n'), 'individual.tradingNames'],
        [clientIdentifierLabels.nzbn, getNumber('nzbn'), 'individual.nzbn'],
        [clientIdentifierLabels.abn, getNumber('abn'), 'individual.abn'],
      ]
    : [];
  const company: FormattedField[] = business
    ? [
        ['Legal name', orEmpty(business.legalName), 'business.legalName'],
        ['Trading names', (business.tradingNames ?? []).join('\n'), 'business.tradingNames'],
        ['Country of registration', country(business.registrationCountry), 'business.registrationCountry'],
        ...clientIdentifierTypes.map(
          (type): FormattedField => [clientIdentifierLabels[type], getNumber(type), `business.${type}`],
        ),
        ['Trust type', business.trustType ? trustTypeLabels[business.trustType] : '', 'business.trustType'],
        [
          'Beneficiaries',
          orEmpty(business.beneficiaryClassDescription),
          'business.beneficiaryClassDescription',
        ],
        ['Date of formation', day(business.incorporatedOn), 'business.incorporatedOn'],
        [
          'Nominee shareholders',
          yesNo(business.hasNomineeShareholders === true),
          'business.hasNomineeShareholders',
        ],
        ['Shares in bearer form', yesNo(business.hasBearerShares === true), 'business.hasBearerShares'],
      ]
    : [];
  return [
    ['Client type', clientTypeLabels[client.clientType], 'clientType'],
    ...person,
    ...company,
    ['Email', orEmpty(client.email), 'email'],
    ['Phone', client.phone ? phoneText(client.phone) : '', 'phone'],
    ['Addresses', formatAddresses(client), 'addresses'],
    ['Relationship owner', orEmpty(client.responsible), 'responsibleMemberId'],
    ['Nature and purpose', orEmpty(client.relationshipPurpose), 'relationshipPurpose'],
    ['Client since', day(client.relationshipStartedOn), 'relationshipStartedOn'],
    ['Pre-commencement client', yesNo(client.preCommencement === true), 'preCommencement'],
    ['External ID', orEmpty(client.externalId), 'externalId'],
    ['Tags', client.tags.join('\n'), 'tags'],
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
  const mineFormatted = formatFields({ ...mine, responsible });
  const savedFormatted = new Map(
    formatFields({ ...saved, responsible: saved.responsible?.name ?? null }).map(([label, text]) => [
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
