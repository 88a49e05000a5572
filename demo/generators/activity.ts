import type { z } from 'zod';
import type { activityInput } from '#contract/activities.ts';
import type { ActivityType } from '#rules/activity-types.ts';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { CapturedActivity, DesignatedService } from '#rules/firm/captured-services.ts';
import type { Random } from './random.ts';

type Form = z.input<typeof activityInput>;

const streets = [
  'Rata Street',
  'Kōwhai Crescent',
  'Wattle Lane',
  'Banksia Avenue',
  'Pūriri Road',
  'Harbour View',
];

/** Kinds of work of an advisory firm: name, designated service, nature and purpose. */
const kinds: {
  type: ActivityType;
  name: (street: string) => string;
  service: string;
  /** The service's code in New Zealand, and in Australia if the firm provides it there. */
  nz: CapturedActivity;
  au?: DesignatedService;
  nature: string;
  purpose: string;
}[] = [
  {
    type: 'propertyPurchase',
    name: (street) => `Purchase of ${street}`,
    service: 'Conveyancing',
    nz: 'nz.a6',
    au: 'au.t6.1',
    nature: 'Buying a house, with a loan from a bank',
    purpose: 'A home for the customer’s family',
  },
  {
    type: 'propertySale',
    name: (street) => `Sale of ${street}`,
    service: 'Conveyancing',
    nz: 'nz.a6',
    au: 'au.t6.1',
    nature: 'Selling a rental property, the loan on it repaid at settlement',
    purpose: 'The customer is leaving the rental market',
  },
  {
    type: 'matter',
    name: () => 'Formation of a family trust',
    service: 'Formation of a trust',
    nz: 'nz.a1',
    nature: 'Deed, trustees and the transfer of the family home',
    purpose: 'Planning for the next generation',
  },
  {
    type: 'matter',
    name: () => 'Incorporation of a trading company',
    service: 'Formation of a company',
    nz: 'nz.a1',
    nature: 'One company with two shareholders, registered office at the firm',
    purpose: 'The customer starts to import kitchenware',
  },
  {
    type: 'engagement',
    name: () => 'Annual accounts and tax returns',
    service: 'Accounting and tax',
    nz: 'nz.a4',
    au: 'au.t6.3',
    nature: 'Accounts, returns, and payments through the firm’s trust account',
    purpose: 'Yearly duties of the customer’s business',
  },
  {
    type: 'transaction',
    name: () => 'Payment of a supplier abroad through the trust account',
    service: 'Managing client funds',
    nz: 'nz.a4',
    au: 'au.t6.3',
    nature: 'One payment against an invoice that we hold',
    purpose: 'Stock for the customer’s shop',
  },
  {
    type: 'transaction',
    name: () => 'Sale of the shares in a business',
    service: 'Buying and selling a business',
    nz: 'nz.a6',
    au: 'au.t6.2',
    nature: 'All shares pass to a competitor, a part of the price after a year',
    purpose: 'The customer retires',
  },
  {
    type: 'other',
    name: () => 'Registered office and nominee director',
    service: 'Acting as a nominee director',
    nz: 'nz.a2',
    au: 'au.t6.7',
    nature: 'Address and a resident director for a company owned abroad',
    purpose: 'The customer enters the market here',
  },
];

/** Members and clients for invented activities. */
export interface ActivityParticipants {
  memberIds: readonly string[];
  /** Clients with verified CDD. */
  verified: readonly string[];
  /** Any clients. */
  anybody: readonly string[];
  today: CalendarDate;
  /** Day on which the activity is recorded; today if absent. */
  recordedOn?: CalendarDate;
  /** Fills in everything that a review requires. */
  isThorough?: boolean;
}

function generateParties(random: Random, { verified, anybody }: ActivityParticipants): Form['parties'] {
  const customer = random.chance(0.8) ? random.pick(verified) : random.pick(anybody);
  const others = [random.pick(anybody), random.pick(anybody)].filter(
    (id, index, ids) => id !== customer && ids.indexOf(id) === index,
  );
  const count = random.pick([0, 0, 1, 1, 2]);
  return [
    { clientId: customer, capacity: 'customer' },
    ...others.slice(0, count).map((clientId, index) => ({
      clientId,
      capacity: index === 0 ? ('otherParty' as const) : ('onBehalfOf' as const),
    })),
  ];
}

/**
 * Dates of a property's exchange and settlement, and occasionally a delay of CDD on a buyer in Australia, with both its conditions. An exchange to come
 * is not recorded with a delay.
 */
function generateDates(
  random: Random,
  { type, isAustralian }: { type: ActivityType; isAustralian: boolean },
  { today, recordedOn = today }: Pick<ActivityParticipants, 'today' | 'recordedOn'>,
): Partial<Form> {
  if (type !== 'propertyPurchase' && type !== 'propertySale') return {};
  const exchangeOn = addDays(today, random.between(-20, 10));
  const settlementOn = addDays(exchangeOn, random.between(21, 60));
  const isDelayed = random.chance(0.7) && isAustralian && type === 'propertyPurchase';
  if (!isDelayed) return { exchangeOn, settlementOn };
  return {
    ...(exchangeOn <= recordedOn ? { exchangeOn } : {}),
    settlementOn,
    delayedCddBasis: 'property',
    delayedCddGround: 'The buyer is abroad until shortly before settlement and sends certified copies.',
    delayedCddRiskLimits:
      'A resident couple buys a home; the deposit is held in the trust account meanwhile.',
  };
}

/** Code of the service in the country whose law captures the work; the firm forms entities in New Zealand only. */
function getCodes({ nz, au }: (typeof kinds)[number], isAustralian: boolean): Partial<Form> {
  return isAustralian && au !== undefined ? { designatedServiceAu: au } : { capturedActivityNz: nz };
}

/** Invents an activity of a firm regulated in both countries, as a member's form. */
export function generateActivity(random: Random, cast: ActivityParticipants): Form {
  const kind = random.pick(kinds);
  const street = `${random.between(1, 180)} ${random.pick(streets)}`;
  const isAustralian = random.chance(0.4);
  const isProperty = kind.type === 'propertyPurchase' || kind.type === 'propertySale';
  const isThin = random.chance(0.08) && cast.isThorough !== true;
  return {
    name: kind.name(street),
    activityType: kind.type,
    ...(isThin
      ? {}
      : {
          ...getCodes(kind, isAustralian),
          capturedService: kind.service,
          nature: kind.nature,
          purpose: kind.purpose,
        }),
    parties: generateParties(random, cast),
    // Amounts over a million require a document on the source of funds.
    ...(random.chance(0.85)
      ? { maxTransactionValue: random.between(5, cast.isThorough ? 400 : 900) * 250_000 }
      : {}),
    currency: isAustralian ? 'AUD' : 'NZD',
    cashExpected: random.chance(0.08),
    fundsCountries: random.chance(0.8)
      ? [isAustralian ? 'AUS' : 'NZL']
      : [random.pick(['SGP', 'GBR', 'CHN', 'WSM'])],
    ...(random.chance(0.6)
      ? {
          sourceOfFunds: random.pick([
            'Savings and a bank loan',
            'Sale of a former home',
            'Profit of the business',
          ]),
        }
      : {}),
    ...(isProperty
      ? {
          address: {
            addressLine1: street,
            suburb: isAustralian ? 'Newtown' : 'Ponsonby',
            state: isAustralian ? 'NSW' : 'Auckland',
            postcode: isAustralian ? '2042' : '1011',
            countryCode: isAustralian ? 'AUS' : 'NZL',
          },
        }
      : {}),
    ...generateDates(random, { type: kind.type, isAustralian: isAustralian && !isThin }, cast),
    ...(random.chance(0.85) ? { assigneeMemberId: random.pick(cast.memberIds) } : {}),
    ...(random.chance(0.4) ? { reviewerMemberId: random.pick(cast.memberIds) } : {}),
  };
}
