import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Diligence, moveClient as moveEndpoint } from '#contract/diligence.ts';
import { mayAct } from '#rules/access.ts';
import { cddStatusLabels, clientStatusLabels } from '#rules/client-types.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import { exceptionBlockers } from '#rules/guards/cdd-exception.ts';
import { exitEffects } from '#rules/guards/client-status.ts';
import { cddLifecycle, clientLifecycle } from '#rules/lifecycles/clients.ts';
import { type Lifecycle, mayMove } from '#rules/lifecycles/lifecycle.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { lockClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { followInMonitoring } from '../monitoring/follow-client.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { readCompanyFacts } from './company-facts.ts';
import { assessClient, clientMoveBlockers, type DiligenceInput, presentDiligence } from './guidance.ts';
import { keepLevel } from './level.ts';
import { type DiligenceDeps, diligenceInput } from './service.ts';
import { changeStanding, type StandingColumns } from './store.ts';

type Trx = Transaction<Schema>;
type Move = z.output<typeof moveEndpoint.body>;
type MoveOf<Name extends Move['lifecycle']> = Extract<Move, { lifecycle: Name }>;

interface Command {
  trx: Trx;
  deps: DiligenceDeps;
  caller: MemberCaller;
  input: DiligenceInput;
}

/** The label of a move that a person may make; refuses any other with the reason. */
function allowedMove<State extends string>(lifecycle: Lifecycle<State>, from: State, to: State): string {
  const decision = mayMove(lifecycle, from, to);
  const reason = decision.allowed
    ? `“${lifecycle.labels[to]}” comes by itself (${decision.label}); there is nothing to do here.`
    : decision.reason;
  if (decision.allowed && decision.by === 'person') return decision.label;
  throw refuse('request.invalid', { detail: reason, fields: { '': [reason] } });
}

/** Refuses with everything that blocks, in the words that the record's own page has; `fieldOf` says which field settles it. */
function refuseBlocked(
  label: string,
  blockers: readonly Blocker[],
  fieldOf: (blocker: Blocker) => string = () => '',
): void {
  if (blockers.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const blocker of blockers) {
    const field = fieldOf(blocker);
    fields[field] = [...(fields[field] ?? []), blocker.text];
  }
  const count = blockers.length === 1 ? 'One thing has' : `${blockers.length} things have`;
  throw refuse('request.invalid', {
    detail: `${count} to be settled before “${label}” is possible.`,
    fields,
  });
}

/** What ending a relationship, taking it up or taking it up again leaves on the record. Source: domain 3 and 6. */
async function clientEffects(
  { trx, caller, input }: Command,
  { to, endedOn = input.on }: MoveOf<'client'>,
): Promise<StandingColumns> {
  const { client, on } = input;
  if (to === 'exited') {
    const { regulatedIn } = caller.company;
    const { policy } = await readCompanyFacts(trx, caller.company.id);
    const effects = exitEffects({
      endedOn,
      enrolments: [],
      jurisdictions: regulatedIn,
      policy: { years: policy.retentionYears, regulatedIn },
    });
    return { relationship_ended_on: effects.relationshipEndedOn, retain_until: effects.retainUntil ?? null };
  }
  if (to === 'active') return { relationship_started_on: client.relationshipStartedOn ?? on };
  // Taken back on: the relationship runs again, and so nothing counts down to its destruction.
  if (to === 'onboarding') return { relationship_ended_on: null, retain_until: null };
  return {};
}

async function clientColumns(command: Command, move: MoveOf<'client'>): Promise<StandingColumns> {
  const { input } = command;
  const label = allowedMove(clientLifecycle, input.client.status, move.to);
  const blockers = clientMoveBlockers(input, assessClient(input), move.to, move.endedOn);
  refuseBlocked(label, blockers, () => (move.to === 'exited' ? 'endedOn' : ''));
  return { status: move.to, ...(await clientEffects(command, move)) };
}

function cddColumns(
  { deps, caller, input }: Command,
  { to, reason, endsOn }: MoveOf<'cdd'>,
): StandingColumns {
  const label = allowedMove(cddLifecycle, input.client.cddStatus, to);
  if (to !== 'exceptionApproved') {
    return {
      cdd_status: to,
      cdd_exception_reason: null,
      cdd_exception_ends_on: null,
      cdd_exception_by: null,
    };
  }
  const { member, company } = caller;
  const may = mayAct({ kind: 'member', ...member }, 'cdd.grantException', company, deps.now().toISOString());
  if (!may.allowed) throw refuse(may.code, { detail: may.reason });
  const blockers = exceptionBlockers({ reason: reason ?? null, endsOn: endsOn ?? null, on: input.on });
  refuseBlocked(label, blockers, ({ code }) => (code === 'exception.reasonMissing' ? 'reason' : 'endsOn'));
  return {
    cdd_status: to,
    cdd_exception_reason: reason ?? null,
    cdd_exception_ends_on: endsOn ?? null,
    cdd_exception_by: member.id,
  };
}

async function recordClientEvent(
  { trx, deps, caller, input }: Command,
  event: { action: string; detail: Record<string, unknown>; reason?: string },
): Promise<void> {
  await recordMemberEvent(trx, deps, caller, {
    resourceType: 'client',
    resourceId: input.client.id,
    ...event,
  });
}

/** What the history tells of a move: both states in words, dates that came with it, and why. */
function changesOf({ client, standing }: DiligenceInput, move: Move, columns: StandingColumns) {
  if (move.lifecycle === 'cdd') {
    return changesBetween(
      { cddStatus: cddStatusLabels[client.cddStatus], exceptionEndsOn: standing.exception?.endsOn },
      {
        cddStatus: cddStatusLabels[move.to],
        exceptionEndsOn: columns.cdd_exception_ends_on,
        reason: move.reason,
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

async function carryOut(command: Command, move: Move): Promise<Diligence> {
  const { trx, deps, caller, input } = command;
  const { client } = input;
  const columns =
    move.lifecycle === 'client' ? await clientColumns(command, move) : cddColumns(command, move);
  if (move.lifecycle === 'client')
    await followInMonitoring(trx, deps, caller, { clientId: client.id, to: move.to });
  await changeStanding(trx, {
    companyId: caller.company.id,
    id: client.id,
    version: client.version,
    columns,
    at: deps.now().toISOString(),
    by: caller.member.id,
  });
  const after = await keepLevel(trx, deps, caller, client.id);
  await recordClientEvent(command, {
    action: move.lifecycle === 'client' ? 'client.statusChanged' : 'client.cddStatusChanged',
    detail: { changes: changesOf(input, move, columns) },
    ...(move.reason === undefined ? {} : { reason: move.reason }),
  });
  await after.tell();
  return presentDiligence(after.input, caller, deps.now());
}

/**
 * Moves a client, or its due diligence, on in its lifecycle, and writes down the level of due diligence that then applies. Refuses
 * a stale version with `record.stale`; what the lifecycle or a guard does not allow with `request.invalid`, every obstacle beside the
 * field that settles it or under ''; an exception by whoever may not grant one with `role.forbidden`.
 */
export function moveClient(
  deps: DiligenceDeps,
  caller: MemberCaller,
  clientId: string,
  move: Move,
): Promise<Diligence> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body: move, status: 200 }, async () => {
      const client = await lockClientById(trx, clientId);
      if (client === null) throw refuse('record.notFound');
      const input = await diligenceInput(trx, deps, caller, client);
      if (client.version !== move.version) {
        throw refuse('record.stale', {
          detail: `${client.updatedBy.name} changed this client after you opened it. Look at it as it is now, then try again.`,
          current: presentDiligence(input, caller, deps.now()),
        });
      }
      return carryOut({ trx, deps, caller, input }, move);
    }),
  );
}
