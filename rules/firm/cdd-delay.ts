import type { ActivityType, Capacity } from '#rules/activity-types.ts';
import { addDays, type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { type ClockId, type Due, delayedCddDue, dueFor } from '#rules/dates/clocks.ts';
import type { PropertyDates } from '#rules/dates/property-delay.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';
import type { CapturedActivity, DesignatedService } from './captured-services.ts';

/**
 * On what a delay of CDD rests. `property`: a sale of property, AU Rules 6-32. `general`: not to interrupt business at little additional risk,
 * AU Rules 6-12. Of financial services alone, `account`: opening an account and taking deposits, AU Rules 6-13; `market`: a trade on a listed
 * market, 6-14; `foreign`: a service through a foreign establishment, as that country's law lets it, 6-15. `relationship`: in New Zealand the
 * verification of a customer in a business relationship, where it is essential not to interrupt business and the risk is managed by limits or
 * procedures, NZ ss16(3), 20(3), 24(3). To be confirmed (nz.delay, clock nz.delay): ss16(3) and 20(3), as only s24(3) was read.
 */
export const delayBases = ['property', 'general', 'account', 'market', 'foreign', 'relationship'] as const;
export type DelayBasis = (typeof delayBases)[number];

export const delayBasisLabels: Record<DelayBasis, string> = {
  property: 'Sale of property: 28 days after exchange, 3 days before settlement (AU Rules 6-32)',
  general: '20 business days after the service started, nothing transferred meanwhile (AU Rules 6-12)',
  account: 'Opening an account and deposits: by your own day, nothing transferred meanwhile (AU Rules 6-13)',
  market: 'Trade on a listed market: 5 business days after the service started (AU Rules 6-14)',
  foreign:
    'Service through a foreign establishment: by your own day under that country’s law (AU Rules 6-15)',
  relationship: 'Business relationship: verification alone, by your own day (NZ ss16(3), 20(3), 24(3))',
};

export const delayProvisions: Record<DelayBasis, string> = {
  property: 'AU Rules 6-32',
  general: 'AU Rules 6-12',
  account: 'AU Rules 6-13',
  market: 'AU Rules 6-14',
  foreign: 'AU Rules 6-15',
  relationship: 'NZ ss16(3), 20(3), 24(3)',
};

/** Bases of financial services. */
const financialBases: readonly DelayBasis[] = ['account', 'market', 'foreign'];

/** Bases for which the law fixes no day, so that the company sets its own: a delay without an end is none. */
const openEnded: readonly DelayBasis[] = ['account', 'foreign', 'relationship'];

/** Whether the company sets the due date of CDD. */
export const hasOwnDay = (basis: DelayBasis): boolean => openEnded.includes(basis);

type DelayCompany = { sector: Sector | null; otherSectors?: readonly Sector[] };

const isFinancial = ({ sector, otherSectors = [] }: DelayCompany): boolean =>
  sector === 'finance' || otherSectors.includes('finance');

/** Under whose law a basis lets CDD follow. */
export const getDelayLaw = (basis: DelayBasis): Jurisdiction => (basis === 'relationship' ? 'NZL' : 'AUS');

/** Bases that a company is offered by the laws that bind it: those of financial services where it gives any. */
export function offeredBases(company: DelayCompany, regulatedIn: readonly Jurisdiction[]): DelayBasis[] {
  return delayBases
    .filter((basis) => regulatedIn.includes(getDelayLaw(basis)))
    .filter((basis) => isFinancial(company) || !financialBases.includes(basis));
}

/**
 * Verification of a customer, which may follow under every delay, and that CDD is not complete while it does. All else comes first: what is collected
 * (the identity claimed, the authority of a representative, the owners), screening and its matches, political exposure, the rating and its approvals.
 * Australia's source of wealth and of funds is enhanced CDD under s32, which s29 does not delay; New Zealand delays its verification alone.
 * NZ ss16(3), 20(3), 24(3); AU ss28(2), 29, Rules 6-12 to 6-15, 6-32.
 */
const verifications: readonly string[] = [
  'client.cddNotDone',
  'identity.verified',
  'address.verified',
  'source.verified',
  'party.verified',
  'client.partyNotVerified',
];

/** Whether a blocker of dealing with a customer is one of verification, which may follow while CDD is delayed. */
export const isVerification = ({ code }: { code: string }): boolean => verifications.includes(code);

/** Whose CDD is delayed: the other party of a brokered sale, or the company's own customer. */
export type DelayedSide = 'otherParty' | 'customer';

type ServiceFacts = { designatedServiceAu: DesignatedService | null; activityType: ActivityType };

/**
 * Side whose CDD may be delayed under Rules 6-32: the other party's for a broker of the sale, the own customer's for a buyer's agent; null
 * if they do not apply, as for the seller's conveyancer or a developer.
 */
export function propertyDelaySide({ designatedServiceAu, activityType }: ServiceFacts): DelayedSide | null {
  if (designatedServiceAu === 'au.t5.1') return 'otherParty';
  return designatedServiceAu === 'au.t6.1' && activityType === 'propertyPurchase' ? 'customer' : null;
}

/** Side of a recorded delay. Delays from before services had codes concern the other party. */
export function delayedSide(
  basis: DelayBasis,
  { designatedServiceAu }: Pick<ServiceFacts, 'designatedServiceAu'>,
): DelayedSide {
  return basis !== 'property' || designatedServiceAu === 'au.t6.1' ? 'customer' : 'otherParty';
}

/** Whether a delay concerns this party: the customer's side is the customer and the persons on whose behalf it acts. */
export function isDelayedParty(capacity: Capacity, side: DelayedSide): boolean {
  return side === 'otherParty' ? capacity === 'otherParty' : capacity !== 'otherParty';
}

export type DelayFacts = ServiceFacts &
  PropertyDates & {
    basis: DelayBasis;
    capturedActivityNz: CapturedActivity | null;
    serviceStartedOn: CalendarDate | null;
    /** The company's own due date, if the Rules fix none. */
    ownDay: CalendarDate | null;
  };

const clockByBasis = {
  general: 'au.delay.general',
  account: 'au.delay.account',
  market: 'au.delay.market',
  foreign: 'au.delay.foreign',
  relationship: 'nz.delay',
} as const satisfies Record<Exclude<DelayBasis, 'property'>, ClockId>;

/**
 * Due date of delayed CDD; undefined if the start or the company's own date is missing, or the law was not in force on the day the service
 * started.
 */
export function delayDue(
  facts: Pick<DelayFacts, 'basis' | 'serviceStartedOn' | 'ownDay'> & PropertyDates,
): Due | undefined {
  const { basis, serviceStartedOn: on, ownDay } = facts;
  if (basis === 'property') return delayedCddDue(facts);
  if (on === null) return undefined;
  // Services other than financial ones were outside the law before the second tranche's first day.
  const tranche = financialBases.includes(basis) ? 'T1' : 'T2';
  const isFirstTranche = tranche === 'T1' || basis === 'relationship';
  const due = dueFor(clockByBasis[basis], { on, sector: isFirstTranche ? 'finance' : 'legal', tranche });
  if (due?.by !== 'practicable') return due;
  return ownDay === null
    ? undefined
    : {
        row: due.row,
        by: 'day',
        dueOn: ownDay,
        working: `${formatDate(ownDay)}, your own day; ${due.working}`,
      };
}

/** What a form states about a delay of CDD, besides its days. */
type Conditions = {
  basis: DelayBasis;
  /** Why it is essential not to interrupt business. */
  ground: string | null;
  /** Why the additional risk is low, and what limits it. */
  riskLimits: string | null;
  ownDay: CalendarDate | null;
};

/** A delay and what it is of: whose CDD, of which work. */
export type DelayTerms = Conditions &
  ServiceFacts & {
    capturedActivityNz: CapturedActivity | null;
    parties: readonly { clientId: string; capacity: Capacity }[];
  };

const delayedParties = ({ basis, designatedServiceAu, parties }: DelayTerms): string[] => {
  const side = delayedSide(basis, { designatedServiceAu });
  return parties.filter(({ capacity }) => isDelayedParty(capacity, side)).map(({ clientId }) => clientId);
};

/**
 * Whether terms are within those that were approved: the same basis, conditions and own day, of the same work, of no party that was not there
 * before. Days of exchange, settlement and start are not among them: the due day never moves forward.
 */
export function isWithinTerms(terms: DelayTerms, approved: DelayTerms): boolean {
  const fields = [
    'basis',
    'ground',
    'riskLimits',
    'ownDay',
    'activityType',
    'designatedServiceAu',
    'capturedActivityNz',
  ] as const;
  const before = delayedParties(approved);
  return (
    fields.every((field) => terms[field] === approved[field]) &&
    delayedParties(terms).every((clientId) => before.includes(clientId))
  );
}

type DelayField =
  | 'delayedCddBasis'
  | 'capturedActivityNz'
  | 'designatedServiceAu'
  | 'serviceStartedOn'
  | 'exchangeOn'
  | 'delayedCddDueOn';
export type DelayProblem = { field: DelayField; message: string } | undefined;

/** Today in the company's time zone, the company's longest own delay in days, and the earliest due day on record. */
export type DelayLimits = { today: CalendarDate; maxDays: number; firstDueOn: CalendarDate | null };

/**
 * Problem with the days of a delay: exchange and the start of the service have happened, and the company's own day lies within its policy. Settlement
 * may be any later day. `entered`: the days of the form; `facts` has those from which the delay is counted.
 */
export function delayDaysProblem(
  facts: Pick<DelayFacts, 'basis' | 'exchangeOn' | 'serviceStartedOn' | 'ownDay'>,
  entered: Pick<DelayFacts, 'exchangeOn' | 'serviceStartedOn'>,
  { today, maxDays, firstDueOn }: DelayLimits,
): DelayProblem {
  const isLater = (day: CalendarDate | null | undefined) => !!day && day > today;
  if (isLater(entered.exchangeOn) || isLater(facts.exchangeOn)) {
    return {
      field: 'exchangeOn',
      message:
        'While CDD is delayed, exchange must be today or earlier. Leave this blank until contracts are exchanged',
    };
  }
  if (isLater(entered.serviceStartedOn) || isLater(facts.serviceStartedOn)) {
    return {
      field: 'serviceStartedOn',
      message: 'While CDD is delayed, the service start must be today or earlier. Enter the day it started',
    };
  }
  const { basis, ownDay, serviceStartedOn } = facts;
  if (!hasOwnDay(basis) || ownDay === null || serviceStartedOn === null) return undefined;
  const latest = addDays(serviceStartedOn, maxDays);
  if (ownDay > latest) {
    const days = maxDays === 1 ? '1 day' : `${maxDays} days`;
    return {
      field: 'delayedCddDueOn',
      message: `Your policy allows ${days} from the first recorded start of the service. Enter a day up to ${formatDate(latest)}`,
    };
  }
  return firstDueOn !== null && ownDay > firstDueOn
    ? {
        field: 'delayedCddDueOn',
        message: `CDD was first due on ${formatDate(firstDueOn)}, which never moves to a later day. Enter a day up to that one`,
      }
    : undefined;
}

const brokers = 'Rules 6-32 are for who brokers a sale and for who acts for the buyer.';

function propertyProblem(facts: DelayFacts): DelayProblem {
  if (facts.designatedServiceAu === null) {
    return {
      field: 'designatedServiceAu',
      message: 'Select the designated service: it determines whose CDD may be delayed',
    };
  }
  if (propertyDelaySide(facts) !== null) return undefined;
  return {
    field: 'delayedCddBasis',
    message:
      facts.designatedServiceAu === 'au.t6.1'
        ? `${brokers} For the seller, choose the 20 business days, or complete CDD first`
        : `${brokers} Select the 20 business days, or complete CDD first`,
  };
}

/** Problem with the start date of a delay. `firstDay`: of the law for such services, in words. */
function startProblem(facts: DelayFacts, firstDay: string, law = 'Australian'): DelayProblem {
  if (facts.serviceStartedOn === null) {
    return { field: 'serviceStartedOn', message: 'Enter the service start date' };
  }
  return delayDue(facts) === undefined
    ? {
        field: 'serviceStartedOn',
        message: `The ${law} rules were not in force on that day. Enter a day from ${firstDay}`,
      }
    : undefined;
}

function generalProblem(facts: DelayFacts, company: DelayCompany): DelayProblem {
  // A financial service has no code among those of tables 5 and 6.
  if (facts.designatedServiceAu === null && !isFinancial(company)) {
    return { field: 'designatedServiceAu', message: 'Select the designated service whose CDD is delayed' };
  }
  if (propertyDelaySide(facts) !== null) {
    return {
      field: 'delayedCddBasis',
      message: 'This is a sale of property, for which Rules 6-32 apply instead of 6-12. Select those',
    };
  }
  return startProblem(facts, '1 July 2026');
}

function ownDayProblem({ basis, ownDay, serviceStartedOn }: DelayFacts): DelayProblem {
  const field = 'delayedCddDueOn';
  if (!hasOwnDay(basis)) {
    return ownDay === null
      ? undefined
      : { field, message: 'The date is calculated from the dates above. Leave this blank' };
  }
  if (ownDay === null) {
    return { field, message: 'Enter the day by which CDD will be done: the Rules fix none' };
  }
  return serviceStartedOn !== null && ownDay < serviceStartedOn
    ? { field, message: 'Enter a day on or after the start of the service' }
    : undefined;
}

function financialProblem(facts: DelayFacts, company: DelayCompany): DelayProblem {
  if (!isFinancial(company)) {
    return {
      field: 'delayedCddBasis',
      message: 'Rules 6-13 to 6-15 are for financial services. Select another ground, or complete CDD first',
    };
  }
  if (facts.designatedServiceAu !== null) {
    return {
      field: 'designatedServiceAu',
      message: 'A financial service is none of tables 5 and 6. Leave this blank, or choose another delay',
    };
  }
  return ownDayProblem(facts) ?? startProblem(facts, '31 March 2026');
}

/**
 * New Zealand's delay is of a business relationship, never of an occasional transaction; work that is recorded as a transaction is taken for one, the
 * stricter reading. Nor does it fit work that Australian law captures too, or may.
 */
function relationshipProblem(
  facts: DelayFacts,
  company: DelayCompany & { regulatedIn: readonly Jurisdiction[] },
): DelayProblem {
  if (!company.regulatedIn.includes('NZL')) {
    return {
      field: 'delayedCddBasis',
      message:
        'New Zealand’s law does not apply to your company. Select another ground, or complete CDD first',
    };
  }
  if (facts.activityType === 'transaction') {
    return {
      field: 'delayedCddBasis',
      message:
        'Verification may follow in a business relationship, not for an occasional transaction. Complete CDD first',
    };
  }
  if (facts.capturedActivityNz === null && !isFinancial(company)) {
    return {
      field: 'capturedActivityNz',
      message: 'Select the captured activity whose verification follows',
    };
  }
  const isAustralian =
    facts.designatedServiceAu !== null ||
    (facts.capturedActivityNz === null && company.regulatedIn.includes('AUS'));
  if (isAustralian) {
    return {
      field: 'delayedCddBasis',
      message:
        'Australia’s law captures this work too and has delays of its own. Select one of those, or complete CDD first',
    };
  }
  return ownDayProblem(facts) ?? startProblem(facts, '30 June 2013', 'New Zealand');
}

/** Whether New Zealand's law captures the work too, or may: a financial service has no code that would say. */
function isCapturedInNewZealand(
  { basis, capturedActivityNz, designatedServiceAu }: DelayFacts,
  regulatedIn: readonly Jurisdiction[],
): boolean {
  const hasCode = basis === 'property' || designatedServiceAu !== null;
  return capturedActivityNz !== null || (!hasCode && regulatedIn.includes('NZL'));
}

/**
 * Why a delay does not fit an activity, with the field; undefined where it does. Own customers' CDD is never delayed where the work is captured
 * in New Zealand as well: of the two laws the stricter counts. Source: AU s29, Rules 6-12 to 6-15, 6-32; NZ ss16(3), 20(3),
 * 24(3), 37.
 */
export function delayProblem(
  facts: DelayFacts,
  company: DelayCompany & { regulatedIn: readonly Jurisdiction[] },
): DelayProblem {
  if (facts.basis === 'relationship') return relationshipProblem(facts, company);
  const problem = financialBases.includes(facts.basis)
    ? financialProblem(facts, company)
    : ((facts.basis === 'property' ? propertyProblem(facts) : generalProblem(facts, company)) ??
      ownDayProblem(facts));
  if (problem !== undefined) return problem;
  const isOwnCustomers = delayedSide(facts.basis, facts) === 'customer';
  return isOwnCustomers && isCapturedInNewZealand(facts, company.regulatedIn)
    ? {
        field: 'delayedCddBasis',
        message:
          'New Zealand’s law captures this work too and lets no work be completed before CDD on the customer (NZ s37). Complete CDD first',
      }
    : undefined;
}
