import { isDeepStrictEqual } from 'node:util';
import {
  type Activity,
  type ActivityInput,
  createActivity as createEndpoint,
  updateActivity as updateEndpoint,
} from '#contract/activities.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { activityOutcomeLabels } from '#rules/activity-types.ts';
import { outdatedBy } from '#rules/decisions/decision-facts.ts';
import { hasStarted } from '#rules/lifecycles/activities.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { auditable, type FirstDays, getColumns, getInput, noFirstDays } from './activity-record.ts';
import { activityFacts } from './decision-facts.ts';
import {
  type DelayState,
  describeDelayApproval,
  toCopiedDelayState,
  toDelayState,
} from './delay-approval.ts';
import { checkFields, leavingParties, rejectLeaving } from './form-checks.ts';
import { insertParties, lockPartyClients, replaceParties } from './parties-store.ts';
import { type ActivitiesDeps, readRecord, reloadRecord, toActivityDto } from './queries.ts';
import { isOpen } from './requirements.ts';
import { rejectUnstartable } from './start-guard.ts';
import { activities, clearOutcome, nextReference, type StoredActivity } from './store.ts';

const command = commandsFor<ActivitiesDeps>();

const getClientIds = ({ parties }: ActivityInput) => parties.map(({ clientId }) => clientId);

/** Inserts an activity, or a copy of another one, with the company's next reference; returns its id and reference. */
export async function addActivity(
  context: Work & { caller: MemberCaller },
  input: ActivityInput,
  copyOf: { id: string; firstDays: FirstDays } | null,
): Promise<{ id: string; reference: string; delay: DelayState }> {
  const { trx, caller } = context;
  const reference = await nextReference(trx, caller.company.id);
  const delay = copyOf === null ? toDelayState(context, input, null) : toCopiedDelayState(context, input);
  const id = await activities.insert(context, {
    ...getColumns(reference, input, copyOf?.firstDays ?? noFirstDays),
    ...delay,
    reference,
    status: 'toDo',
    copy_of_id: copyOf?.id ?? null,
  });
  await insertParties(trx, caller.company.id, id, input.parties);
  return { id, reference, delay };
}

/** POST /activities. Creates an activity in status to do. @throws `request.invalid` with field errors */
export const createActivity = command(createEndpoint, {
  async change(context) {
    const { trx, caller, body } = context;
    await lockPartyClients(trx, null, getClientIds(body));
    const names = await checkFields(trx, caller, body, {
      before: null,
      firstDays: noFirstDays,
      now: context.time(),
    });
    return { ...(await addActivity(context, body, null)), names };
  },
  read: ({ trx, time, caller }, _, { id }) => reloadRecord(trx, { now: time }, caller, id),
  again: ({ trx, time, caller }, { id }) => readRecord(trx, { now: time }, caller, id),
  events: ({ body, ...work }, { done: { id, reference, names, delay } }) => ({
    action: 'activity.created',
    resourceType: 'activity',
    resourceId: id,
    detail: {
      changes: changesBetween(
        {},
        {
          reference,
          ...auditable(body, (clientId) => names.get(clientId) ?? clientId),
          ...describeDelayApproval(work, delay, null).after,
        },
      ),
    },
  }),
});

/** A locked activity. */
export interface LockedActivity {
  stored: StoredActivity;
  version: number;
}

interface ActivityWork extends Work {
  params: { id: string };
  caller: MemberCaller;
}

/** Locks the activity of a command, after its parties' clients; null where it is not the company's. `further`: ids of clients to be added. */
export async function lockActivity(
  { trx, params }: ActivityWork,
  further: readonly string[] = [],
): Promise<LockedActivity | null> {
  await lockPartyClients(trx, params.id, further);
  const stored = await activities.lock(trx, params.id);
  return stored === null ? null : { stored, version: stored.details.version };
}

/** Withdraws an outcome that relied on facts which a form changed, and emits which ones it changed; returns the outcome that remains. */
async function followFacts(
  { trx, emit }: Pick<Work, 'trx' | 'emit'>,
  before: StoredActivity,
  after: StoredActivity,
): Promise<Activity['outcome']> {
  const { id, outcome } = before.details;
  const facts = activityFacts(after);
  const changed = outdatedBy(activityFacts(before), facts);
  if (changed !== null) emit('activity.factsChanged', { activityId: id, facts: changed });
  if (outcome === null || outdatedBy(before.reliedOn.outcome, facts) === null) return outcome;
  await clearOutcome(trx, id);
  return null;
}

/** Error for an activity that changed in the meantime. */
export const staleActivity = {
  message: ({ stored }: LockedActivity) =>
    `${stored.details.updatedBy.name} changed this record after you opened it. Review both versions, then save again.`,
  current: ({ trx, time, caller }: ActivityWork, { stored }: LockedActivity) =>
    toActivityDto(trx, { now: time }, caller, stored),
};

/** Locks an open activity. Refuses a completed or cancelled one, regardless of the version. */
async function lockOpen(context: ActivityWork & { body: ActivityInput }): Promise<LockedActivity | null> {
  const locked = await lockActivity(context, getClientIds(context.body));
  if (locked === null || isOpen(locked.stored.details)) return locked;
  const { singular } = toActivityNoun(context.caller.company.sector);
  throw invalid(
    locked.stored.details.status === 'completed'
      ? `This ${singular} is completed. Reopen it to continue in a linked copy.`
      : `This ${singular} is cancelled. Create a new one if the work goes ahead.`,
  );
}

const approvedBy = (approval: Activity['seniorApproval']) => ({ seniorApproval: approval?.by.name ?? null });

const outcomeText = (outcome: Activity['outcome']) => ({
  outcome: outcome === null ? null : activityOutcomeLabels[outcome],
});

/**
 * PUT /activities/:id. Replaces the details of an open activity. A change withdraws a senior manager's approval, which covered the
 * former details; one of a fact on which the outcome relied withdraws the outcome. Work in progress takes no details with which it could not
 * have started. A form without changes writes nothing.
 */
export const updateActivity = command(updateEndpoint, {
  lock: lockOpen,
  stale: staleActivity,
  async change(context, { stored }) {
    const { trx, time, at, caller, emit, params, body } = context;
    const { id } = params;
    const { version, partyReason, ...input } = body;
    const partiesBefore = stored.parties.map(({ clientId, capacity }) => ({ clientId, capacity }));
    const before = getInput(stored.details, partiesBefore);
    const { reference } = stored.details;
    const { firstDays } = stored;
    const names = await checkFields(trx, caller, input, { before, firstDays, now: time() });
    const leaving = hasStarted(stored.details) ? leavingParties(partiesBefore, input.parties) : [];
    rejectLeaving(caller, time(), { leaving, parties: input.parties, reason: partyReason, stored });
    const columns = getColumns(reference, input, firstDays);
    const delay = toDelayState({ caller, at }, input, before);
    const approval = describeDelayApproval({ caller, at }, delay, stored.details.delayedCdd);
    const hasSameParties = isDeepStrictEqual(partiesBefore, input.parties);
    if (hasSameParties && isDeepStrictEqual(columns, getColumns(reference, before, firstDays))) {
      return unchanged(await toActivityDto(trx, { now: time }, caller, stored));
    }
    if (!hasSameParties) await replaceParties(trx, caller.company.id, id, input.parties);
    const unapproved = { senior_approved_by: null, senior_approved_at: null, senior_relied_on: null };
    await activities.update(context, { id, version }, { ...columns, ...delay, ...unapproved });
    const after = await activities.reread(trx, id);
    const outcome = await followFacts({ trx, emit }, stored, after);
    await rejectUnstartable({ trx, time, caller }, { before: stored, after, label: 'Save' });
    for (const { clientId, name } of stored.parties) names.set(clientId, name);
    const inWords = (details: ActivityInput) =>
      auditable(details, (clientId) => names.get(clientId) ?? clientId);
    return changesBetween(
      {
        ...inWords(before),
        ...approval.before,
        ...approvedBy(stored.details.seniorApproval),
        ...outcomeText(stored.details.outcome),
      },
      {
        ...inWords(input),
        ...approval.after,
        ...approvedBy(null),
        ...outcomeText(outcome),
        ...(leaving.length > 0 ? { partyReason } : {}),
      },
    );
  },
  read: ({ trx, time, caller, params }) => reloadRecord(trx, { now: time }, caller, params.id),
  again: ({ trx, time, caller, params }) => readRecord(trx, { now: time }, caller, params.id),
  events: ({ params, body }, { done: changes }) => ({
    action: 'activity.updated',
    resourceType: 'activity',
    resourceId: params.id,
    detail: { changes },
    ...(changes.partyReason === undefined ? {} : { reason: body.partyReason }),
  }),
});
