import type { Activity } from '#contract/activities.ts';
import { mayAct } from '#rules/access.ts';
import { isPropertyActivity } from '#rules/activity-types.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { CddStatus, PepStatus } from '#rules/client-types.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import {
  type ActivityCompletionFacts,
  activityCompletionBlockers,
  activityReviewBlockers,
} from '#rules/guards/activity-status.ts';
import { type ActivityStatus, activityLifecycle } from '#rules/lifecycles/activities.ts';
import { movesFrom } from '#rules/lifecycles/lifecycle.ts';
import { cite } from '#rules/provisions.ts';
import type { CompanyFacts } from '../diligence/company-facts.ts';
import type { AssessmentFacts } from '../diligence/current-assessment.ts';
import type { MemberCaller } from '../http/bind.ts';
import type { PartyRecord, StoredActivity } from './store.ts';

/** All that the guards look at, as it is in the database now. */
export interface GuidanceInput {
  stored: StoredActivity;
  assessment: AssessmentFacts | null;
  company: CompanyFacts;
  regulatedIn: readonly ('AUS' | 'NZL')[];
  on: CalendarDate;
}

/**
 * Whether the law wants due diligence on another party of the activity as well: of both sides of a property sale by whoever brokers
 * it, and wherever it was recorded that it would be done later. AU Rules 6-15.
 */
function mustVerifyOthers({ stored: { details }, company, regulatedIn }: GuidanceInput): boolean {
  return (
    regulatedIn.includes('AUS') &&
    isPropertyActivity(details.activityType) &&
    (company.sector === 'realEstate' || details.delayedCdd !== null)
  );
}

/** Both countries' sanctions laws forbid dealing with a designated person, whatever the part in an activity. */
function sanctionBlockers(
  parties: readonly PartyRecord[],
  regulatedIn: GuidanceInput['regulatedIn'],
): Blocker[] {
  return parties
    .filter(({ sanctionsStatus }) => sanctionsStatus === 'confirmed')
    .map(({ clientId, name }) => ({
      code: 'rule.prohibition',
      text: `A sanctions match on ${name} is confirmed. Do not go on with this activity; tell your compliance officer.`,
      ...cite(regulatedIn, { AUS: 'AU s28(2)(e)' }),
      fix: { target: 'client.screening', id: clientId },
    }));
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
      // The columns hold nothing but these values; the wire's types are wider.
      cddStatus: party.cddStatus as CddStatus,
      exceptionEndsOn: party.exceptionEndsOn,
      pepStatus: party.pepStatus as PepStatus,
      mustVerify: party.capacity === 'otherParty' && othersToo,
    })),
    assessmentStatus: assessment?.status ?? null,
    jurisdictions: regulatedIn,
    outcome: details.outcome,
    delayedCdd: details.delayedCdd,
    riskLevel: assessment?.finalLevel ?? null,
    assessmentProhibited: assessment?.prohibited ?? false,
    seniorManagerApproved: details.seniorApproval !== null,
    ruleBlockers: sanctionBlockers(parties, regulatedIn),
    on,
  };
}

/** Everything that keeps the activity from going to a state that its lifecycle allows now. */
export function moveBlockers(input: GuidanceInput, to: ActivityStatus): Blocker[] {
  if (to === 'completed') return activityCompletionBlockers(completionFacts(input));
  // Off hold it goes back to where it was, which was guarded when it went there.
  if (to === 'inReview' && input.stored.details.status !== 'onHold') {
    return activityReviewBlockers(completionFacts(input));
  }
  return [];
}

/** Whether the activity can still change: neither completed nor cancelled. */
export function isOpen({ status }: Pick<Activity, 'status'>): boolean {
  return status !== 'completed' && status !== 'cancelled';
}

/** What is still missing for completion; nothing once the activity is final. */
export function checklistOf(input: GuidanceInput): Blocker[] {
  return isOpen(input.stored.details) ? activityCompletionBlockers(completionFacts(input)) : [];
}

/** Every move of the lifecycle that the caller may make, each with all that blocks it. */
export function movesOf(
  input: GuidanceInput,
  { member, company }: MemberCaller,
  now: Date,
): Activity['moves'] {
  const may = mayAct({ kind: 'member', ...member }, 'records.write', company, now.toISOString());
  if (!may.allowed) return [];
  const { status, heldFrom } = input.stored.details;
  return movesFrom(activityLifecycle, status, heldFrom).map(({ to, label }) => ({
    to,
    label,
    blockers: moveBlockers(input, to),
  }));
}
