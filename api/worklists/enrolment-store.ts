import { sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CappedCount } from '#contract/clients.ts';
import type { Enrolment } from '#contract/enrolments.ts';
import type { ClientStatus } from '#rules/client-types.ts';
import type { MonitoringEnrolmentsTable } from '../database/monitoring-tables.ts';
import type { Schema } from '../database/schema.ts';
import { readPause } from './store.ts';

type Trx = Transaction<Schema>;

function selectEnrolments(trx: Trx) {
  return trx
    .selectFrom('monitoring_enrolments as e')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'e.company_id').onRef('c.id', '=', 'e.client_id'),
    )
    .innerJoin('worklists as w', (join) =>
      join.onRef('w.company_id', '=', 'e.company_id').onRef('w.id', '=', 'e.worklist_id'),
    )
    .select([
      'e.id',
      'e.version',
      'e.client_id',
      'e.worklist_id',
      'e.status',
      'e.paused_reason',
      'e.paused_at',
      'e.ended_reason',
      'e.created_at',
      'c.display_name',
      'w.name as worklist_name',
      'w.next_run_on',
      sql<string | null>`(SELECT s.at FROM screenings s WHERE s.company_id = e.company_id
        AND s.client_id = e.client_id AND s.status <> 'error' ORDER BY s.id DESC LIMIT 1)`.as(
        'last_screened_at',
      ),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectEnrolments>['execute']>>[number];
type Pause = Awaited<ReturnType<typeof readPause>>;

/** An enrolment as it stands: while the company is paused, everybody is, whatever else is on record of each. */
function enrolmentOf(row: Selected, pause: Pause): Enrolment {
  const byCompany = row.status === 'active' ? pause : undefined;
  return {
    id: row.id,
    version: row.version,
    clientId: row.client_id,
    clientName: row.display_name,
    worklistId: row.worklist_id,
    worklistName: row.worklist_name,
    status: byCompany === undefined ? row.status : 'paused',
    pausedReason: byCompany?.reason ?? row.paused_reason,
    pausedSince: byCompany?.since ?? row.paused_at,
    enrolledAt: row.created_at,
    lastScreenedAt: row.last_screened_at,
    nextRunOn: row.status === 'active' && byCompany === undefined ? row.next_run_on : null,
    endedReason: row.ended_reason,
  };
}

/** Further than this nobody counts. */
const countLimit = 10_000;

/** A page of whom a worklist watches, in the order of the clients' ids, one more than asked for where there is more. */
export async function enrolmentPage(
  trx: Trx,
  {
    worklistId,
    status,
    after,
    limit,
  }: {
    worklistId: number;
    status: 'active' | 'paused' | undefined;
    after: string | undefined;
    limit: number;
  },
): Promise<{ rows: Enrolment[]; total: CappedCount }> {
  const pause = await readPause(trx);
  const met = sql<boolean>`e.worklist_id = ${worklistId} AND ${
    status === undefined ? sql`e.status <> 'ended'` : sql`e.status = ${status}`
  }`;
  let query = selectEnrolments(trx).where(met);
  if (after !== undefined) query = query.where('e.client_id', '>', after);
  const rows = await query
    .orderBy('e.client_id')
    .limit(limit + 1)
    .execute();
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (
      SELECT FROM monitoring_enrolments e WHERE ${met} LIMIT ${countLimit + 1}) AS seen`.execute(trx);
  const total = counted.rows[0]?.total ?? 0;
  return {
    rows: rows.map((row) => enrolmentOf(row, pause)),
    total: { count: Math.min(total, countLimit), capped: total > countLimit },
  };
}

/** The enrolment of a client that has not ended, or null. */
export async function currentEnrolment(trx: Trx, clientId: string): Promise<Enrolment | null> {
  const row = await selectEnrolments(trx)
    .where('e.client_id', '=', clientId)
    .where('e.status', '!=', 'ended')
    .executeTakeFirst();
  return row === undefined ? null : enrolmentOf(row, await readPause(trx));
}

/** An enrolment of the transaction's company, or null. `lock`: until the transaction ends. */
export async function readEnrolment(trx: Trx, id: string, lock = false): Promise<Enrolment | null> {
  if (lock) {
    await trx.selectFrom('monitoring_enrolments').select('id').where('id', '=', id).forUpdate().execute();
  }
  const row = await selectEnrolments(trx).where('e.id', '=', id).executeTakeFirst();
  return row === undefined ? null : enrolmentOf(row, await readPause(trx));
}

/** What is on record of an enrolment, whatever the company's pause makes of it. */
export function storedStatus(
  trx: Trx,
  id: string,
): Promise<Pick<MonitoringEnrolmentsTable, 'status'> | undefined> {
  return trx.selectFrom('monitoring_enrolments').select('status').where('id', '=', id).executeTakeFirst();
}

/** Clients in these states have nothing to be watched for. Source: domain 3, ClientStatus, "exited … ends enrolments". */
const overStatuses: readonly ClientStatus[] = ['exited', 'declined', 'archived'];

export const isOver = (status: ClientStatus) => overStatuses.includes(status);

export interface EnrolmentCandidate {
  id: string;
  name: string;
  status: ClientStatus;
  /** The worklist that watches it now. */
  worklistId: number | null;
}

/** Clients that may be enrolled, locked in one order. */
export async function lockForEnrolment(trx: Trx, ids: readonly string[]): Promise<EnrolmentCandidate[]> {
  if (ids.length === 0) return [];
  const clients = await trx
    .selectFrom('clients')
    .select(['id', 'display_name', 'status'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  const current = await trx
    .selectFrom('monitoring_enrolments')
    .select(['client_id', 'worklist_id'])
    .where('client_id', 'in', [...ids])
    .where('status', '!=', 'ended')
    .execute();
  const worklists = new Map(current.map(({ client_id, worklist_id }) => [client_id, worklist_id]));
  return clients.map(({ id, display_name, status }) => ({
    id,
    name: display_name,
    status,
    worklistId: worklists.get(id) ?? null,
  }));
}

/** Ends what watches these clients now. */
export async function endEnrolments(
  trx: Trx,
  clientIds: readonly string[],
  { reason, at }: { reason: 'manual' | 'relationshipEnded' | 'moved'; at: string },
): Promise<number> {
  if (clientIds.length === 0) return 0;
  const ended = await trx
    .updateTable('monitoring_enrolments')
    .set({
      status: 'ended',
      ended_reason: reason,
      ended_at: at,
      paused_reason: null,
      paused_at: null,
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('client_id', 'in', [...clientIds])
    .where('status', '!=', 'ended')
    .returning('id')
    .execute();
  return ended.length;
}

/** Has a worklist watch clients that nothing watches. */
export async function insertEnrolments(
  trx: Trx,
  {
    companyId,
    worklistId,
    clientIds,
    at,
    by,
  }: { companyId: string; worklistId: number; clientIds: readonly string[]; at: Date; by: string },
): Promise<void> {
  if (clientIds.length === 0) return;
  const written = at.toISOString();
  await trx
    .insertInto('monitoring_enrolments')
    .values(
      clientIds.map((clientId) => ({
        company_id: companyId,
        id: uuidv7({ msecs: at.getTime() }),
        client_id: clientId,
        worklist_id: worklistId,
        status: 'active' as const,
        created_at: written,
        created_by: by,
        updated_at: written,
      })),
    )
    .execute();
}
