import type { Activity } from '#contract/activities.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { type Capacity, isPropertyActivity } from '#rules/activity-types.ts';
import type { PepStatus } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { servicesOfCompany } from '#rules/firm/captured-services.ts';
import { delayedSide, isOfDelayedSide } from '#rules/firm/cdd-delay.ts';
import { type CustomerByLaw, customersByLaw, type RelatedParty } from '#rules/firm/customers-by-law.ts';
import { type ActivityStatus, toActivityLifecycle } from '#rules/lifecycles/activities.ts';
import { transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import type { PepExposure } from '#rules/pep.ts';
import { can } from '#rules/permissions.ts';
import type { Blocker } from '#rules/resolution-targets.ts';
import {
  type ActivityCompletionFacts,
  activityCompletionBlockers,
  activityProhibitions,
  activityReviewBlockers,
  activityStartBlockers,
  type DelayedCdd,
  delayedBlockers,
} from '#rules/transition-guards/activity-status.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { AssessmentFacts } from '../../records/clients/current-assessment-store.ts';
import type { CompanyFacts } from '../../records/company-settings/store.ts';
import type { DecidedSanction } from '../../records/sanctions/store.ts';
import type { StoredActivity } from './store.ts';

/** All that the guards look at, as it is in the database now. */
export interface GuidanceInput {
  stored: StoredActivity;
  assessment: AssessmentFacts | null;
  company: CompanyFacts;
  regulatedIn: readonly ('AUS' | 'NZL')[];
  /** What keeps the company from dealing with the parties of `clientsToVerify`, by the client's id. */
  outstanding: ReadonlyMap<string, Blocker[]>;
  /** Whose relative or associate a party is, and the office, by the client’s id. */
  exposures: ReadonlyMap<string, Pick<PepExposure, 'pepOf' | 'pepOffice'>>;
  /** Confirmed sanctions matches of the parties, whatever their part, and of those related to them. */
  sanctions: readonly DecidedSanction[];
  /** Related parties of entities that the activity creates or restructures, by the entity's id. */
  related: ReadonlyMap<string, RelatedParty[]>;
  on: CalendarDate;
}

type PartiesInput = Pick<GuidanceInput, 'stored' | 'company' | 'regulatedIn' | 'related'>;

/**
 * Whether CDD on the other parties of the activity is required as well: brokers of a property sale verify both sides, and delayed CDD
 * remains to be completed. By the service's code; by the sector where none is recorded. AU s6 table 5 item 1, Rules 6-32.
 */
function mustVerifyOthers({ stored: { details }, company, regulatedIn }: PartiesInput): boolean {
  if (!regulatedIn.includes('AUS')) return false;
  if (details.designatedServiceAu !== null) return details.designatedServiceAu === 'au.t5.1';
  return (
    isPropertyActivity(details.activityType) &&
    (company.sector === 'realEstate' ||
      company.otherSectors.includes('realEstate') ||
      details.delayedCdd !== null)
  );
}

/** Whom the law makes a customer by the service, besides the activity's own customers. */
export function getCustomersByLaw({ stored, regulatedIn, related }: PartiesInput): CustomerByLaw[] {
  const { details, parties } = stored;
  const code = regulatedIn.includes('AUS') ? details.designatedServiceAu : null;
  return customersByLaw(
    code,
    parties.map(({ clientId, name, capacity }) => ({
      clientId,
      name,
      capacity,
      related: related.get(clientId) ?? [],
    })),
  );
}

/** Customers by law who are no parties of the activity themselves. */
function customersBeside(input: PartiesInput): CustomerByLaw[] {
  const taking = input.stored.parties
    .filter(({ capacity }) => capacity !== 'formedEntity')
    .map(({ clientId }) => clientId);
  return getCustomersByLaw(input).filter(({ clientId }) => !taking.includes(clientId));
}

/** When delayed CDD is due, and whose it is. */
function getDelay({
  delayedCdd,
  designatedServiceAu,
}: Activity | StoredActivity['details']): DelayedCdd | null {
  if (delayedCdd === null) return null;
  const { basis, dueOn } = delayedCdd;
  return { basis, dueOn, side: delayedSide(basis, { designatedServiceAu }) };
}

/**
 * Clients whose CDD the activity requires: customers, persons on whose behalf they act, and other parties where the law
 * requires it. None after the activity has ended, except those whose CDD was delayed.
 */
export function clientsToVerify(input: PartiesInput): string[] {
  const { details, parties } = input.stored;
  if (details.status === 'cancelled') return [];
  const delay = getDelay(details);
  const isDone = details.status === 'completed';
  const isDue = (capacity: Capacity) => !isDone || (delay !== null && isOfDelayedSide(capacity, delay.side));
  const othersToo = mustVerifyOthers(input);
  const own = parties.filter(
    ({ capacity }) =>
      capacity !== 'formedEntity' && (capacity !== 'otherParty' || othersToo) && isDue(capacity),
  );
  const beside = isDue('customer') ? customersBeside(input) : [];
  return [...own, ...beside].map(({ clientId }) => clientId);
}

/** Parties as the guards see them, with customers by law who are no parties themselves. */
function partyFacts(input: GuidanceInput): ActivityCompletionFacts['parties'] {
  const { stored, outstanding, related } = input;
  const othersToo = mustVerifyOthers(input);
  const own = stored.parties.map((party) => ({
    clientId: party.clientId,
    name: party.name,
    capacity: party.capacity,
    outstanding: outstanding.get(party.clientId) ?? [],
    // The column only contains these values; the response type is wider.
    pepStatus: party.pepStatus as PepStatus,
    ...input.exposures.get(party.clientId),
    mustVerify: party.capacity === 'otherParty' && othersToo,
    hasRelated:
      party.capacity === 'formedEntity' &&
      customersByLaw('au.t6.6', [{ ...party, related: related.get(party.clientId) ?? [] }]).length > 0,
  }));
  const beside = customersBeside(input).map(({ clientId, name }) => ({
    clientId,
    name,
    capacity: 'customer' as const,
    outstanding: outstanding.get(clientId) ?? [],
    // Who becomes a customer through an entity is looked at on that person's own record.
    pepStatus: 'none' as const,
  }));
  return [...own, ...beside];
}

function completionFacts(input: GuidanceInput): ActivityCompletionFacts {
  const { stored, assessment, regulatedIn, company, on } = input;
  const { details } = stored;
  const offered = servicesOfCompany({ ...company, regulatedIn });
  return {
    fields: {
      name: details.name,
      activityType: details.activityType,
      capturedService: details.capturedService,
      nature: details.nature,
      purpose: details.purpose,
    },
    services: [details.capturedActivityNz, details.designatedServiceAu].filter((code) => code !== null),
    offersServices: offered.NZL.length + offered.AUS.length > 0,
    parties: partyFacts(input),
    assessmentStatus: assessment?.status ?? null,
    assessmentId: assessment?.id ?? null,
    jurisdictions: regulatedIn,
    noun: toActivityNoun(input.company.sector),
    outcome: details.outcome,
    delayedCdd: getDelay(details),
    riskLevel: assessment?.finalLevel ?? null,
    assessmentProhibited: assessment?.prohibited ?? false,
    seniorManagerApproved: details.seniorApproval !== null,
    sanctions: input.sanctions,
    on,
  };
}

/** Everything that keeps the activity from going to a state that its lifecycle allows now. */
export function transitionBlockers(input: GuidanceInput, to: ActivityStatus): Blocker[] {
  if (to === 'completed') return activityCompletionBlockers(completionFacts(input));
  const { status } = input.stored.details;
  // Resuming returns to a status whose guard has already passed.
  if (to === 'inReview' && status !== 'onHold') return activityReviewBlockers(completionFacts(input));
  const startsWork =
    (status === 'toDo' && to === 'inProgress') || (status === 'onHold' && to !== 'cancelled');
  if (!startsWork) return [];
  const facts = completionFacts(input);
  return [
    ...activityProhibitions(facts, 'startWork'),
    ...(to === 'toDo' ? [] : activityStartBlockers(facts)),
  ];
}

/** Whether the activity can still change: neither completed nor cancelled. */
export function isOpen({ status }: Pick<Activity, 'status'>): boolean {
  return status !== 'completed' && status !== 'cancelled';
}

/**
 * Outstanding requirements of completion. For a completed activity the remaining delayed CDD, which is still due; for a
 * cancelled one none.
 */
export function getChecklist(input: GuidanceInput): Blocker[] {
  const { details } = input.stored;
  if (isOpen(details)) return activityCompletionBlockers(completionFacts(input));
  if (details.status === 'cancelled' || details.outcome === 'declined') return [];
  return delayedBlockers(completionFacts(input));
}

/** Every move of the lifecycle that the caller may make, each with all that blocks it. */
export function availableTransitions(
  input: GuidanceInput,
  { member, company }: MemberCaller,
  now: Date,
): Activity['transitions'] {
  const may = can({ kind: 'member', ...member }, 'records.write', company, now.toISOString());
  if (!may.allowed) return [];
  const { status, heldFrom } = input.stored.details;
  return transitionsFrom(toActivityLifecycle(toActivityNoun(company.sector)), status, heldFrom).map(
    ({ to, label }) => ({
      to,
      label,
      blockers: transitionBlockers(input, to),
    }),
  );
}
