import type { z } from 'zod';
import { transitionActivity as transitionEndpoint } from '#contract/activities.ts';
import { recheckCauses } from '#rules/activities/activity-recheck.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { activityOutcomeLabels } from '#rules/activity-types.ts';
import { outdatedBy } from '#rules/decisions/decision-facts.ts';
import { activityLifecycle, isFinalActivity, toActivityLifecycle } from '#rules/lifecycles/activities.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';
import { sanctionsBlockers } from '#rules/transition-guards/sanctions.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { rejectBlocked } from '../../kernel/http/refuse-blocked.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import { auditable, getInput } from './activity-record.ts';
import { addActivity, type LockedActivity, lockActivity, staleActivity } from './commands.ts';
import { activityFacts } from './decision-facts.ts';
import { checkDelayApproval } from './delay-approval.ts';
import { type ActivitiesDeps, guidanceInput, readRecord, reloadRecord } from './queries.ts';
import { endCauses, recordRecheck } from './recheck.ts';
import {
  exposuresNow,
  type GuidanceInput,
  isSeniorApprovalPresent,
  transitionBlockers,
} from './requirements.ts';
import { createSnapshot } from './snapshot.ts';
import { rejectUnstartable } from './start-guard.ts';
import { activities, getCopy, insertSnapshot, readAssessmentRow, type StoredActivity } from './store.ts';

type Transition = z.output<typeof transitionEndpoint.body>;
type TransitionFor<Kind extends Transition['move']> = Extract<Transition, { move: Kind }>;

interface Context extends Work {
  caller: MemberCaller;
}

/** The term for an activity in the caller's company. */
const getNoun = ({ caller }: Context) => toActivityNoun(caller.company.sector);

function recordChange(
  { record }: Context,
  event: { action: string; id: string; changes: Record<string, unknown>; reason?: string | undefined },
): void {
  record({
    action: event.action,
    resourceType: 'activity',
    resourceId: event.id,
    detail: { changes: event.changes },
    ...(event.reason === undefined ? {} : { reason: event.reason }),
  });
}

interface Frozen {
  completed_at: string;
  snapshot_hash: string;
}

/** Freezes the activity, its clients and its assessment as they are in this transaction. */
async function freeze(
  { trx, at, caller }: Context,
  { details, parties }: StoredActivity,
  {
    assessment,
    nonCooperation,
    arrangements,
  }: Pick<GuidanceInput, 'assessment' | 'nonCooperation' | 'arrangements'>,
): Promise<Frozen> {
  const clients = await readClientsById(
    trx,
    parties.map(({ clientId }) => clientId),
  );
  const { content, hash } = createSnapshot({
    takenAt: at,
    activity: { ...details, status: 'completed', completedAt: at, snapshotHash: undefined },
    parties: parties.map(({ clientId, capacity }) => ({ clientId, capacity })),
    clients: parties.flatMap(({ clientId }) => clients.find(({ id }) => id === clientId) ?? []),
    assessment: assessment === null ? null : await readAssessmentRow(trx, assessment.id),
    nonCooperation: nonCooperation.length === 0 ? undefined : nonCooperation,
    arrangements: arrangements.length === 0 ? undefined : arrangements,
  });
  await insertSnapshot(trx, {
    company_id: caller.company.id,
    activity_id: details.id,
    content,
    hash,
    taken_at: at,
  });
  return { completed_at: at, snapshot_hash: hash };
}

async function moveTo(
  context: Context,
  stored: StoredActivity,
  { to, reason }: TransitionFor<'to'>,
): Promise<string> {
  const { id, status, heldFrom } = stored.details;
  const decision = canTransition(toActivityLifecycle(getNoun(context)), status, to, { heldFrom });
  if (!decision.allowed) throw invalid(decision.reason);
  const input = await guidanceInput(context.trx, { now: context.time }, context.caller, stored);
  rejectBlocked(decision.label, transitionBlockers(input, to));
  const frozen = to === 'completed' ? await freeze(context, stored, input) : {};
  await activities.update(context, stored.details, {
    status: to,
    held_from: to === 'onHold' ? status : null,
    hold_reason: to === 'onHold' ? (reason ?? null) : null,
    ...frozen,
  });
  const labels = activityLifecycle.labels;
  recordChange(context, {
    action: 'activity.statusChanged',
    id,
    changes: changesBetween(
      { status: labels[status] },
      { status: labels[to], reason, ...frozenHash(frozen) },
    ),
    reason,
  });
  // Completing it passes every guard, and cancelled work is not carried out.
  if (isFinalActivity(to)) {
    await endCauses(context, stored, { causes: recheckCauses, reason: `${labels[to]}.` });
  }
  return id;
}

function frozenHash({ snapshot_hash }: Partial<Frozen>): { snapshotHash?: string } {
  return snapshot_hash ? { snapshotHash: snapshot_hash } : {};
}

/** Only open activities have an outcome and an approval. Work on hold can only be declined: that is not acting. */
function rejectUnlessGoingOn(context: Context, { details: { status } }: StoredActivity, what: string): void {
  const { singular } = getNoun(context);
  if (status === 'onHold') throw invalid(`This ${singular} is on hold. Resume it first, then ${what}.`);
  if (isFinalActivity(status)) {
    throw invalid(`This ${singular} is “${activityLifecycle.labels[status]}”. It is too late to ${what}.`);
  }
}

async function chooseOutcome(
  context: Context,
  stored: StoredActivity,
  { outcome }: TransitionFor<'outcome'>,
): Promise<string> {
  if (outcome !== 'declined' || stored.details.status !== 'onHold') {
    rejectUnlessGoingOn(context, stored, 'set the outcome');
  }
  const { id, outcome: before } = stored.details;
  const facts = activityFacts(stored);
  if (before === outcome && outdatedBy(stored.reliedOn.outcome, facts) === null) return id;
  await activities.update(context, stored.details, { outcome, outcome_relied_on: JSON.stringify(facts) });
  const after = await activities.reread(context.trx, id);
  await rejectUnstartable(context, { before: stored, after, label: 'Set outcome' });
  recordChange(context, {
    action: 'activity.outcomeSet',
    id,
    changes: changesBetween(
      { outcome: before === null ? null : activityOutcomeLabels[before] },
      { outcome: activityOutcomeLabels[outcome] },
    ),
  });
  return id;
}

/** Only a senior manager can approve, although a compliance officer can approve high risk too (NZ s 26, AU s 32). */
function rejectUnlessSeniorManager({ member, company }: MemberCaller): void {
  if (!member.designations.includes('seniorManager')) {
    throw apiError('role.forbidden', {
      detail: `Only a senior manager can approve this ${toActivityNoun(company.sector).singular}.`,
    });
  }
}

async function approveAsSenior(context: Context, stored: StoredActivity): Promise<string> {
  const { caller, at } = context;
  rejectUnlessSeniorManager(caller);
  rejectUnlessGoingOn(context, stored, 'approve it');
  const { id, seniorApproval } = stored.details;
  const input = await guidanceInput(context.trx, { now: context.time }, caller, stored);
  if (seniorApproval !== null && isSeniorApprovalPresent(input))
    throw invalid(`${seniorApproval.by.name} has already approved this ${getNoun(context).singular}.`);
  await activities.update(context, stored.details, {
    senior_approved_by: caller.member.id,
    senior_approved_at: at,
    senior_relied_on: JSON.stringify({ ...activityFacts(stored), approvedFor: exposuresNow(input) }),
  });
  recordChange(context, {
    action: 'activity.seniorManagerApproved',
    id,
    changes: changesBetween({}, { seniorApproval: caller.member.name }),
  });
  return id;
}

/** Approves a recorded delay of CDD, which has no effect before. */
async function approveDelay(context: Context, stored: StoredActivity): Promise<string> {
  const { caller, at } = context;
  const { id, delayedCdd } = stored.details;
  checkDelayApproval(context, delayedCdd);
  rejectUnlessGoingOn(context, stored, 'approve the delay');
  await activities.update(context, stored.details, {
    delayed_cdd_approved_by: caller.member.id,
    delayed_cdd_approved_at: at,
  });
  recordChange(context, {
    action: 'activity.delayApproved',
    id,
    changes: changesBetween(
      {},
      { delayedCddApproval: caller.member.name, delayedCddDueOn: delayedCdd.dueOn },
    ),
  });
  await endCauses(context, stored, { causes: ['delayNotApproved'], reason: 'The delay was approved.' });
  return id;
}

/** Creates a linked copy to continue with: the details and parties, but no decisions about the original. */
async function reopen(context: Context, stored: StoredActivity): Promise<string> {
  const { trx, time, caller } = context;
  const { details, parties } = stored;
  if (details.status !== 'completed') {
    throw invalid(`Only a completed ${getNoun(context).singular} can be reopened.`);
  }
  const existing = await getCopy(trx, details.id);
  if (existing) throw invalid(`Already reopened as ${existing.reference}. Continue there.`);
  const input = getInput(
    details,
    parties.map(({ clientId, capacity }) => ({ clientId, capacity })),
  );
  const { sanctions, regulatedIn, on } = await guidanceInput(trx, { now: time }, caller, stored);
  rejectBlocked(
    'Reopen as a copy',
    sanctionsBlockers(sanctions, regulatedIn, undefined, { act: 'startWork', on }),
  );
  const copy = await addActivity(context, input, { id: details.id, firstDays: stored.firstDays });
  recordChange(context, {
    action: 'activity.reopened',
    id: details.id,
    changes: changesBetween({}, { reopenedAs: copy.reference }),
  });
  const getName = (clientId: string) =>
    parties.find((party) => party.clientId === clientId)?.name ?? clientId;
  recordChange(context, {
    action: 'activity.created',
    id: copy.id,
    changes: changesBetween(
      {},
      { reference: copy.reference, copyOf: details.reference, ...auditable(input, getName) },
    ),
  });
  return copy.id;
}

function carryOut(context: Context, { stored }: LockedActivity, move: Transition): Promise<string> {
  switch (move.move) {
    case 'to':
      return moveTo(context, stored, move);
    case 'outcome':
      return chooseOutcome(context, stored, move);
    case 'seniorApproval':
      return approveAsSenior(context, stored);
    case 'delayApproval':
      return approveDelay(context, stored);
    case 'recheck':
      return recordRecheck(context, stored, move.reason);
    case 'reopen':
      return reopen(context, stored);
  }
}

/**
 * POST /activities/:id/transitions. Changes the status, sets the outcome, records a senior manager's approval or that of a delay, or
 * reopens the activity as a linked copy, which is then returned. Also records that it was rechecked.
 * @throws `request.invalid` with all blockers under the field '' if the lifecycle or a guard does not permit it;
 * `role.forbidden` for an approval by anyone but a senior manager, and of a delay by anyone who may not grant exceptions
 */
export const transitionActivity = commandsFor<ActivitiesDeps>()(transitionEndpoint, {
  lock: (context) => lockActivity(context),
  stale: staleActivity,
  change: (context, before) => carryOut(context, before, context.body),
  read: ({ trx, time, caller }, _, id) => reloadRecord(trx, { now: time }, caller, id),
  again: ({ trx, time, caller }, { id }) => readRecord(trx, { now: time }, caller, id),
  events: () => [],
});
