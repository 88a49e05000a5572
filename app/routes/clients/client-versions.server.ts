import type { Address } from '#contract/addresses.ts';
import type { Client, ClientInput } from '#contract/clients.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { clientTypeLabels, trustTypeLabels } from '#rules/client-types.ts';
import { countryName } from '#rules/countries.ts';
import {
  type ClientIdentifierType,
  clientIdentifierLabels,
  clientIdentifierTypes,
  formatClientIdentifier,
} from '#rules/identifiers.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';

/** What a client's form and a kept client have in common. */
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

const shown = (text: Text) => text ?? '';
const day = (date: Text) => (date ? formatDate(date) : '');
const country = (code: Text) => (code ? countryName(code) : '');
const yesNo = (value: boolean | undefined) => (value ? 'Yes' : 'No');

/** An address in lines, as on an envelope; the country last. */
export function addressLines(address: Address): string[] {
  const { addressLine1, addressLine2, suburb, city, state, postcode, countryCode } = address;
  const place = [city, state, postcode].filter(Boolean).join(' ');
  return [addressLine1, addressLine2, suburb, place, countryName(countryCode)].filter(
    (line) => line,
  ) as string[];
}

/** A phone number as people write it; one that does not check comes back as it is. */
export function phoneText(phone: string): string {
  const check = checkPhoneNumber(phone);
  return check.ok ? check.display : phone;
}

/** Every field of a client in words, in the form's order. */
function inWords(client: ComparedClient): [label: string, text: string][] {
  const { individual, business } = client;
  const numberOf = (type: ClientIdentifierType) => {
    const value: Text = business?.[type] ?? (type === 'abn' || type === 'nzbn' ? individual?.[type] : null);
    return value ? formatClientIdentifier(type, value) : '';
  };
  const person: [string, string][] = individual
    ? [
        ['Given names', shown(individual.givenNames)],
        ['Middle names', shown(individual.middleNames)],
        ['Family name', shown(individual.familyName)],
        ['Other names', (individual.otherNames ?? []).join('\n')],
        ['Date of birth', day(individual.dateOfBirth)],
        ['Citizenship', (individual.citizenships ?? []).map(country).join('\n')],
        ['Country of residence', country(individual.residenceCountry)],
        ['Occupation', shown(individual.occupation)],
        ['Trading names', (individual.tradingNames ?? []).join('\n')],
        [clientIdentifierLabels.nzbn, numberOf('nzbn')],
        [clientIdentifierLabels.abn, numberOf('abn')],
      ]
    : [];
  const company: [string, string][] = business
    ? [
        ['Legal name', shown(business.legalName)],
        ['Trading names', (business.tradingNames ?? []).join('\n')],
        ['Country of registration', country(business.registrationCountry)],
        ...clientIdentifierTypes.map((type): [string, string] => [
          clientIdentifierLabels[type],
          numberOf(type),
        ]),
        ['Kind of trust', business.trustType ? trustTypeLabels[business.trustType] : ''],
        ['Who the beneficiaries are', shown(business.beneficiaryClassDescription)],
        ['Date of formation', day(business.incorporatedOn)],
        ['Nominee shareholders', yesNo(business.hasNomineeShareholders)],
        ['Shares in bearer form', yesNo(business.hasBearerShares)],
      ]
    : [];
  return [
    ['Type of client', clientTypeLabels[client.clientType]],
    ...person,
    ...company,
    ['Email', shown(client.email)],
    ['Phone', client.phone ? phoneText(client.phone) : ''],
    ['Addresses', client.addresses.map((address) => addressLines(address).join(', ')).join('\n')],
    ['Responsible', shown(client.responsible)],
    ['Nature and purpose', shown(client.relationshipPurpose)],
    ['Client since', day(client.relationshipStartedOn)],
    ['Client since before the law applied', yesNo(client.preCommencement)],
    ['Your reference', shown(client.externalId)],
    ['Tags', client.tags.join('\n')],
  ];
}

/**
 * Two versions of a client, field by field, without the fields that both leave empty.
 * @param nameOf the name of a member
 */
export function versionRows(
  mine: ClientInput,
  kept: Client,
  nameOf: (memberId: string) => string,
): VersionRow[] {
  const responsible = mine.responsibleMemberId ? nameOf(mine.responsibleMemberId) : null;
  const mineInWords = inWords({ ...mine, responsible });
  const keptInWords = new Map(inWords({ ...kept, responsible: kept.responsible?.name ?? null }));
  return mineInWords
    .map(([label, text]) => ({ label, mine: text, kept: keptInWords.get(label) ?? '' }))
    .filter((row) => row.mine !== '' || row.kept !== '');
}
