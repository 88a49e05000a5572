import type { z } from 'zod';
import type { ClientInput, clientInput } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { type ClientType, clientTypes, getClientKind, trustTypes } from '#rules/clients/client-types.ts';
import { getIdentifierFields } from '#rules/clients/fields-by-type.ts';
import { generateBusinessName, generatePersonName } from './names.ts';
import { generateAddress } from './places.ts';
import type { Random } from './random.ts';
import { abnEndingIn, generateAbn, generateAcn, generateNzbn } from './register-numbers.ts';

/** An invented client: details as a form sends them, and the state of its work. */
export interface GeneratedClient {
  details: ClientInput;
  standing: Pick<
    Client,
    'status' | 'cddStatus' | 'cddLevel' | 'riskLevel' | 'pepStatus' | 'sanctionsStatus' | 'nextReviewDueOn'
  >;
}

export interface GenerationPlan {
  /** Index in the series; determines the reference, and the types of the first clients. */
  number: number;
  /** Possible relationship owners. */
  memberIds: readonly string[];
}

export const occupations =
  `Accountant,Architect,Baker,Beekeeper,Builder,Bus driver,Chef,Company director,Dairy farmer,Dentist,Doctor,
Electrician,Engineer,Florist,Graphic designer,Hairdresser,Horticulturist,Jeweller,Lawyer,Librarian,Mechanic,Midwife,Musician,
Nurse,Orchardist,Painter,Pharmacist,Pilot,Plumber,Property investor,Ranger,Retired,Shopkeeper,Software developer,Student,
Surveyor,Teacher,Translator,Truck driver,Veterinarian`.split(/,\s*/);

const purposes = [
  'Conveyancing of a family home',
  'Purchase of a rental property',
  'Annual accounts and tax returns',
  'Formation of a company',
  'Administration of an estate',
  'Setting up and running a family trust',
  'Payroll and bookkeeping',
  'Sale of a business',
  'Advice on a commercial lease',
  'Registered office and nominee services',
];

const tags = [
  'property',
  'referral',
  'family',
  'rural',
  'export',
  'first meeting',
  'long-standing',
  'online',
];

/** Proportions of client types in percent; the rest are individuals. */
const shares: [ClientType, number][] = [
  ['soleTrader', 7],
  ['joint', 3],
  ['company', 20],
  ['overseasCompany', 1],
  ['partnership', 2],
  ['limitedPartnership', 1],
  ['trust', 8],
  ['smsf', 2],
  ['estate', 2],
  ['charity', 1],
  ['society', 1],
  ['government', 0.5],
  ['listedIssuer', 0.5],
  ['other', 1],
];

function generateType(random: Random, number: number): ClientType {
  // The first clients cover every type.
  const shown = clientTypes[number];
  if (shown !== undefined) return shown;
  let position = random.next() * 100;
  for (const [type, share] of shares) {
    position -= share;
    if (position < 0) return type;
  }
  return 'individual';
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function generateDate(random: Random, fromYear: number, toYear: number): string {
  return `${random.between(fromYear, toYear)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;
}

/** Index of the client with a mononym. */
const oneNamedNumber = 16;

function generateIndividual(random: Random, type: ClientType, country: string, number: number) {
  const { givenNames, middleNames, ...name } = generatePersonName(random);
  const hasOneName = number === oneNamedNumber;
  return {
    ...name,
    ...(hasOneName ? {} : { givenNames, ...(middleNames === undefined ? {} : { middleNames }) }),
    hasOneName,
    ...(random.chance(0.85) ? { dateOfBirth: generateDate(random, 1938, 2006) } : {}),
    citizenships: random.chance(0.8)
      ? [country]
      : [random.pick(['CHN', 'IND', 'GBR', 'WSM', 'TON', 'KOR', 'PHL', 'ZAF'])],
    residenceCountry: country,
    ...(random.chance(0.7) ? { occupation: random.pick(occupations) } : {}),
    ...generateTrade(random, type, country),
  };
}

/** A sole trader's trading names and numbers; empty for other individuals. */
function generateTrade(random: Random, type: ClientType, country: string) {
  if (type !== 'soleTrader') return { tradingNames: [] };
  const home = country === 'AUS' ? 'abn' : 'nzbn';
  return {
    tradingNames: random.chance(0.6) ? [generateBusinessName(random)] : [],
    ...(random.chance(0.85) ? { [home]: home === 'abn' ? generateAbn(random) : generateNzbn(random) } : {}),
  };
}

export function generateLegalName(random: Random, type: ClientType, country: string): string {
  const person = () => generatePersonName(random);
  const business = () => generateBusinessName(random);
  switch (type) {
    case 'joint': {
      const [one, other] = [person(), person()];
      return `${one.givenNames} ${one.familyName} and ${other.givenNames} ${other.familyName}`;
    }
    case 'trust':
      return random.chance(0.6) ? `The ${person().familyName} Family Trust` : `${business()} Trust`;
    case 'smsf':
      return `${person().familyName} Superannuation Fund`;
    case 'estate': {
      const { givenNames, familyName } = person();
      return `Estate of ${givenNames} ${familyName}`;
    }
    case 'partnership':
      return `${person().familyName} & ${person().familyName}`;
    case 'limitedPartnership':
      return `${business()} LP`;
    case 'charity':
      return `${business()} Foundation`;
    case 'society':
      return `${business()} Society Incorporated`;
    case 'government':
      return `${business()} Authority`;
    case 'overseasCompany':
      return `${business()} ${random.pick(['Pte Ltd', 'GmbH', 'Inc', 'Limited'])}`;
    default:
      return `${business()} ${country === 'AUS' ? 'Pty Ltd' : 'Limited'}`;
  }
}

/** Register numbers of a business: some of them, or `all`. */
export function generateIdentifiers(
  random: Random,
  type: ClientType,
  country: string,
  { all = false } = {},
): Record<string, string> {
  const fields = getIdentifierFields(type, country).filter(() => random.chance(0.85) || all);
  const numbers: Record<string, string> = {};
  if (fields.includes('acn')) numbers.acn = generateAcn(random);
  if (fields.includes('abn'))
    numbers.abn = numbers.acn === undefined ? generateAbn(random) : abnEndingIn(numbers.acn);
  if (fields.includes('arbn')) numbers.arbn = generateAcn(random);
  if (fields.includes('nzbn')) numbers.nzbn = generateNzbn(random);
  if (fields.includes('nzCompanyNumber'))
    numbers.nzCompanyNumber = String(random.between(100_000, 9_999_999));
  return numbers;
}

function generateBusiness(random: Random, type: ClientType, country: string) {
  const isTrust = type === 'trust';
  const isCompany = type === 'company' || type === 'overseasCompany';
  const trustType = isTrust ? random.pickEarlier(trustTypes) : undefined;
  return {
    legalName: generateLegalName(random, type, country),
    tradingNames: random.chance(0.15) ? [generateBusinessName(random)] : [],
    registrationCountry: country,
    ...generateIdentifiers(random, type, country),
    ...(isCompany || type === 'listedIssuer' ? { incorporatedOn: generateDate(random, 1975, 2025) } : {}),
    ...(trustType ? { trustType } : {}),
    ...(trustType === 'discretionary'
      ? { beneficiaryClassDescription: 'The settlor’s children and grandchildren' }
      : {}),
    hasNomineeShareholders: isCompany && random.chance(0.03),
    hasBearerShares: isCompany && random.chance(0.005),
  };
}

/** Of ten clients, six are in onboarding, two are drafts, one was declined, one was archived without a relationship. */
const stages = [
  { status: 'onboarding', cddStatus: 'inProgress' },
  { status: 'onboarding', cddStatus: 'inProgress' },
  { status: 'onboarding', cddStatus: 'inProgress' },
  { status: 'onboarding', cddStatus: 'inProgress' },
  { status: 'onboarding', cddStatus: 'notStarted' },
  { status: 'onboarding', cddStatus: 'notStarted' },
  { status: 'draft', cddStatus: 'notStarted' },
  { status: 'draft', cddStatus: 'notStarted' },
  { status: 'declined', cddStatus: 'unableToComplete' },
  { status: 'archived', cddStatus: 'notStarted' },
] as const;

/**
 * Status of a fictitious client, at most onboarding, because nothing has been verified, screened or assessed. Active
 * clients are created by commands (demo-relationships.ts).
 */
function generateStatus(random: Random): GeneratedClient['standing'] {
  return {
    ...random.pick(stages),
    cddLevel: null,
    riskLevel: null,
    pepStatus: 'notChecked',
    sanctionsStatus: 'notChecked',
    nextReviewDueOn: null,
  };
}

export function generatePhone(random: Random, country: string): string {
  const seven = String(random.between(1_000_000, 9_999_999));
  return country === 'AUS' ? `+614${random.between(0, 9)}${seven}` : `+6421${seven}`;
}

/**
 * Invents a client: combined from lists, with valid check digits and addresses in real suburbs. The first fifteen of a
 * series cover every type.
 */
export function generateClient(random: Random, { number, memberIds }: GenerationPlan): GeneratedClient {
  const clientType = number === oneNamedNumber ? 'individual' : generateType(random, number);
  const isAustralian = clientType === 'smsf' || random.chance(0.4);
  const home = isAustralian ? 'AUS' : 'NZL';
  const isAbroad = clientType === 'overseasCompany' || random.chance(0.03);
  const country = clientType === 'overseasCompany' ? random.pick(['SGP', 'GBR', 'USA', 'CHN', 'WSM']) : home;
  const reference = `D-${String(number + 1).padStart(6, '0')}`;
  const form: z.input<typeof clientInput> = {
    clientType,
    ...(random.chance(0.9) ? { externalId: reference } : {}),
    ...(random.chance(0.88) ? { responsibleMemberId: random.pick(memberIds) } : {}),
    ...(random.chance(0.8) ? { email: `client${number + 1}@example.test` } : {}),
    ...(random.chance(0.7) ? { phone: generatePhone(random, home) } : {}),
    addresses: random.chance(0.92) ? [generateAddress(random, isAbroad ? 'other' : home)] : [],
    tags: random.chance(0.3) ? [random.pick(tags)] : [],
    ...(getClientKind(clientType) === 'individual'
      ? { individual: generateIndividual(random, clientType, home, number) }
      : { business: generateBusiness(random, clientType, country) }),
    ...(random.chance(0.6) ? { relationshipPurpose: random.pick(purposes) } : {}),
    preCommencement: false,
  };
  // The contract defines valid clients; parsing each of a million would take longer than storing it.
  const details = { confirmations: [], ...form } as unknown as ClientInput;
  return { details, standing: generateStatus(random) };
}
