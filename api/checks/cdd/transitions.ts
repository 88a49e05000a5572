import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  approveClient as approveEndpoint,
  transitionClient as transitionEndpoint,
} from '#contract/cdd/cdd.ts';
import { type ClientStatus, cddStatusLabels, clientStatusLabels } from '#rules/clients/client-types.ts';
import { cddLifecycle, clientLifecycle, isEndedClient, movesToApproval } from '#rules/lifecycles/clients.ts';
import { canTransition, type Lifecycle } from '#rules/lifecycles/lifecycle.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { can } from '#rules/permissions.ts';
import { exceptionBlockers } from '#rules/transition-guards/cdd-exception.ts';
import { exitEffects } from '#rules/transition-guards/client-status.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { rejectBlocked } from '../../kernel/http/refuse-blocked.ts';
import { clients } from '../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { isApprovedByOne, otherApprovers } from './approval.ts';
import { insertDecision, readBasis } from './decision-store.ts';
import { cddAgain, type LockedClient, lockWithCdd, staleCdd } from './locked-client.ts';
import {
  assessClient,
  cddTransitionBlockers,
  clientTransitionBlockers,
  type DiligenceInput,
  getApproval,
  knownBasis,
  toDiligenceDto,
} from './requirements.ts';
import type { DiligenceDeps } from './service.ts';
import type { CddStatusColumns } from './store.ts';
import { writeCddLevel } from './sync-cdd-level.ts';

type Transition = z.output<typeof transitionEndpoint.body>;
type TransitionFor<Name extends Transition['lifecycle']> = Extract<Transition, { lifecycle: Name }>;

interface Context extends Work {
  caller: MemberCaller;
}

/** Label of a transition available to the member; throws with the reason for any other. */
function allowedTransition<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  to: State,
): string {
  const decision = canTransition(lifecycle, from, to);
  const reason = decision.allowed
    ? `“${lifecycle.labels[to]}” is set automatically (${decision.label}). No action needed.`
    : decision.reason;
  if (decision.allowed && decision.by === 'person') return decision.label;
  throw invalid(reason);
}

/** Changes of the record caused by ending, starting or resuming a relationship. */
async function clientEffects(
  { trx, caller }: Context,
  { client, on }: DiligenceInput,
  { to, endedOn = on }: TransitionFor<'client'>,
): Promise<CddStatusColumns> {
  if (to === 'exited') {
    const { regulatedIn } = caller.company;
    const { policy } = await readCompanyFacts(trx, caller.company.id);
    const effects = exitEffects({
      endedOn,
      enrolments: [],
      jurisdictions: regulatedIn,
      policy: { years: policy.retentionYears, regulatedIn },
    });
    return {
      relationship_ended_on: effects.relationshipEndedOn,
      relationship_end_known_from: false,
      retain_until: effects.retainUntil ?? null,
    };
  }
  // Taken back on: the relationship runs again, and so nothing counts down to its destruction. Until then, and where the client is
  // declined, the end of the former relationship and its retention stay on record (NZ s50, AU s111).
  if (to === 'active') {
    return {
      relationship_started_on: client.relationshipStartedOn ?? on,
      relationship_ended_on: null,
      relationship_end_known_from: false,
      retain_until: null,
    };
  }
  return {};
}

async function clientColumns(
  context: Context,
  input: DiligenceInput,
  move: TransitionFor<'client'>,
): Promise<CddStatusColumns> {
  const label = allowedTransition(clientLifecycle, input.client.status, move.to);
  const blockers = clientTransitionBlockers(input, assessClient(input), move.to, move.endedOn);
  rejectBlocked(label, blockers, () => (move.to === 'exited' ? 'endedOn' : ''));
  return { status: move.to, ...(await clientEffects(context, input, move)) };
}

function cddColumns(
  { caller, time, at }: Context,
  input: DiligenceInput,
  { to, reason, endsOn }: TransitionFor<'cdd'>,
): CddStatusColumns {
  const label = allowedTransition(cddLifecycle, input.client.cddStatus, to);
  if (to !== 'exceptionApproved') {
    rejectBlocked(label, cddTransitionBlockers(input, to, caller, time()));
    return {
      cdd_status: to,
      cdd_submitted_by: to === 'readyForReview' ? caller.member.id : null,
      ...(to === 'verified' ? { cdd_decided_at: at, refresh_causes: [] } : {}),
      cdd_exception_reason: null,
      cdd_exception_ends_on: null,
      cdd_exception_by: null,
    };
  }
  const { member, company } = caller;
  const may = can({ kind: 'member', ...member }, 'cdd.grantException', company, time().toISOString());
  if (!may.allowed) throw apiError(may.code, { detail: may.reason });
  const blockers = exceptionBlockers({ reason: reason ?? null, endsOn: endsOn ?? null, on: input.on });
  rejectBlocked(label, blockers, ({ code }) => (code === 'exception.reasonMissing' ? 'reason' : 'endsOn'));
  return {
    cdd_status: to,
    cdd_exception_reason: reason ?? null,
    cdd_exception_ends_on: endsOn ?? null,
    cdd_exception_by: member.id,
    cdd_submitted_by: null,
    cdd_decided_at: at,
    refresh_causes: [],
  };
}

/** Audited changes of a transition: labels of both statuses, entered dates, and the reason. */
function getChanges(
  { client, standing }: DiligenceInput,
  move: Transition,
  { columns, decidedByOne }: { columns: CddStatusColumns; decidedByOne: boolean },
) {
  if (move.lifecycle === 'cdd') {
    return changesBetween(
      { cddStatus: cddStatusLabels[client.cddStatus], exceptionEndsOn: standing.exception?.endsOn },
      {
        cddStatus: cddStatusLabels[move.to],
        exceptionEndsOn: columns.cdd_exception_ends_on,
        reason: move.reason,
        makerChecker: decidedByOne ? decidedByOneLabel : undefined,
      },
    );
  }
  return changesBetween(
    {
      status: clientStatusLabels[client.status],
      relationshipStartedOn: client.relationshipStartedOn,
      relationshipEndedOn: standing.relationshipEndedOn,
    },
    {
      status: clientStatusLabels[move.to],
      relationshipStartedOn: columns.relationship_started_on ?? client.relationshipStartedOn,
      relationshipEndedOn:
        columns.relationship_ended_on === undefined
          ? standing.relationshipEndedOn
          : columns.relationship_ended_on,
      retainUntil: columns.retain_until,
      reason: move.reason,
    },
  );
}

/** Saves the basis of an approval: rule packs, each requirement as at the approval, and the evidence relied on. */
async function saveDecision(
  { trx, at, caller }: Context,
  input: DiligenceInput,
  note: string | null,
  decidedByOne: boolean,
): Promise<void> {
  const { company, member } = caller;
  const assessed = assessClient(input, { evenIfWaived: true });
  await insertDecision(trx, {
    company,
    id: uuidv7({ msecs: Date.parse(at) }),
    clientId: input.client.id,
    at,
    by: member.id,
    assessed,
    basis: await readBasis(trx, input, company.timeZone, knownBasis(input, assessed)),
    note,
    decidedByOne,
  });
}

/** Writes a transition and the CDD level that then applies; `level.input` is the client as it then is. */
async function applyTransition(context: Context, { client, input }: LockedClient, move: Transition) {
  const { caller, emit } = context;
  const columns =
    move.lifecycle === 'client'
      ? await clientColumns(context, input, move)
      : cddColumns(context, input, move);
  const decidedByOne = move.to === 'verified' && isApprovedByOne(input, caller);
  if (move.to === 'verified') await saveDecision(context, input, move.reason ?? null, decidedByOne);
  await clients.update(context, client, columns);
  if (move.lifecycle === 'client') emit('client.transitioned', { clientId: client.id, to: move.to });
  const { submittedBy } = input.standing;
  if (move.to === 'returned' && submittedBy)
    emit('client.returned', { clientId: client.id, memberId: submittedBy });
  return {
    columns,
    decidedByOne,
    // A transition changes the client's own row alone.
    level: await writeCddLevel(context, client.id, input),
  };
}

/** Tells who can approve a client that is now in review. */
function emitSent({ emit, caller }: Context, { client, approval }: DiligenceInput): void {
  if (client.cddStatus !== 'readyForReview' || approval === null) return;
  const approverIds = otherApprovers({ client, approval }, caller).map(({ id }) => id);
  emit('client.sentForApproval', { clientId: client.id, approverIds });
}

const transitionEvents = (
  { client, input }: LockedClient,
  move: Transition,
  done: Awaited<ReturnType<typeof applyTransition>>,
): WorkEvent[] => [
  {
    action: move.lifecycle === 'client' ? 'client.statusChanged' : 'client.cddStatusChanged',
    resourceType: 'client',
    resourceId: client.id,
    detail: { changes: getChanges(input, move, done) },
    ...(move.reason === undefined ? {} : { reason: move.reason }),
  },
  ...done.level.events,
];

/** Changes the status of a locked client within a job. Rejected as by the endpoint. */
export async function moveClient(
  work: Work & { caller: MemberCaller },
  locked: LockedClient,
  move: TransitionFor<'client'>,
): Promise<void> {
  const done = await applyTransition(work, locked, move);
  work.record(...transitionEvents(locked, move, done));
}

const command = commandsFor<DiligenceDeps>();

/**
 * POST /clients/:id/transitions. Changes the status of a client, or of its CDD, and saves the CDD level that then applies. A transition
 * that the lifecycle or a guard does not allow is rejected with `request.invalid`, each blocker under its field or under '';
 * an exception by a member without permission to grant it with `role.forbidden`.
 */
export const transitionClient = command(transitionEndpoint, {
  lock: lockWithCdd,
  stale: staleCdd,
  async change(context, locked) {
    const done = await applyTransition(context, locked, context.body);
    if (context.body.lifecycle === 'cdd') emitSent(context, done.level.input);
    return done;
  },
  read: async ({ caller, time }, _, { level }) => toDiligenceDto(level.input, caller, time()),
  again: cddAgain,
  events: ({ body: move }, { before, done }) => transitionEvents(before, move, done),
});

/** Why there is nothing to approve. */
const alreadyDone = (status: ClientStatus) =>
  isEndedClient(status)
    ? 'The relationship with this client has ended. Re-onboard the client before you approve it.'
    : 'CDD on this client is approved already.';

/** Takes a client as far as the caller may, one transition after the other, each as by its own endpoint. */
async function moveToApproval(context: Context, locked: LockedClient, note: string | undefined) {
  const { caller, time } = context;
  const { status, cddStatus } = locked.client;
  const approval = getApproval(locked.input, caller, time());
  if (approval === null) throw invalid(alreadyDone(status));
  rejectBlocked('Approve client', approval.blockers);
  const moves = movesToApproval({ status, cddStatus }, approval.reaches);
  const events: WorkEvent[] = [];
  let now = locked;
  for (const [index, move] of moves.entries()) {
    const { version } = now.client;
    const transition = { ...move, version, reason: index === moves.length - 1 ? note : undefined };
    const done = await applyTransition(context, now, transition);
    events.push(...transitionEvents(now, transition, done));
    const { input } = done.level;
    now = { client: input.client, input, version: input.client.version };
  }
  emitSent(context, now.input);
  return { input: now.input, events };
}

/**
 * POST /clients/:id/approval. Starts onboarding and CDD, sends CDD for review and approves it, as far as the caller may; the response
 * says who can approve instead. Outstanding requirements, and a client in review that the caller cannot approve, are rejected with
 * `request.invalid` and all blockers; nothing is changed then. A note is the reason of the last transition.
 */
export const approveClient = command(approveEndpoint, {
  lock: lockWithCdd,
  stale: staleCdd,
  change: (context, locked) => moveToApproval(context, locked, context.body.note),
  read: async ({ caller, time }, _, { input }) => toDiligenceDto(input, caller, time()),
  again: cddAgain,
  events: (_, { done }) => done.events,
});
