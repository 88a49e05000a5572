import type { ActivityType, Capacity } from '#rules/activity-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { type Due, delayedCddDue, dueFor } from '#rules/dates/clocks.ts';
import type { PropertyDates } from '#rules/dates/property-delay.ts';
import type { CapturedActivity, DesignatedService } from './captured-services.ts';

/**
 * On what a delay of CDD rests. `property`: a sale of property, AU Rules 6-32. `general`: not to interrupt business at little additional risk,
 * AU Rules 6-12.
 */
export const delayBases = ['property', 'general'] as const;
export type DelayBasis = (typeof delayBases)[number];

export const delayBasisLabels: Record<DelayBasis, string> = {
  property: 'Sale of property: 28 days after exchange, 3 days before settlement (AU Rules 6-32)',
  general: '20 business days after the service started, nothing transferred meanwhile (AU Rules 6-12)',
};

export const delayProvisions: Record<DelayBasis, string> = {
  property: 'AU Rules 6-32',
  general: 'AU Rules 6-12',
};

/** Whose CDD is delayed: the other party of a brokered sale, or the company's own customer. */
export type DelayedSide = 'otherParty' | 'customer';

type ServiceFacts = { designatedServiceAu: DesignatedService | null; activityType: ActivityType };

/**
 * Whose CDD Rules 6-32 let come later: the other party's for who brokers the sale, the company's own customer's for who acts for the buyer;
 * null where they do not fit, as for the seller's conveyancer or a developer.
 */
export function propertyDelaySide({ designatedServiceAu, activityType }: ServiceFacts): DelayedSide | null {
  if (designatedServiceAu === 'au.t5.1') return 'otherParty';
  return designatedServiceAu === 'au.t6.1' && activityType === 'propertyPurchase' ? 'customer' : null;
}

/** Whose CDD a recorded delay is about. Delays from before services had codes are about the other party. */
export function delayedSide(
  basis: DelayBasis,
  { designatedServiceAu }: Pick<ServiceFacts, 'designatedServiceAu'>,
): DelayedSide {
  return basis === 'general' || designatedServiceAu === 'au.t6.1' ? 'customer' : 'otherParty';
}

/** Whether a delay is of this party: the customer's side is the customer and on whose behalf it acts. */
export function isOfDelayedSide(capacity: Capacity, side: DelayedSide): boolean {
  return side === 'otherParty' ? capacity === 'otherParty' : capacity !== 'otherParty';
}

export type DelayFacts = ServiceFacts &
  PropertyDates & {
    basis: DelayBasis;
    capturedActivityNz: CapturedActivity | null;
    serviceStartedOn: CalendarDate | null;
  };

/** When CDD is due by a delay; undefined where the day to count from is missing or the law was not in force on it. */
export function delayDue(
  facts: Pick<DelayFacts, 'basis' | 'serviceStartedOn'> & PropertyDates,
): Due | undefined {
  if (facts.basis === 'property') return delayedCddDue(facts);
  const { serviceStartedOn: on } = facts;
  // The second tranche's first day: what began earlier began outside the law.
  return on === null ? undefined : dueFor('au.delay.general', { on, sector: 'legal', tranche: 'T2' });
}

type DelayField = 'delayedCddBasis' | 'designatedServiceAu' | 'serviceStartedOn' | 'exchangeOn';

const brokers = 'Rules 6-32 are for who brokers a sale and for who acts for the buyer.';

function propertyProblem(facts: DelayFacts): { field: DelayField; sentence: string } | undefined {
  if (facts.designatedServiceAu === null) {
    return {
      field: 'designatedServiceAu',
      sentence: 'Select the designated service: it decides whose CDD may come later',
    };
  }
  if (propertyDelaySide(facts) !== null) return undefined;
  return {
    field: 'delayedCddBasis',
    sentence:
      facts.designatedServiceAu === 'au.t6.1'
        ? `${brokers} For the seller, choose the 20 business days, or complete CDD first`
        : `${brokers} Choose the 20 business days, or complete CDD first`,
  };
}

function generalProblem(facts: DelayFacts): { field: DelayField; sentence: string } | undefined {
  if (facts.designatedServiceAu === null) {
    return { field: 'designatedServiceAu', sentence: 'Select the designated service whose CDD comes later' };
  }
  if (propertyDelaySide(facts) !== null) {
    return {
      field: 'delayedCddBasis',
      sentence: 'This is a sale of property, for which Rules 6-32 apply instead of 6-12. Choose those',
    };
  }
  if (facts.serviceStartedOn === null) {
    return { field: 'serviceStartedOn', sentence: 'Enter the day on which the service started' };
  }
  return delayDue(facts) === undefined
    ? {
        field: 'serviceStartedOn',
        sentence: 'The Australian rules were not in force on that day. Enter a day from 1 July 2026',
      }
    : undefined;
}

/**
 * Why a delay does not fit an activity, with the field; undefined where it does. Own customers' CDD is never delayed where the work is captured
 * in New Zealand as well: of the two laws the stricter counts. Source: AU s29, Rules 6-12, 6-32; NZ s37.
 */
export function delayProblem(facts: DelayFacts): { field: DelayField; sentence: string } | undefined {
  const problem = facts.basis === 'property' ? propertyProblem(facts) : generalProblem(facts);
  if (problem !== undefined) return problem;
  return facts.capturedActivityNz !== null && delayedSide(facts.basis, facts) === 'customer'
    ? {
        field: 'delayedCddBasis',
        sentence:
          'New Zealand’s law captures this work too and lets no work be completed before CDD on the customer (NZ s37). Complete CDD first',
      }
    : undefined;
}
