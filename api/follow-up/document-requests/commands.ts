import type { Kysely } from 'kysely';
import type { EvidenceDeps } from '../../checks/document-request-evidence/accept-evidence.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { closeAlerts } from '../../records/alerts/inbox.ts';
import { type PresentDeps, toDocumentRequestDto } from './dto.ts';
import { requests } from './store.ts';

export interface RequestsDeps extends PresentDeps, EvidenceDeps {
  db: Kysely<Schema>;
  /** Starts sending emails; without it they wait for the next minute. */
  wakeOutbox: () => void;
}

/** Context of staff's commands on one request. */
export type RequestContext = Work & { deps: RequestsDeps; caller: MemberCaller; params: { id: string } };

/** The request as displayed to staff. */
const presentNow = ({ trx, deps, caller, params }: RequestContext) =>
  toDocumentRequestDto(trx, deps, caller, params.id);

/** Steps shared by staff commands on one request: lock, version check, and response, also for a repeated key. */
export const onRequest = {
  lock: ({ trx, params }: Pick<RequestContext, 'trx' | 'params'>): Promise<RequestRow | null> =>
    requests.lock(trx, params.id),
  stale: { message: 'This request has changed. Review it and try again.', current: presentNow },
  read: presentNow,
  again: presentNow,
} as const;

/** Closes the overdue alert of a request that is resent, complete or cancelled. */
export function closeOverdue(
  work: Work,
  { id, due_on: dueOn }: Pick<RequestRow, 'id' | 'due_on'>,
  reason: string,
): Promise<number> {
  return closeAlerts(work, { dedupeKeys: [overdueKey({ id, dueOn })], reason });
}

/** One alert for each due date of a request. */
export const overdueKey = ({ id, dueOn }: { id: string; dueOn: string }) => `requestOverdue:${id}:${dueOn}`;
