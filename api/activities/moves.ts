import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Activity, moveActivity as moveEndpoint } from '#contract/activities.ts';
import { mayAct } from '#rules/access.ts';
import { activityOutcomeLabels } from '#rules/activity-types.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { changesBetween } from '../audit/detail.ts';
import { readClientsById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { auditable, inputOf } from './activity-record.ts';
import { moveBlockers } from './guidance.ts';
import {
  type ActivitiesDeps,
  addActivity,
  guidanceInput,
  readBack,
  recordActivityEvent,
  refuseStale,
} from './service.ts';
import { takeSnapshot } from './snapshot.ts';
import {
  changeActivity,
  copyOf,
  insertSnapshot,
  lockActivityById,
  type StateColumns,
  type StoredActivity,
} from './store.ts';

type Trx = Transaction<Schema>;
type Move = z.output<typeof moveEndpoint.body>;
type MoveOf<Kind extends Move['move']> = Extract<Move, { move: Kind }>;

interface Command {
  trx: Trx;
  deps: ActivitiesDeps;
  caller: MemberCaller;
  stored: StoredActivity;
}

function refuseWith(sentences: readonly string[], detail = sentences[0]): Error {
  return refuse('request.invalid', {
    ...(detail === undefined ? {} : { detail }),
    fields: { '': [...sentences] },
  });
}

/** Refuses with everything that blocks, in the words that the record's own page has. */
function refuseBlocked(label: string, blockers: readonly Blocker[]): void {
  if (blockers.length === 0) return;
  const first = blockers.length === 1 ? 'One thing has' : `${blockers.length} things have`;
  throw refuseWith(
    blockers.map(({ text }) => text),
    `${first} to be settled before “${label}” is possible.`,
  );
}

async function change({ trx, deps, caller, stored }: Command, columns: StateColumns): Promise<void> {
  const { id, version } = stored.details;
  await changeActivity(trx, {
    companyId: caller.company.id,
    id,
    version,
    columns,
    at: deps.now().toISOString(),
    by: caller.member.id,
  });
}

/** Freezes the activity, its clients and its assessment as they are in this transaction. */
async function freeze(
  { trx, deps, caller, stored }: Command,
  assessmentId: string | null,
): Promise<StateColumns> {
  const takenAt = deps.now().toISOString();
  const { details, parties } = stored;
  const clients = await readClientsById(
    trx,
    parties.map(({ clientId }) => clientId),
  );
  const assessment =
    assessmentId === null
      ? null
      : await trx
          .selectFrom('risk_assessments')
          .selectAll()
          .where('id', '=', assessmentId)
          .executeTakeFirstOrThrow();
  const { content, hash } = takeSnapshot({
    takenAt,
    activity: { ...details, status: 'completed', completedAt: takenAt, snapshotHash: undefined },
    parties: parties.map(({ clientId, capacity }) => ({ clientId, capacity })),
    clients: parties.flatMap(({ clientId }) => clients.find(({ id }) => id === clientId) ?? []),
    assessment,
  });
  await insertSnapshot(trx, {
    company_id: caller.company.id,
    activity_id: details.id,
    content,
    hash,
    taken_at: takenAt,
  });
  return { completed_at: takenAt, snapshot_hash: hash };
}

async function moveTo(command: Command, { to, reason }: MoveOf<'to'>): Promise<string> {
  const { trx, deps, caller, stored } = command;
  const { id, status, heldFrom } = stored.details;
  const decision = mayMove(activityLifecycle, status, to, { heldFrom });
  if (!decision.allowed) throw refuseWith([decision.reason]);
  const input = await guidanceInput(trx, deps, caller, stored);
  refuseBlocked(decision.label, moveBlockers(input, to));
  const frozen = to === 'completed' ? await freeze(command, input.assessment?.id ?? null) : {};
  await change(command, {
    status: to,
    held_from: to === 'onHold' ? status : null,
    ...frozen,
  });
  const labels = activityLifecycle.labels;
  await recordActivityEvent(trx, deps, caller, {
    action: 'activity.statusChanged',
    resourceId: id,
    detail: {
      changes: changesBetween(
        { status: labels[status] },
        { status: labels[to], reason, ...frozenHash(frozen) },
      ),
    },
    ...(reason === undefined ? {} : { reason }),
  });
  return id;
}

function frozenHash({ snapshot_hash }: StateColumns): { snapshotHash?: string } {
  return snapshot_hash ? { snapshotHash: snapshot_hash } : {};
}

/** Outcome and approval are about work that goes on. */
function refuseUnlessGoingOn({ details: { status } }: StoredActivity, what: string): void {
  if (status === 'onHold')
    throw refuseWith([`This activity is on hold. Take it off hold first, then ${what}.`]);
  if (status === 'completed' || status === 'cancelled') {
    throw refuseWith([
      `This activity is “${activityLifecycle.labels[status]}”, which is final. It is too late to ${what}.`,
    ]);
  }
}

async function chooseOutcome(command: Command, { outcome }: MoveOf<'outcome'>): Promise<string> {
  const { trx, deps, caller, stored } = command;
  refuseUnlessGoingOn(stored, 'choose the outcome');
  const { id, outcome: before } = stored.details;
  if (before === outcome) return id;
  await change(command, { outcome });
  await recordActivityEvent(trx, deps, caller, {
    action: 'activity.outcomeChosen',
    resourceId: id,
    detail: {
      changes: changesBetween(
        { outcome: before === null ? null : activityOutcomeLabels[before] },
        { outcome: activityOutcomeLabels[outcome] },
      ),
    },
  });
  return id;
}

/** A senior manager's word alone counts, whatever else lets a person approve high risks (NZ s26, AU s32). */
function refuseUnlessSeniorManager({ member, company }: MemberCaller, now: Date): void {
  const may = mayAct({ kind: 'member', ...member }, 'assessments.approveHigh', company, now.toISOString());
  if (!may.allowed) throw refuse(may.code, { detail: may.reason });
  if (!member.designations.includes('seniorManager')) {
    throw refuse('role.forbidden', {
      detail: 'Only a member who is designated as senior manager can approve this activity.',
    });
  }
}

async function approveAsSenior(command: Command): Promise<string> {
  const { trx, deps, caller, stored } = command;
  refuseUnlessSeniorManager(caller, deps.now());
  refuseUnlessGoingOn(stored, 'approve it');
  const { id, seniorApproval } = stored.details;
  if (seniorApproval !== null) {
    throw refuseWith([`${seniorApproval.by.name} has approved this activity already.`]);
  }
  await change(command, {
    senior_approved_by: caller.member.id,
    senior_approved_at: deps.now().toISOString(),
  });
  await recordActivityEvent(trx, deps, caller, {
    action: 'activity.seniorApproved',
    resourceId: id,
    detail: { changes: changesBetween({}, { seniorApproval: caller.member.name }) },
  });
  return id;
}

/** A linked copy to go on with: the details and parties, but nothing that was decided about the original. */
async function reopen({ trx, deps, caller, stored }: Command): Promise<string> {
  const { details, parties } = stored;
  if (details.status !== 'completed') {
    throw refuseWith([
      'Only a completed activity is reopened. This one can still be changed, or was cancelled.',
    ]);
  }
  const existing = await copyOf(trx, details.id);
  if (existing)
    throw refuseWith([`This activity was reopened already, as ${existing.reference}. Go on there.`]);
  const input = inputOf(
    details,
    parties.map(({ clientId, capacity }) => ({ clientId, capacity })),
  );
  const copy = await addActivity(trx, deps, caller, input, details.id);
  await recordActivityEvent(trx, deps, caller, {
    action: 'activity.reopened',
    resourceId: details.id,
    detail: { changes: changesBetween({}, { reopenedAs: copy.reference }) },
  });
  const nameOf = (clientId: string) => parties.find((party) => party.clientId === clientId)?.name ?? clientId;
  await recordActivityEvent(trx, deps, caller, {
    action: 'activity.created',
    resourceId: copy.id,
    detail: {
      changes: changesBetween(
        {},
        { reference: copy.reference, copyOf: details.reference, ...auditable(input, nameOf) },
      ),
    },
  });
  return copy.id;
}

function carryOut(command: Command, move: Move): Promise<string> {
  switch (move.move) {
    case 'to':
      return moveTo(command, move);
    case 'outcome':
      return chooseOutcome(command, move);
    case 'seniorApproval':
      return approveAsSenior(command);
    case 'reopen':
      return reopen(command);
  }
}

/**
 * Moves an activity on, sets its outcome, approves it as a senior manager or reopens it as a linked copy, which then is the answer.
 * Refuses a stale version with `record.stale`; what the lifecycle or a guard does not allow with `request.invalid` and every
 * obstacle under the field ''; an approval by anybody but a senior manager with `role.forbidden`.
 */
export function moveActivity(
  deps: ActivitiesDeps,
  caller: MemberCaller,
  id: string,
  move: Move,
): Promise<Activity> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: move, status: 200 }, async () => {
      const stored = await lockActivityById(trx, id);
      if (stored === null) throw refuse('record.notFound');
      await refuseStale(trx, deps, caller, stored, move.version);
      const moved = await carryOut({ trx, deps, caller, stored }, move);
      return readBack(trx, deps, caller, moved);
    }),
  );
}
