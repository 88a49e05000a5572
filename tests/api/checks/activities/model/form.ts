import { addDays } from '#rules/dates/calendar-dates.ts';
import type { DelayBasis } from '#rules/firm/cdd-delay.ts';
import type { ActivityForm } from '../support.ts';
import { type Side, sides, type World } from './world.ts';

/** A delay as somebody records it. `limits`: whether the second condition is filled in; `ownDay`: of the company, in days from today. */
interface DelayChoice {
  basis: DelayBasis;
  limits: boolean;
  ownDay: number | '2099-12-31' | null;
}

/** What somebody fills in a form of an activity; days are counted from today. */
export interface FormChoice {
  /** `outside`: of every law of the company; `outside Australia`: of its law alone. */
  service:
    | 'au.t5.1'
    | 'au.t6.1'
    | 'nz.a6'
    | 'nz.a6 and au.t6.1'
    | 'nz.a6, outside Australia'
    | 'none'
    | 'outside';
  type: 'matter' | 'propertySale' | 'propertyPurchase';
  first: 'customer' | 'otherParty' | 'left';
  second: 'otherParty' | 'customer' | 'onBehalfOf' | 'left';
  third: 'otherParty' | 'customer' | 'left';
  value: number;
  cash: boolean;
  countries: 'none' | 'listed';
  nature: 'home' | 'other';
  purpose: 'home' | 'other';
  funds: 'none' | 'savings';
  place: 'none' | 'site';
  name: string;
  exchange: number | null;
  settlement: number | '2090-06-30' | null;
  started: number | null;
  delay: DelayChoice | null;
}

const common = {
  first: 'customer',
  third: 'left',
  value: 1_000_00,
  cash: false,
  countries: 'none',
  nature: 'home',
  purpose: 'home',
  funds: 'none',
  place: 'none',
  name: 'Sale of 12 Rata Street',
  delay: null,
} as const;

/** What the form of a world holds unless something else is chosen. */
export const usualForms: Record<World['name'], FormChoice> = {
  australia: {
    ...common,
    service: 'au.t5.1',
    type: 'propertySale',
    second: 'otherParty',
    exchange: -20,
    settlement: 40,
    started: null,
  },
  newZealand: {
    ...common,
    service: 'nz.a6',
    type: 'matter',
    second: 'left',
    exchange: null,
    settlement: null,
    started: -10,
  },
  both: {
    ...common,
    service: 'nz.a6 and au.t6.1',
    type: 'propertySale',
    second: 'otherParty',
    exchange: -20,
    settlement: 40,
    started: -10,
  },
};

const reason = { noServiceReason: 'Advice alone, without any act in the sale' };

const services: Record<Exclude<FormChoice['service'], 'outside'>, Partial<ActivityForm>> = {
  'au.t5.1': { designatedServiceAu: 'au.t5.1' },
  'au.t6.1': { designatedServiceAu: 'au.t6.1' },
  'nz.a6': { capturedActivityNz: 'nz.a6' },
  'nz.a6 and au.t6.1': { capturedActivityNz: 'nz.a6', designatedServiceAu: 'au.t6.1' },
  'nz.a6, outside Australia': {
    capturedActivityNz: 'nz.a6',
    outsideScopeAu: 'au.noAustralianLink',
    ...reason,
  },
  none: {},
};

function serviceOf({ laws }: World, service: FormChoice['service']): Partial<ActivityForm> {
  if (service !== 'outside') return services[service];
  return {
    ...(laws.includes('NZL') ? { outsideScopeNz: 'nz.notListed' } : {}),
    ...(laws.includes('AUS') ? { outsideScopeAu: 'au.notListed' } : {}),
    ...reason,
  };
}

/** What a form says of work outside the scope of a law, as text; null if nothing. */
export function scopeOf({ outsideScopeNz, outsideScopeAu, noServiceReason }: ActivityForm): string | null {
  const said = [outsideScopeNz, outsideScopeAu, noServiceReason];
  return said.every((one) => one === undefined) ? null : JSON.stringify(said);
}

function delayOf({ today }: World, delay: DelayChoice): Partial<ActivityForm> {
  const { basis, limits, ownDay } = delay;
  return {
    delayedCddBasis: basis,
    delayedCddGround: 'Essential not to interrupt business: the sale was agreed at an auction',
    ...(limits ? { delayedCddRiskLimits: 'Nothing is paid out until CDD is complete' } : {}),
    ...(ownDay === null
      ? {}
      : { delayedCddDueOn: typeof ownDay === 'number' ? addDays(today(), ownDay) : ownDay }),
  };
}

/** The form as it is sent. */
export function formOf(world: World, clientIds: Record<Side, string>, choice: FormChoice): ActivityForm {
  const day = (field: 'exchangeOn' | 'settlementOn' | 'serviceStartedOn', on: number | string | null) =>
    on === null ? {} : { [field]: typeof on === 'number' ? addDays(world.today(), on) : on };
  return {
    name: choice.name,
    activityType: choice.type,
    capturedService: 'Conveyancing',
    ...serviceOf(world, choice.service),
    nature: choice.nature === 'home' ? 'Selling a house' : 'Selling a hotel',
    purpose: choice.purpose === 'home' ? 'The customer moves' : 'The customer invests abroad',
    parties: sides.flatMap((side) => {
      const capacity = choice[side];
      return capacity === 'left' ? [] : [{ clientId: clientIds[side], capacity }];
    }),
    maxTransactionValue: choice.value,
    cashExpected: choice.cash,
    fundsCountries: choice.countries === 'none' ? [] : ['IRN', 'PRK'],
    ...(choice.funds === 'none' ? {} : { sourceOfFunds: 'Savings of twenty years' }),
    ...(choice.place === 'none'
      ? {}
      : {
          address: {
            addressLine1: '12 Rata Street',
            state: 'Wellington',
            postcode: '6011',
            countryCode: 'NZL',
          },
        }),
    ...day('exchangeOn', choice.exchange),
    ...day('settlementOn', choice.settlement),
    ...day('serviceStartedOn', choice.started),
    ...(choice.delay === null ? {} : delayOf(world, choice.delay)),
  };
}

/** The facts of a form on which an assessment, an outcome and a senior manager's approval rely, as text. */
export function factsOf(form: ActivityForm): string {
  const { parties = [], ...rest } = form;
  return JSON.stringify([
    parties.map(({ clientId, capacity }) => `${clientId} ${capacity}`).toSorted(),
    rest.maxTransactionValue,
    rest.currency,
    rest.cashExpected,
    (rest.fundsCountries ?? []).toSorted(),
    rest.capturedActivityNz,
    rest.designatedServiceAu,
    scopeOf(form),
    rest.activityType,
    rest.nature,
    rest.purpose,
    rest.sourceOfFunds,
    rest.address,
  ]);
}

/** What a delay rests on, as text: an approval covers this delay of this work and no other. Null without a delay. */
export function delayText(form: ActivityForm): string | null {
  if (form.delayedCddGround === undefined) return null;
  const { delayedCddBasis, delayedCddGround, delayedCddRiskLimits, delayedCddDueOn } = form;
  const { activityType, designatedServiceAu, capturedActivityNz } = form;
  return JSON.stringify([
    [delayedCddBasis, delayedCddGround, delayedCddRiskLimits, delayedCddDueOn],
    [activityType, designatedServiceAu, capturedActivityNz],
  ]);
}

/** The clients whose verification a delay lets follow: the other parties of a brokered sale, or the own side. */
export function delayedClients({
  parties = [],
  delayedCddBasis,
  designatedServiceAu,
}: ActivityForm): string[] {
  const isOfOthers = delayedCddBasis === 'property' && designatedServiceAu === 'au.t5.1';
  return parties
    .filter(({ capacity }) => (capacity === 'otherParty') === isOfOthers)
    .map(({ clientId }) => clientId);
}
