import type { z } from 'zod';
import type { Client, ClientInput, clientInput } from '#contract/clients.ts';
import { identifierFieldsOf } from '#rules/client-fields.ts';
import { type ClientType, clientKindOf, clientTypes, trustTypes } from '#rules/client-types.ts';
import { inventBusinessName, inventPersonName } from './names.ts';
import { inventAddress } from './places.ts';
import type { Random } from './random.ts';
import { abnEndingIn, inventAbn, inventAcn, inventNzbn } from './register-numbers.ts';

/** An invented client: its details as a form would send them, and where its work stands. */
export interface InventedClient {
  details: ClientInput;
  standing: Pick<
    Client,
    'status' | 'cddStatus' | 'cddLevel' | 'riskLevel' | 'pepStatus' | 'sanctionsStatus' | 'nextReviewDueOn'
  >;
}

export interface InventingPlan {
  /** Place in the series; makes the reference and the first clients' types. */
  number: number;
  /** People who may be responsible. */
  memberIds: readonly string[];
  /** The day that dates are relative to. */
  today: string;
}

const occupations =
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

/** Shares of a firm's books, in per cent; the rest are individuals. */
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

function inventType(random: Random, number: number): ClientType {
  // The first ones show every type there is.
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

function inventDate(random: Random, fromYear: number, toYear: number): string {
  return `${random.between(fromYear, toYear)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;
}

/** The number in the series of the person who is shown with one name only. */
const oneNamedNumber = 16;

function inventIndividual(random: Random, type: ClientType, country: string, number: number) {
  const { givenNames, middleNames, ...name } = inventPersonName(random);
  const hasOneName = number === oneNamedNumber;
  return {
    ...name,
    ...(hasOneName ? {} : { givenNames, ...(middleNames === undefined ? {} : { middleNames }) }),
    hasOneName,
    ...(random.chance(0.85) ? { dateOfBirth: inventDate(random, 1938, 2006) } : {}),
    citizenships: random.chance(0.8)
      ? [country]
      : [random.pick(['CHN', 'IND', 'GBR', 'WSM', 'TON', 'KOR', 'PHL', 'ZAF'])],
    residenceCountry: country,
    ...(random.chance(0.7) ? { occupation: random.pick(occupations) } : {}),
    ...inventTrade(random, type, country),
  };
}

/** What a sole trader trades as; nothing of other people. */
function inventTrade(random: Random, type: ClientType, country: string) {
  if (type !== 'soleTrader') return { tradingNames: [] };
  const home = country === 'AUS' ? 'abn' : 'nzbn';
  return {
    tradingNames: random.chance(0.6) ? [inventBusinessName(random)] : [],
    ...(random.chance(0.85) ? { [home]: home === 'abn' ? inventAbn(random) : inventNzbn(random) } : {}),
  };
}

function inventLegalName(random: Random, type: ClientType, country: string): string {
  const person = () => inventPersonName(random);
  const business = () => inventBusinessName(random);
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

function inventIdentifiers(random: Random, type: ClientType, country: string): Record<string, string> {
  const fields = identifierFieldsOf(type, country).filter(() => random.chance(0.85));
  const numbers: Record<string, string> = {};
  if (fields.includes('acn')) numbers.acn = inventAcn(random);
  if (fields.includes('abn'))
    numbers.abn = numbers.acn === undefined ? inventAbn(random) : abnEndingIn(numbers.acn);
  if (fields.includes('arbn')) numbers.arbn = inventAcn(random);
  if (fields.includes('nzbn')) numbers.nzbn = inventNzbn(random);
  if (fields.includes('nzCompanyNumber'))
    numbers.nzCompanyNumber = String(random.between(100_000, 9_999_999));
  return numbers;
}

function inventBusiness(random: Random, type: ClientType, country: string) {
  const isTrust = type === 'trust';
  const isCompany = type === 'company' || type === 'overseasCompany';
  const trustType = isTrust ? random.pickEarlier(trustTypes) : undefined;
  return {
    legalName: inventLegalName(random, type, country),
    tradingNames: random.chance(0.15) ? [inventBusinessName(random)] : [],
    registrationCountry: country,
    ...inventIdentifiers(random, type, country),
    ...(isCompany || type === 'listedIssuer' ? { incorporatedOn: inventDate(random, 1975, 2025) } : {}),
    ...(trustType ? { trustType } : {}),
    ...(trustType === 'discretionary'
      ? { beneficiaryClassDescription: 'The settlor’s children and grandchildren' }
      : {}),
    hasNomineeShareholders: isCompany && random.chance(0.03),
    hasBearerShares: isCompany && random.chance(0.005),
  };
}

/** How far a client's work has come, its parts fitting together as section 3 of the domain has them. */
function inventStanding(random: Random, type: ClientType, today: string): InventedClient['standing'] {
  const untouched = {
    cddStatus: 'notStarted',
    cddLevel: null,
    riskLevel: null,
    pepStatus: 'notChecked',
    sanctionsStatus: 'notChecked',
    nextReviewDueOn: null,
  } as const;
  const status = random.pick([
    ...([
      'active',
      'active',
      'active',
      'active',
      'active',
      'active',
      'active',
      'active',
      'active',
      'active',
    ] as const),
    ...([
      'draft',
      'draft',
      'onboarding',
      'onboarding',
      'onboarding',
      'dormant',
      'exited',
      'archived',
      'declined',
    ] as const),
  ]);
  if (status === 'draft') return { status, ...untouched };
  if (status === 'onboarding' || status === 'declined') {
    return {
      status,
      ...untouched,
      cddStatus: random.pick(['inProgress', 'readyForReview', 'returned', 'inProgress'] as const),
    };
  }
  const riskLevel = random.pick(['low', 'low', 'low', 'medium', 'medium', 'high'] as const);
  const isSimple = type === 'government' || type === 'listedIssuer';
  const dueYear = Number(today.slice(0, 4)) + random.between(0, riskLevel === 'low' ? 3 : 1);
  const due = random.chance(0.06) ? -1 : 0;
  return {
    status,
    cddStatus: status === 'active' && random.chance(0.05) ? 'refreshDue' : 'verified',
    cddLevel: isSimple ? 'simplified' : riskLevel === 'high' || type === 'trust' ? 'enhanced' : 'standard',
    riskLevel,
    pepStatus: random.chance(0.97)
      ? 'none'
      : random.pick(['foreign', 'domestic', 'relativeOrAssociate'] as const),
    sanctionsStatus: random.chance(0.995) ? 'clear' : 'potential',
    nextReviewDueOn:
      status === 'active'
        ? `${dueYear + due}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`
        : null,
  };
}

function inventPhone(random: Random, country: string): string {
  const seven = String(random.between(1_000_000, 9_999_999));
  return country === 'AUS' ? `+614${random.between(0, 9)}${seven}` : `+6421${seven}`;
}

/**
 * Invents a client: plainly made up by combination, with register numbers whose check digits are right and addresses in real
 * suburbs. The first fifteen of a series are one of each type.
 */
export function inventClient(random: Random, { number, memberIds, today }: InventingPlan): InventedClient {
  const clientType = number === oneNamedNumber ? 'individual' : inventType(random, number);
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
    ...(random.chance(0.7) ? { phone: inventPhone(random, home) } : {}),
    addresses: random.chance(0.92) ? [inventAddress(random, isAbroad ? 'other' : home)] : [],
    tags: random.chance(0.3) ? [random.pick(tags)] : [],
    ...(clientKindOf(clientType) === 'individual'
      ? { individual: inventIndividual(random, clientType, home, number) }
      : { business: inventBusiness(random, clientType, country) }),
    ...(random.chance(0.6) ? { relationshipPurpose: random.pick(purposes) } : {}),
    ...(random.chance(0.7) ? { relationshipStartedOn: inventDate(random, 2005, 2025) } : {}),
    preCommencement: random.chance(0.1),
  };
  // The contract says what a client may be; parsing every one of a million would take longer than storing it.
  const details = { confirmations: [], ...form } as unknown as ClientInput;
  return { details, standing: inventStanding(random, clientType, today) };
}
