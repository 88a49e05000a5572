import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { MonitoringRunsTable } from '../../kernel/database/tables/monitoring-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { ListInUse } from '../../records/screening-engine/engine.ts';
import type { WorklistRow } from '../../records/worklists/store.ts';

export type RunRow = Selectable<MonitoringRunsTable>;

/** The run of a worklist that is under way. */
export function runningRun(trx: Trx, worklistId: number): Promise<RunRow | undefined> {
  return trx
    .selectFrom('monitoring_runs')
    .selectAll()
    .where('worklist_id', '=', worklistId)
    .where('status', '=', 'running')
    .executeTakeFirst();
}

/** Updates a run unless it was updated since it was read: the first writer continues it. */
export async function updateRun(
  trx: Trx,
  run: RunRow,
  moved: {
    cursor: string;
    screened: number;
    matched: number;
    failed: number;
    algorithm: string | null;
    at: string;
  },
): Promise<boolean> {
  const rows = await trx
    .updateTable('monitoring_runs')
    .set({
      cursor: moved.cursor,
      screened: sql`screened + ${moved.screened}`,
      matched: sql`matched + ${moved.matched}`,
      failed: sql`failed + ${moved.failed}`,
      algorithm: moved.algorithm,
      moved_at: moved.at,
    })
    .where('id', '=', run.id)
    .where('status', '=', 'running')
    .where('cursor', 'is not distinct from', run.cursor)
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** Starts a run of all subjects of a worklist; none if one is in progress. */
export async function insertRun(
  trx: Trx,
  worklist: WorklistRow,
  run: {
    kind: RunRow['kind'];
    dueOn: string;
    lists: readonly ListInUse[];
    changedList?: { id: string; since: string | null };
    at: Date;
  },
): Promise<RunRow | undefined> {
  const at = run.at.toISOString();
  return trx
    .insertInto('monitoring_runs')
    .values({
      company_id: worklist.company_id,
      id: uuidv7({ msecs: run.at.getTime() }),
      worklist_id: worklist.id,
      kind: run.kind,
      status: 'running',
      due_on: run.dueOn,
      checks: worklist.checks,
      threshold: worklist.threshold,
      dob_matching: worklist.dob_matching,
      lists: JSON.stringify(run.lists),
      algorithm: null,
      list_id: run.changedList?.id ?? null,
      list_since: run.changedList?.since ?? null,
      started_at: at,
      moved_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Adds to the counts of a run; `failed` is negative after failed screenings were rerun. */
export async function addToRun(
  trx: Trx,
  id: string,
  found: { matched: number; failed: number },
): Promise<void> {
  await trx
    .updateTable('monitoring_runs')
    .set((run) => ({
      matched: run('matched', '+', found.matched),
      failed: run('failed', '+', found.failed),
    }))
    .where('id', '=', id)
    .execute();
}

/** Locks a run until the transaction ends. */
export async function lockRun(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('monitoring_runs').select('id').where('id', '=', id).forUpdate().execute();
}

/** Numbers of clients screened and matches found by a run. */
export function readRunCounts(
  trx: Trx,
  id: string,
): Promise<Pick<RunRow, 'screened' | 'matched' | 'failed'>> {
  return trx
    .selectFrom('monitoring_runs')
    .select(['screened', 'matched', 'failed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Ends a run; false if another process has. */
export async function finishRun(trx: Trx, run: RunRow, at: string): Promise<boolean> {
  const rows = await trx
    .updateTable('monitoring_runs')
    .set({ status: 'done', finished_at: at, moved_at: at })
    .where('id', '=', run.id)
    .where('status', '=', 'running')
    .where('cursor', 'is not distinct from', run.cursor)
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** Records the list versions that all of a worklist's subjects were screened against; versions of other lists stay. */
export async function recordScreenedListVersions(
  trx: Trx,
  worklistId: number,
  lists: readonly Pick<ListInUse, 'id' | 'version'>[],
): Promise<void> {
  const covered = Object.fromEntries(lists.map(({ id, version }) => [id, version]));
  await trx
    .updateTable('worklists')
    .set({ covered_lists: sql`covered_lists || ${JSON.stringify(covered)}::jsonb` })
    .where('id', '=', worklistId)
    .execute();
}

/** Ids of some clients whose screening in a run failed. */
export async function failedInRun(
  trx: Trx,
  runId: string,
  limit: number,
): Promise<{ id: string; clientId: string }[]> {
  const rows = await trx
    .selectFrom('screenings')
    .select(['id', 'client_id'])
    .where('run_id', '=', runId)
    .where('status', '=', 'error')
    .orderBy('client_id')
    .limit(limit)
    .execute();
  return rows.map(({ id, client_id }) => ({ id, clientId: client_id }));
}

/** Marks clients of a worklist as screened since they were enrolled. */
export async function recordFirstRun(
  trx: Trx,
  { worklistId, clientIds, at }: { worklistId: number; clientIds: readonly string[]; at: string },
): Promise<void> {
  if (clientIds.length === 0) return;
  await trx
    .updateTable('monitoring_enrolments')
    .set({ first_run_at: at })
    .where('worklist_id', '=', worklistId)
    .where('client_id', 'in', [...clientIds])
    .where('status', '=', 'active')
    .where('first_run_at', 'is', null)
    .execute();
}
