import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { monitoredClientStatuses } from '#rules/lifecycles/clients.ts';
import { readCappedCount } from '../../kernel/database/keyset.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { MonitoringRunsTable, WorklistsTable } from '../../kernel/database/tables/monitoring-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

export type WorklistRow = Selectable<WorklistsTable>;

export type NewWorklist = Omit<
  Insertable<WorklistsTable>,
  'id' | 'version' | 'covered_lists' | 'archived_at'
>;

/** Inserts a worklist and returns its id. */
export async function insertWorklist(trx: Trx, worklist: NewWorklist): Promise<number> {
  const { id } = await trx.insertInto('worklists').values(worklist).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks the company's row and returns the columns that worklists need. */
export function lockCompany(
  trx: Trx,
  companyId: string,
): Promise<{ default_worklist_id: number; time_zone: string }> {
  return (
    trx
      .selectFrom('companies')
      .select(['default_worklist_id', 'time_zone'])
      .where('id', '=', companyId)
      // Does not block inserts of the company's records: the row's key stays unlocked.
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

/** Updates a locked worklist and increments its version. */
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

/** Number of clients enrolled in a worklist, including manually paused ones. */
export function countEnrolled(trx: Trx, worklistId: number): Promise<CappedCount> {
  return readCappedCount(
    trx,
    sql`SELECT FROM monitoring_enrolments e WHERE e.worklist_id = ${worklistId} AND e.status <> 'ended'`,
  );
}

/** Clients in a business relationship without an enrolment. */
export function countNotEnrolled(trx: Trx): Promise<CappedCount> {
  return readCappedCount(
    trx,
    sql`SELECT FROM clients c
         WHERE c.status IN ${literals(monitoredClientStatuses)}
           AND NOT EXISTS (SELECT FROM monitoring_enrolments e
                            WHERE e.company_id = c.company_id AND e.client_id = c.id AND e.status <> 'ended')`,
  );
}

/** Worklists in order of creation. */
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

/** Start and reason of the pause of all monitoring; undefined if it is active. */
export async function readPause(
  trx: Trx,
): Promise<{ id: string; reason: 'subscription' | 'restricted'; since: string } | undefined> {
  return trx
    .selectFrom('monitoring_pauses')
    .select(['id', 'reason', 'since'])
    .where('until', 'is', null)
    .executeTakeFirst();
}

/** Whether the company has another worklist of the name that is not archived. */
export async function isNameInUse(trx: Trx, name: string, ownId = 0): Promise<boolean> {
  const taken = await trx
    .selectFrom('worklists')
    .select('id')
    .where('name', '=', name)
    .where('archived_at', 'is', null)
    .where('id', '!=', ownId)
    .executeTakeFirst();
  return taken !== undefined;
}

/** Id of the company's default worklist; 0 if there is none. */
export async function getDefault(trx: Trx, companyId: string): Promise<number> {
  const company = await trx
    .selectFrom('companies')
    .select('default_worklist_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return company.default_worklist_id;
}
