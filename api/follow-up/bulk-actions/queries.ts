import type { Kysely } from 'kysely';
import {
  type BulkAction,
  listBulkItems as itemsEndpoint,
  listBulkActions as listEndpoint,
  readBulkAction as readEndpoint,
} from '#contract/monitoring/bulk-actions.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { type ActionRecord, countItems, readAction, readActions, readItems } from './store.ts';

export interface BulkActionsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  /** Wakes the job; without it the job starts within a minute. */
  wakeBulkActions?: (() => void) | undefined;
}

const query = queriesFor<BulkActionsDeps>();

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
export const listBulkActions = query(listEndpoint, async ({ trx }) => {
  const records = await readActions(trx, listed);
  const counts = await countItems(
    trx,
    records.map(({ id }) => id),
  );
  return { actions: records.map((record) => toBulkAction(record, counts.get(record.id) ?? noCounts)) };
});

/** GET /bulk-actions/:id. */
export const readBulkAction = query(readEndpoint, ({ trx, params }) => showAction(trx, params.id));

/** GET /bulk-actions/:id/items. */
export const listBulkItems = query(itemsEndpoint, async ({ trx, params: { id }, query: requested }) => {
  if ((await readAction(trx, id)) === null) return null;
  const { state, after, limit } = requested;
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
