import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { BulkAction, listBulkItems } from '#contract/monitoring/bulk-actions.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { type ActionRecord, countItems, readAction, readActions, readItems } from './store.ts';

export interface BulkActionsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  /** Wakes the job; without it the job starts within a minute. */
  wakeBulkActions?: (() => void) | undefined;
}

/** Actions listed. */
const listed = 20;

/** Whether an action's outcome can be taken back: former owners are known, and no one has undone it. */
export const isUndoable = (
  { act, status, undone_by }: ActionRecord,
  { done }: BulkAction['counts'],
): boolean => act.kind === 'assign' && status !== 'running' && undone_by === null && done > 0;

function toBulkAction(record: ActionRecord, counts: BulkAction['counts']): BulkAction {
  return {
    id: record.id,
    version: record.version,
    act: { kind: record.act.kind, target: record.target },
    status: record.status,
    stoppedBecause: record.stopped_because,
    total: record.total,
    counts,
    undoes: record.undoes,
    undoneBy: record.undone_by,
    mayUndo: isUndoable(record, counts),
    createdAt: record.created_at,
    createdBy: { id: record.created_by, name: record.created_by_name },
    endedAt: record.ended_at,
  };
}

const noCounts = { waiting: 0, done: 0, unchanged: 0, refused: 0 };

/** The action in wire format. @throws `record.notFound` */
export async function showAction(trx: Trx, id: string): Promise<BulkAction> {
  const record = await readAction(trx, id);
  if (record === null) throw apiError('record.notFound');
  return toBulkAction(record, (await countItems(trx, [id])).get(id) ?? noCounts);
}

/** GET /bulk-actions. */
export function listActions({ db }: BulkActionsDeps, { company }: MemberCaller) {
  return asTenant(db, company.id, async (trx) => {
    const records = await readActions(trx, listed);
    const counts = await countItems(
      trx,
      records.map(({ id }) => id),
    );
    return { actions: records.map((record) => toBulkAction(record, counts.get(record.id) ?? noCounts)) };
  });
}

/** GET /bulk-actions/:id. */
export const readOne = ({ db }: BulkActionsDeps, { company }: MemberCaller, id: string) =>
  asTenant(db, company.id, (trx) => showAction(trx, id));

/** GET /bulk-actions/:id/items. */
export function listItems(
  { db }: BulkActionsDeps,
  { company }: MemberCaller,
  id: string,
  { state, after, limit }: z.output<typeof listBulkItems.query>,
) {
  return asTenant(db, company.id, async (trx) => {
    if ((await readAction(trx, id)) === null) throw apiError('record.notFound');
    const rows = await readItems(trx, id, { state, after, limit: limit + 1 });
    const { items, next } = toPage(rows, limit, ({ number }) => number);
    return {
      items: items.map(({ number, client_id, display_name, state: reached, reason }) => ({
        number,
        clientId: client_id,
        name: display_name,
        state: reached,
        reason,
      })),
      nextAfter: next,
    };
  });
}
