import type { z } from 'zod';
import type { clientInput } from '#contract/clients/client-input.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { generateIdentifiers, generateLegalName, generatePhone, occupations } from '../generators/client.ts';
import { generateBusinessName, generatePersonName } from '../generators/names.ts';
import { generateAddress } from '../generators/places.ts';
import type { Random } from '../generators/random.ts';
import type { Relationship, RelationshipRisk } from './roster.ts';

type Form = z.input<typeof clientInput>;

const twoDigits = (value: number) => String(value).padStart(2, '0');

const generateDate = (random: Random, fromYear: number, toYear: number) =>
  `${random.between(fromYear, toYear)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;

/** Addresses in countries on the FATF list in every state of the starter lists. */
const abroad = [
  { countryCode: 'VNM', city: 'Hà Nội', addressLine1: '14 Phố Hàng Bạc', postcode: '100000' },
  { countryCode: 'NPL', city: 'Kathmandu', addressLine1: '8 Durbar Marg', postcode: '44600' },
  { countryCode: 'KEN', city: 'Nairobi', addressLine1: '21 Ngong Road', postcode: '00505' },
];

/** Occupations of politically exposed persons. */
const offices: Partial<Record<RelationshipRisk, { occupation: string; alsoCitizenOf?: string }>> = {
  domesticPep: { occupation: 'Former member of Parliament' },
  foreignPep: { occupation: 'Minister of a government', alsoCitizenOf: 'WSM' },
};

/** A new individual as its form sends it, with every field that CDD requires. */
export function generatePerson(
  random: Random,
  { country, type, risk }: Pick<Relationship, 'country' | 'type' | 'risk'>,
): Form {
  const { givenNames, middleNames, familyName, otherNames } = generatePersonName(random);
  const isTrader = type === 'soleTrader';
  const livesAbroad = risk === 'livesAbroad';
  const home = random.pick(abroad);
  const { occupation = random.pick(occupations), alsoCitizenOf } = offices[risk] ?? {};
  return {
    clientType: isTrader ? 'soleTrader' : 'individual',
    email: `person${random.between(1000, 999_999)}@example.test`,
    ...(livesAbroad ? {} : { phone: generatePhone(random, country) }),
    addresses: livesAbroad
      ? [{ ...home, state: '', provider: 'manual', ...(isTrader ? { kind: 'principalPlace' as const } : {}) }]
      : [{ ...generateAddress(random, country), ...(isTrader ? { kind: 'principalPlace' as const } : {}) }],
    individual: {
      givenNames,
      ...(middleNames === undefined ? {} : { middleNames }),
      familyName,
      otherNames,
      dateOfBirth: generateDate(random, 1946, 2001),
      citizenships: [country, ...(alsoCitizenOf === undefined ? [] : [alsoCitizenOf])],
      residenceCountry: livesAbroad ? home.countryCode : country,
      occupation,
      ...(isTrader ? { tradingNames: [generateBusinessName(random)] } : {}),
      ...(isTrader ? generateIdentifiers(random, type, country, { all: true }) : {}),
    },
  };
}

/** A new business as its form sends it, with every field that CDD requires. */
export function generateBusiness(
  random: Random,
  { type, country }: { type: ClientType; country: 'NZL' | 'AUS' },
): Form {
  // Companies office number only: the sandbox registers do not know these businesses when monitoring queries them.
  const isRegistered = type === 'company' || type === 'listedIssuer';
  return {
    clientType: type as Exclude<ClientType, 'individual' | 'soleTrader'>,
    email: `office${random.between(1000, 999_999)}@example.test`,
    phone: generatePhone(random, country),
    addresses: [
      {
        ...generateAddress(random, country),
        kind: isRegistered ? ('registeredOfficeAndPrincipalPlace' as const) : ('principalPlace' as const),
      },
    ],
    business: {
      legalName: generateLegalName(random, type, country),
      registrationCountry: country,
      ...(isRegistered
        ? {
            nzCompanyNumber: String(random.between(1_000_000, 9_999_999)),
            incorporatedOn: generateDate(random, 1988, 2022),
          }
        : {}),
      ...(type === 'trust'
        ? {
            trustType: 'discretionary',
            beneficiaryClassDescription: 'The settlor’s children and grandchildren',
          }
        : {}),
      hasNomineeShareholders: false,
      hasBearerShares: false,
    },
  };
}
