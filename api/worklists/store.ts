import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { CappedCount } from '#contract/clients.ts';
import type { MonitoringRunsTable, WorklistsTable } from '../database/monitoring-tables.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

export type WorklistRow = Selectable<WorklistsTable>;

export type NewWorklist = Omit<
  Insertable<WorklistsTable>,
  'id' | 'version' | 'covered_lists' | 'archived_at'
>;

/** Writes a worklist and answers its id. */
export async function insertWorklist(trx: Trx, worklist: NewWorklist): Promise<number> {
  const { id } = await trx.insertInto('worklists').values(worklist).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks the company's row and says what of it worklists need. */
export function lockCompany(
  trx: Trx,
  companyId: string,
): Promise<{ default_worklist_id: number; time_zone: string }> {
  return (
    trx
      .selectFrom('companies')
      .select(['default_worklist_id', 'time_zone'])
      .where('id', '=', companyId)
      // Whoever adds a record of the company meanwhile does not wait: the row's key stays.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  );
}

/** Names the worklist that new clients are enrolled in. */
export async function setDefaultWorklist(trx: Trx, companyId: string, id: number): Promise<void> {
  await trx.updateTable('companies').set({ default_worklist_id: id }).where('id', '=', companyId).execute();
}

/** A worklist of the transaction's company, or undefined. `lock`: until the transaction ends. */
export function readWorklist(trx: Trx, id: number, lock = false): Promise<WorklistRow | undefined> {
  const query = trx.selectFrom('worklists').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Writes to a worklist that the transaction has locked, and counts its version up. */
export async function changeWorklist(
  trx: Trx,
  { id, version }: Pick<WorklistRow, 'id' | 'version'>,
  columns: Updateable<WorklistsTable>,
): Promise<void> {
  await trx
    .updateTable('worklists')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Further than this nobody counts. */
const countLimit = 10_000;

/** How many clients a worklist watches, those paused by hand among them. */
export async function countEnrolled(trx: Trx, worklistId: number): Promise<CappedCount> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (
      SELECT FROM monitoring_enrolments e
       WHERE e.worklist_id = ${worklistId} AND e.status <> 'ended' LIMIT ${countLimit + 1}) AS seen`.execute(
    trx,
  );
  const total = rows[0]?.total ?? 0;
  return { count: Math.min(total, countLimit), capped: total > countLimit };
}

/** Clients that the company deals with and that nothing watches. */
export async function countNotEnrolled(trx: Trx): Promise<CappedCount> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (
      SELECT FROM clients c
       WHERE c.status IN ('onboarding', 'active', 'dormant')
         AND NOT EXISTS (SELECT FROM monitoring_enrolments e
                          WHERE e.company_id = c.company_id AND e.client_id = c.id AND e.status <> 'ended')
       LIMIT ${countLimit + 1}) AS seen`.execute(trx);
  const total = rows[0]?.total ?? 0;
  return { count: Math.min(total, countLimit), capped: total > countLimit };
}

/** Worklists in the order in which they were made. */
export function listWorklists(trx: Trx, { archived }: { archived: boolean }): Promise<WorklistRow[]> {
  return trx
    .selectFrom('worklists')
    .selectAll()
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy('id')
    .execute();
}

export type RunRow = Selectable<MonitoringRunsTable>;

/** The latest runs of a worklist, newest first. */
export function latestRuns(trx: Trx, worklistId: number, limit: number): Promise<RunRow[]> {
  return trx
    .selectFrom('monitoring_runs')
    .selectAll()
    .where('worklist_id', '=', worklistId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Since when nothing runs, and why; undefined while everything does. */
export async function readPause(
  trx: Trx,
): Promise<{ id: string; reason: 'subscription' | 'restricted'; since: string } | undefined> {
  return trx
    .selectFrom('monitoring_pauses')
    .select(['id', 'reason', 'since'])
    .where('until', 'is', null)
    .executeTakeFirst();
}
