import type { Transaction, Updateable } from 'kysely';
import type { BusinessVerification } from '#contract/business-verifications.ts';
import { OwnershipGraphError } from '#rules/ownership/graph.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { lockClients } from '../clients/store.ts';
import type { BusinessVerificationsTable } from '../database/business-verification-tables.ts';
import type { Schema } from '../database/schema.ts';
import type { StoredGraph } from '../database/stored-ownership.ts';
import { asTenant } from '../database/tenancy.ts';
import { keepLevel } from '../diligence/level.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { isOpenMove, type MoveAct } from './moves.ts';
import { resolveTree, summaryOf } from './ownership-view.ts';
import { type BusinessVerificationDeps, type Opened, present } from './present.ts';
import { openVerification } from './service.ts';
import { changeVerification, readVerification } from './store.ts';

export interface Command {
  trx: Transaction<Schema>;
  deps: BusinessVerificationDeps;
  caller: MemberCaller;
  opened: Opened;
}

/** What a command changes, and what the history says of it. */
export interface Change {
  columns?: Updateable<BusinessVerificationsTable>;
  graph?: StoredGraph;
  action: string;
  detail?: Record<string, unknown>;
  /** Fields before and after, in the words of the page. */
  changes?: Record<string, { before: unknown; after: unknown }>;
  reason?: string | undefined;
}

/** Refuses a form as a whole, or beside one field. */
export function refuseForm(sentence: string, field = ''): Error {
  return refuse('request.invalid', {
    ...(field === '' ? { detail: sentence } : {}),
    fields: { [field]: [sentence] },
  });
}

function requireOpen(opened: Opened, act: MoveAct): void {
  if (isOpenMove(opened, act)) return;
  const { row } = opened;
  const sentence =
    row.asking !== null
      ? 'A register is being asked at the moment. Wait for its answer, or cancel, then try again.'
      : ['verified', 'failed', 'cancelled', 'evidenceExpired'].includes(row.status)
        ? 'This verification has ended and is kept as it was. Start a new one on the client’s page.'
        : 'There is nothing to do of this kind at the moment. Look at the verification as it is now.';
  throw refuseForm(sentence);
}

/**
 * Runs one command on a verification: once for its key, with the client and the verification locked in this order, on the version that the
 * person saw, if the move is open. What it changes is written, its consequences for the client's due diligence kept, and one event told.
 */
export function runCommand(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  { id, version, act, body }: { id: string; version: number; act: MoveAct; body: unknown },
  decide: (command: Command) => Promise<Change | null> | Change | null,
): Promise<BusinessVerification> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body, status: 200 }, async () => {
      const found = await readVerification(trx, id);
      if (found === null) throw refuse('record.notFound');
      await lockClients(trx, [found.client_id]);
      const opened = await openVerification(trx, deps, caller, id, true);
      if (opened.row.version !== version) {
        throw refuse('record.stale', {
          detail: `${opened.row.updated_by_name}, or a register’s answer, changed this verification after you opened it. Look at it as it is now, then try again.`,
          current: present(opened, deps, caller),
        });
      }
      requireOpen(opened, act);
      const change = await decide({ trx, deps, caller, opened });
      if (change === null) return present(opened, deps, caller);
      await write({ trx, deps, caller, opened }, change);
      return present(await openVerification(trx, deps, caller, id), deps, caller);
    }),
  );
}

async function write({ trx, deps, caller, opened }: Command, change: Change): Promise<void> {
  const { row } = opened;
  const { graph, columns = {}, action, detail, changes = {}, reason } = change;
  await changeVerification(trx, row, {
    ...columns,
    ...(graph
      ? {
          graph: JSON.stringify(graph),
          ...summaryOf(graph, resolved(graph, caller)),
        }
      : {}),
    updated_at: deps.now().toISOString(),
    updated_by: caller.member.id,
  });
  const { tell } = await keepLevel(trx, deps, caller, row.client_id);
  await recordMemberEvent(trx, deps, caller, {
    action,
    resourceType: 'businessVerification',
    resourceId: row.id,
    detail: { clientId: row.client_id, ...detail, changes },
    ...(reason === undefined ? {} : { reason }),
  });
  await tell();
}

/** A tree that contradicts itself is refused with what is wrong about it. */
function resolved(graph: StoredGraph, { company }: MemberCaller) {
  try {
    return resolveTree(graph, company.regulatedIn);
  } catch (error) {
    if (error instanceof OwnershipGraphError) throw refuseForm(error.message);
    throw error;
  }
}
