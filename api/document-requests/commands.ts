import type { Kysely, Transaction } from 'kysely';
import { type RequestStatus, requestLifecycle } from '#rules/lifecycles/checks.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { closeAlerts } from '../alerts/open-alerts.ts';
import { actorOf } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import type { EvidenceDeps } from '../request-evidence/taking.ts';
import { type PresentDeps, presentRequest } from './present.ts';
import { type RequestRow, readRequestRow } from './store.ts';

export interface RequestsDeps extends PresentDeps, EvidenceDeps {
  db: Kysely<Schema>;
  /** Tells whoever sends mail that there is some; without anybody it goes out at the next minute. */
  wakeMail: () => void;
}

type Trx = Transaction<Schema>;

export const invalid = (sentence: string, field = '') =>
  refuse('request.invalid', { detail: sentence, fields: { [field]: [sentence] } });

/** Refuses a move that the lifecycle does not have. */
export function requireMove(from: RequestStatus, to: RequestStatus): void {
  const decision = mayMove(requestLifecycle, from, to);
  if (!decision.allowed) throw invalid(decision.reason);
}

/** A request locked for a command of staff; 404 where it is not the company's, 409 where it has moved on. */
export async function lockRequest(
  trx: Trx,
  deps: RequestsDeps,
  caller: MemberCaller,
  { id, version }: { id: string; version: number },
): Promise<RequestRow> {
  const row = await readRequestRow(trx, id, true);
  if (row === undefined) throw refuse('record.notFound');
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: 'This request has moved on in the meantime. Look at it as it is now, then decide.',
      current: await presentRequest(trx, deps, caller, id),
    });
  }
  return row;
}

/** Once a request is sent again, finished or over, nobody has to look at its being late. */
export function closeOverdue(
  trx: Trx,
  deps: RequestsDeps,
  caller: MemberCaller,
  { id, dueOn, reason }: { id: string; dueOn: string; reason: string },
): Promise<number> {
  const by = { companyId: caller.company.id, actor: actorOf(caller), requestId: caller.request.id };
  return closeAlerts(trx, deps, by, { dedupeKeys: [overdueKey({ id, dueOn })], reason });
}

/** One alert for each due date of a request. */
export const overdueKey = ({ id, dueOn }: { id: string; dueOn: string }) => `requestOverdue:${id}:${dueOn}`;
