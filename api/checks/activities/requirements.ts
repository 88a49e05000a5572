import type { Activity } from '#contract/activities.ts';
import { type ActivityProgress, activityProgress } from '#rules/activities/activity-progress.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { type Capacity, isPropertyActivity } from '#rules/activity-types.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { PepStatus } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { lawsWithoutEnded } from '#rules/dates/commencement.ts';
import { outdatedBy } from '#rules/decisions/decision-facts.ts';
import { getCompanyServices, isServiceOf } from '#rules/firm/captured-services.ts';
import { type AgencyWork, areCashBuyersCustomers, isAgencyWork } from '#rules/firm/cash-buyers.ts';
import { delayedSide, isDelayedParty } from '#rules/firm/cdd-delay.ts';
import { type CustomerByLaw, customersByLaw, type RelatedParty } from '#rules/firm/customers-by-law.ts';
import { highValueCash } from '#rules/firm/high-value-cash.ts';
import { allowsNonCooperation, isRecorded, type NonCooperation } from '#rules/firm/non-cooperation.ts';
import {
  allowsArrangement,
  arrangementProblem,
  type PropertyArrangement,
} from '#rules/firm/property-arrangement.ts';
import { hasScopeGround, lawsInScope } from '#rules/firm/scope-grounds.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { type ActivityStatus, toActivityLifecycle } from '#rules/lifecycles/activities.ts';
import { transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import { type ApprovedExposure, coversExposures, type PepExposure } from '#rules/pep.ts';
import { can } from '#rules/permissions.ts';
import { getSectors } from '#rules/sectors.ts';
import type { Coverage } from '#rules/source-of-funds/coverage.ts';
import { delayedBlockers, followsUntil } from '#rules/transition-guards/activity-cdd.ts';
import type { ActivityCompletionFacts, DelayedCdd } from '#rules/transition-guards/activity-facts.ts';
import { activityReviewBlockers } from '#rules/transition-guards/activity-review.ts';
import {
  activityCompletionBlockers,
  activityExposures,
  activityProhibitions,
  activityStartBlockers,
  prohibitedCash,
} from '#rules/transition-guards/activity-status.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { AssessmentFacts } from '../../records/clients/current-assessment-store.ts';
import type { CompanyFacts } from '../../records/company-settings/store.ts';
import type { DecidedSanction } from '../../records/sanctions/store.ts';
import type { ClientDealing } from '../cdd/service.ts';
import { activityFacts, assessmentOutdatedBy } from './decision-facts.ts';
import { decideException } from './delay-approval.ts';
import type { PartyStatement } from './party-statements-store.ts';
import type { StoredActivity } from './store.ts';

/** Input of the guards, as currently in the database. */
export interface GuidanceInput {
  stored: StoredActivity;
  assessment: AssessmentFacts | null;
  company: CompanyFacts;
  regulatedIn: readonly ('AUS' | 'NZL')[];
  /** Blockers of dealing with the parties of `clientsToVerify`, and whether their rules require source of funds, by client id. */
  dealings: ReadonlyMap<string, ClientDealing>;
  /** Coverage of the activity's value by its own lines of source of funds; null if it has none. */
  funds: Coverage | null;
  /** Of parties who are family members or close associates of a PEP: the PEP's type and office, by client id. */
  exposures: ReadonlyMap<string, Pick<PepExposure, 'pepOf' | 'pepOffice'>>;
  /** Confirmed sanctions matches of the parties, whatever their part, and of those related to them. */
  sanctions: readonly DecidedSanction[];
  /** Related parties of entities that the activity creates or restructures, by the entity's id. */
  related: ReadonlyMap<string, RelatedParty[]>;
  /** Records of parties who do not cooperate with CDD. */
  nonCooperation: readonly PartyStatement<NonCooperation>[];
  /** Arrangements with another participant of the sale. */
  arrangements: readonly PartyStatement<PropertyArrangement>[];
  on: CalendarDate;
}

type PartiesInput = Pick<GuidanceInput, 'stored' | 'company' | 'regulatedIn' | 'related' | 'on'>;

const isRealEstateAgent = (company: CompanyFacts): boolean => getSectors(company).includes('realEstate');

/**
 * Whether Australia requires CDD on the other parties of the activity as well: brokers of a property sale verify both sides, and delayed CDD
 * remains to be completed. By the service's code; by the sector where none is recorded. AU s6 table 5 item 1, Rules 6-32.
 */
function mustVerifyOthersInAustralia({ stored: { details }, company }: PartiesInput): boolean {
  if (details.designatedServiceAu !== null) return details.designatedServiceAu === 'au.t5.1';
  return (
    isPropertyActivity(details.activityType) && (isRealEstateAgent(company) || details.delayedCdd !== null)
  );
}

/** The work as New Zealand's law on real estate agents reads it. */
function getAgencyWork({
  stored: { details },
  company,
}: Pick<GuidanceInput, 'stored' | 'company'>): AgencyWork {
  const { capturedActivityNz: code } = details;
  const others = getSectors(company).filter((sector) => sector !== 'realEstate');
  return {
    ...details,
    isRealEstateAgent: isRealEstateAgent(company),
    isOfOtherSector: code !== null && others.some((sector) => isServiceOf(code, sector)),
  };
}

/** Whether New Zealand does: a buyer who pays a real estate agent's client in cash. NZ s14(3). */
const mustVerifyOthersInNewZealand = (input: PartiesInput): boolean =>
  areCashBuyersCustomers(getAgencyWork(input), input.on);

/** The company's laws whose duties of CDD have not ended for it, and of which the work is not outside the scope. */
const bindingLaws = ({ stored, company, regulatedIn, on }: PartiesInput) =>
  lawsInScope(lawsWithoutEnded(regulatedIn, company, on), stored.details);

/** Laws that require CDD on the other parties of the activity. */
function lawsOnOthers(input: PartiesInput): Jurisdiction[] {
  const required = { NZL: mustVerifyOthersInNewZealand, AUS: mustVerifyOthersInAustralia };
  return bindingLaws(input).filter((law) => required[law](input));
}

/** People the law makes customers by the service, besides the activity's own customers. */
export function getCustomersByLaw(input: PartiesInput): CustomerByLaw[] {
  const { stored, related } = input;
  const { details, parties } = stored;
  const code = bindingLaws(input).includes('AUS') ? details.designatedServiceAu : null;
  return customersByLaw(
    code,
    parties.map(({ clientId, name, capacity }) => ({
      clientId,
      name,
      capacity,
      related: related.get(clientId) ?? [],
    })),
    { payInCash: lawsOnOthers(input).includes('NZL') },
  );
}

/** Records of non-cooperating parties, each with whether it applies to the party's current role. */
export function getNonCooperation({
  stored,
  nonCooperation,
  regulatedIn,
}: GuidanceInput): Activity['nonCooperation'] {
  const { designatedServiceAu } = stored.details;
  return nonCooperation.map(({ id: _id, ...record }) => {
    const party = stored.parties.find(({ clientId }) => clientId === record.clientId);
    const isAllowed =
      party !== undefined &&
      allowsNonCooperation({ capacity: party.capacity, designatedServiceAu, jurisdictions: regulatedIn });
    return { ...record, reportConsidered: true, counts: isAllowed && isRecorded(record) };
  });
}

/** Arrangements, each with whether it applies to the party's current role and the current dates of the sale. */
export function getArrangements({
  stored,
  arrangements,
  regulatedIn,
}: GuidanceInput): Activity['arrangements'] {
  const { details, parties } = stored;
  const { designatedServiceAu } = details;
  return arrangements.map(({ id: _id, ...record }) => {
    const party = parties.find(({ clientId }) => clientId === record.clientId);
    const isAllowed =
      party !== undefined &&
      allowsArrangement({ capacity: party.capacity, designatedServiceAu, jurisdictions: regulatedIn });
    const problem = isAllowed
      ? (arrangementProblem(record, details)?.text ?? null)
      : 'The Rules allow no arrangement for this service and capacity';
    return { ...record, counts: problem === null, problem };
  });
}

/** Customers by law who are not parties of the activity. */
function customersBeside(input: PartiesInput): CustomerByLaw[] {
  const taking = input.stored.parties
    .filter(({ capacity }) => capacity !== 'formedEntity')
    .map(({ clientId }) => clientId);
  return getCustomersByLaw(input).filter(({ clientId }) => !taking.includes(clientId));
}

/** Due date and side of delayed CDD, and whether it is approved. */
function getDelay({
  delayedCdd,
  designatedServiceAu,
}: Activity | StoredActivity['details']): DelayedCdd | null {
  if (delayedCdd === null) return null;
  const { basis, dueOn, approval } = delayedCdd;
  return {
    basis,
    dueOn,
    side: delayedSide(basis, { designatedServiceAu }),
    isApproved: approval !== null,
  };
}

/** Whether the work is outside the scope of each law of the company. NZ s6(4), s37(2); AU s6. */
const isOutsideScope = (input: PartiesInput) =>
  hasScopeGround(input.stored.details) && bindingLaws(input).length === 0;

/**
 * Clients whose CDD the activity requires: customers, persons on whose behalf they act, and other parties where the law
 * requires it. None of work outside the scope of the law, nor after the activity has ended, except those whose CDD was delayed.
 */
export function clientsToVerify(input: PartiesInput): string[] {
  const { details, parties } = input.stored;
  if (details.status === 'cancelled' || isOutsideScope(input)) return [];
  const delay = getDelay(details);
  const isDone = details.status === 'completed';
  const isDue = (capacity: Capacity) => !isDone || (delay !== null && isDelayedParty(capacity, delay.side));
  const othersToo = lawsOnOthers(input).length > 0;
  const own = parties.filter(
    ({ capacity }) =>
      capacity !== 'formedEntity' && (capacity !== 'otherParty' || othersToo) && isDue(capacity),
  );
  const beside = isDue('customer') ? customersBeside(input) : [];
  return [...own, ...beside].map(({ clientId }) => clientId);
}

/** Parties as input of the guards, with customers by law who are not parties. */
function partyFacts(input: GuidanceInput): ActivityCompletionFacts['parties'] {
  const { stored, dealings, related } = input;
  const laws = lawsOnOthers(input);
  const own = stored.parties.map((party) => ({
    clientId: party.clientId,
    name: party.name,
    capacity: party.capacity,
    outstanding: dealings.get(party.clientId)?.blockers ?? [],
    fundsProvision: dealings.get(party.clientId)?.fundsProvision ?? null,
    isUnable: party.cddStatus === 'unableToComplete',
    // The column only contains these values; the response type is wider.
    pepStatus: party.pepStatus as PepStatus,
    riskLevel: party.riskLevel,
    ...input.exposures.get(party.clientId),
    mustVerify: party.capacity === 'otherParty' && laws.length > 0,
    requiredBy: laws,
    hasRelated:
      party.capacity === 'formedEntity' &&
      customersByLaw('au.t6.6', [{ ...party, related: related.get(party.clientId) ?? [] }]).length > 0,
    nonCooperation: input.nonCooperation.find(({ clientId }) => clientId === party.clientId) ?? null,
    arrangement: input.arrangements.find(({ clientId }) => clientId === party.clientId) ?? null,
  }));
  const beside = customersBeside(input).map(({ clientId, name }) => ({
    clientId,
    name,
    capacity: 'customer' as const,
    outstanding: dealings.get(clientId)?.blockers ?? [],
    fundsProvision: dealings.get(clientId)?.fundsProvision ?? null,
    // A person who becomes a customer through an entity is assessed on their own record.
    pepStatus: 'none' as const,
  }));
  return [...own, ...beside];
}

/** The outcome, as far as the facts that it relied on are unchanged. */
function presentOutcome(
  stored: StoredActivity,
): Pick<ActivityCompletionFacts, 'outcome' | 'outcomeOutdatedBy'> {
  const { outcome } = stored.details;
  const outcomeOutdatedBy =
    outcome === null ? null : outdatedBy(stored.reliedOn.outcome, activityFacts(stored));
  return { outcome: outcomeOutdatedBy === null ? outcome : null, outcomeOutdatedBy };
}

/** Political exposures of the customers for which a senior manager decides on the activity now. */
export const exposuresNow = (input: GuidanceInput): ApprovedExposure[] =>
  activityExposures({
    parties: partyFacts(input),
    jurisdictions: bindingLaws(input),
    riskLevel: input.assessment?.finalLevel ?? null,
    on: input.on,
  });

/** Whether a senior manager approved the activity as it is, and every exposure for which one decides. */
export function isSeniorApprovalPresent(input: GuidanceInput): boolean {
  const { details, reliedOn } = input.stored;
  if (details.seniorApproval === null) return false;
  const { approvedFor, ...facts } = reliedOn.seniorApproval ?? {};
  return (
    reliedOn.seniorApproval !== null &&
    outdatedBy(facts, activityFacts(input.stored)) === null &&
    // Stored by `approveAsSenior`; the type of facts is wider.
    coversExposures(approvedFor as readonly ApprovedExposure[] | undefined, exposuresNow(input))
  );
}

function completionFacts(input: GuidanceInput): ActivityCompletionFacts {
  const { stored, assessment, regulatedIn, company, on } = input;
  const { details } = stored;
  const jurisdictions = bindingLaws(input);
  const offered = getCompanyServices({ ...company, regulatedIn: jurisdictions });
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
    jurisdictions,
    sanctionsLaws: regulatedIn,
    isAgencyWorkNz: jurisdictions.includes('NZL') && isAgencyWork(getAgencyWork(input), on),
    isCashProhibited: highValueCash(details, { ...company, regulatedIn }, on) === 'prohibited',
    noun: toActivityNoun(input.company.sector),
    formerNoServiceReason: hasScopeGround(details) ? null : details.noServiceReason,
    assessmentOutdatedBy: assessment === null ? null : assessmentOutdatedBy(assessment.reliedOn, stored),
    ...presentOutcome(stored),
    delayedCdd: getDelay(details),
    propertyDates: details,
    riskLevel: assessment?.finalLevel ?? null,
    assessmentProhibited: assessment?.prohibited ?? false,
    seniorManagerApproved: isSeniorApprovalPresent(input),
    sanctions: input.sanctions,
    funds: input.funds,
    on,
  };
}

/** Blockers of a transition that the lifecycle currently permits. */
export function transitionBlockers(input: GuidanceInput, to: ActivityStatus): Blocker[] {
  if (to === 'completed') return activityCompletionBlockers(completionFacts(input));
  const { status } = input.stored.details;
  // Resuming returns to a status whose guard has already passed.
  if (to === 'inReview' && status !== 'onHold') {
    const facts = completionFacts(input);
    return [
      ...activityProhibitions(facts, 'startWork'),
      ...prohibitedCash(facts),
      ...activityReviewBlockers(facts),
    ];
  }
  const startsWork =
    (status === 'toDo' && to === 'inProgress') || (status === 'onHold' && to !== 'cancelled');
  if (!startsWork) return [];
  const facts = completionFacts(input);
  return [
    ...activityProhibitions(facts, 'startWork'),
    ...prohibitedCash(facts),
    ...(to === 'toDo' ? [] : activityStartBlockers(facts)),
  ];
}

/** What would block the start of work now. */
export function startedBlockers(input: GuidanceInput): Blocker[] {
  const facts = completionFacts(input);
  return [...prohibitedCash(facts), ...activityStartBlockers(facts)];
}

/**
 * What keeps work in progress from being recorded as rechecked: that it could not start today, or that its assessment is outdated. Completed work
 * is as it was, so that nothing does.
 */
export function recheckBlockers(input: GuidanceInput): Blocker[] {
  if (!isOpen(input.stored.details)) return [];
  const outdated = activityReviewBlockers(completionFacts(input)).filter(
    ({ code }) => code === 'activity.assessmentOutdated',
  );
  return [...startedBlockers(input), ...outdated];
}

/** What is to be rechecked of an activity, and whether the caller may record that it was. */
export function presentRecheck(input: GuidanceInput, caller: MemberCaller, now: Date): Activity['recheck'] {
  const { recheck } = input.stored;
  if (recheck === null) return null;
  return {
    ...recheck,
    mayRecord: decideException(caller, now.toISOString()).allowed,
    blockers: recheckBlockers(input),
  };
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

/** Last day of CDD that may follow completion, while it is neither done nor overdue. */
function delayedUntil(input: GuidanceInput): CalendarDate | null {
  const { details } = input.stored;
  if (!isOpen(details) || details.outcome === 'declined') return null;
  return followsUntil(completionFacts(input));
}

/** The activity's five steps, by all requirements of completion. */
export function getProgress(input: GuidanceInput): ActivityProgress {
  const { stored, assessment, dealings } = input;
  return activityProgress({
    status: stored.details.status,
    outcome: stored.details.outcome,
    outstanding: getChecklist(input),
    delayedUntil: delayedUntil(input),
    // The parties of an ended activity are not reassessed.
    wantsFunds: isOpen(stored.details) ? [...dealings.values()].some(({ wantsFunds }) => wantsFunds) : null,
    assessmentStatus: assessment?.status ?? null,
    riskLevel: assessment?.finalLevel ?? null,
  });
}

/** All transitions of the lifecycle available to the caller, each with its blockers. */
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
