import type { Activity } from '#contract/activities.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { isPropertyActivity } from '#rules/activity-types.ts';
import type { PepStatus } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
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
  on: CalendarDate;
}

type PartiesInput = Pick<GuidanceInput, 'stored' | 'company' | 'regulatedIn'>;

/**
 * Whether CDD on the other parties of the activity is required as well: brokers of a property sale verify both sides, and delayed CDD
 * remains to be completed. AU s6 table 5 item 1, Rules 6-32.
 */
function mustVerifyOthers({ stored: { details }, company, regulatedIn }: PartiesInput): boolean {
  return (
    regulatedIn.includes('AUS') &&
    isPropertyActivity(details.activityType) &&
    (company.sector === 'realEstate' || details.delayedCdd !== null)
  );
}

/**
 * Clients whose CDD the activity requires: customers, persons on whose behalf they act, and other parties where the law
 * requires it. None after the activity has ended, except those whose CDD was delayed.
 */
export function clientsToVerify(input: PartiesInput): string[] {
  const { details, parties } = input.stored;
  if (details.status === 'cancelled') return [];
  const isDone = details.status === 'completed';
  const othersToo = mustVerifyOthers(input) && (!isDone || details.delayedCdd !== null);
  return parties
    .filter(({ capacity }) => (capacity === 'otherParty' ? othersToo : !isDone))
    .map(({ clientId }) => clientId);
}

function completionFacts(input: GuidanceInput): ActivityCompletionFacts {
  const { stored, assessment, regulatedIn, on } = input;
  const { details, parties } = stored;
  const othersToo = mustVerifyOthers(input);
  return {
    fields: {
      name: details.name,
      activityType: details.activityType,
      capturedService: details.capturedService,
      nature: details.nature,
      purpose: details.purpose,
    },
    parties: parties.map((party) => ({
      clientId: party.clientId,
      name: party.name,
      capacity: party.capacity,
      outstanding: input.outstanding.get(party.clientId) ?? [],
      // The column only contains these values; the response type is wider.
      pepStatus: party.pepStatus as PepStatus,
      ...input.exposures.get(party.clientId),
      mustVerify: party.capacity === 'otherParty' && othersToo,
    })),
    assessmentStatus: assessment?.status ?? null,
    assessmentId: assessment?.id ?? null,
    jurisdictions: regulatedIn,
    noun: toActivityNoun(input.company.sector),
    outcome: details.outcome,
    delayedCdd: details.delayedCdd,
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
  return startsWork ? activityProhibitions(completionFacts(input)) : [];
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
