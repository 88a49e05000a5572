import { type RawBuilder, type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CappedCount } from '#contract/clients/client-record.ts';
import type { Enrolment } from '#contract/monitoring/enrolments.ts';
import { maxPartySteps } from '#rules/clients/client-parties.ts';
import type { ClientStatus } from '#rules/clients/client-types.ts';
import type { MonitoringCheck } from '#rules/worklists/worklist-settings.ts';
import { readCappedCount } from '../../kernel/database/keyset.ts';
import type { MonitoringEnrolmentsTable } from '../../kernel/database/tables/monitoring-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { everyStamp, recordStore } from '../../kernel/records/record-store.ts';
import { readPause } from './store.ts';

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

/** An enrolment as displayed: paused while the company is. */
function getEnrolment(row: Selected, pause: Pause): Enrolment {
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

/** A page of a worklist's enrolments by client id, one more than the limit if there is more. */
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
  const total = await readCappedCount(trx, sql`SELECT FROM monitoring_enrolments e WHERE ${met}`);
  return { rows: rows.map((row) => getEnrolment(row, pause)), total };
}

/** The enrolment of a client that has not ended, or null. */
export async function currentEnrolment(trx: Trx, clientId: string): Promise<Enrolment | null> {
  const row = await selectEnrolments(trx)
    .where('e.client_id', '=', clientId)
    .where('e.status', '!=', 'ended')
    .executeTakeFirst();
  return row === undefined ? null : getEnrolment(row, await readPause(trx));
}

/** An enrolment of the transaction's company, or null. */
export async function readEnrolment(trx: Trx, id: string): Promise<Enrolment | null> {
  const row = await selectEnrolments(trx).where('e.id', '=', id).executeTakeFirst();
  return row === undefined ? null : getEnrolment(row, await readPause(trx));
}

export const enrolments = recordStore({
  table: 'monitoring_enrolments',
  noun: 'enrolment',
  read: readEnrolment,
  stamps: { ...everyStamp, updated_by: false },
});

/** Stored status of an enrolment, regardless of the company's pause. */
export function storedStatus(
  trx: Trx,
  id: string,
): Promise<Pick<MonitoringEnrolmentsTable, 'status'> | undefined> {
  return trx.selectFrom('monitoring_enrolments').select('status').where('id', '=', id).executeTakeFirst();
}

export interface EnrolmentCandidate {
  id: string;
  name: string;
  status: ClientStatus;
  /** The worklist of the active enrolment. */
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

/** Ends the active enrolments of these clients. */
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

/** Enrols clients that have no active enrolment. */
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

/** Reason why a client's latest enrolment ended; undefined without one, null while it is active. */
export async function lastEndedReason(
  trx: Trx,
  clientId: string,
): Promise<Selectable<MonitoringEnrolmentsTable>['ended_reason'] | undefined> {
  const row = await trx
    .selectFrom('monitoring_enrolments')
    .select('ended_reason')
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.ended_reason;
}

/**
 * SQL condition: a check without lists (document expiry, registers) applies to a client. Enrolled clients and their
 * parties are checked if one of their worklists has the check and the enrolment is not paused. Clients outside all
 * worklists are checked too, because their verification relies on these checks and no member has decided otherwise
 * (decision 032).
 * @param client the client's columns `company_id` and `id`, e.g. `{ companyId: sql.ref('c.company_id'), id:
 * sql.ref('c.id') }`.
 */
export function isEnrolledForCheck(
  check: Extract<MonitoringCheck, 'idExpiry' | 'registry'>,
  client: { companyId: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    WITH RECURSIVE above (client_id, step) AS (
      SELECT ${client.id}, 0
      UNION
      SELECT p.client_id, above.step + 1
        FROM above JOIN client_parties p
          ON p.company_id = ${client.companyId} AND p.party_client_id = above.client_id AND p.valid_to IS NULL
       WHERE above.step < ${maxPartySteps}
    )
    SELECT bool_or(e.status = 'active' AND ${check} = ANY (w.checks))
      FROM above
      JOIN monitoring_enrolments e
        ON e.company_id = ${client.companyId} AND e.client_id = above.client_id AND e.status <> 'ended'
      JOIN worklists w ON w.company_id = e.company_id AND w.id = e.worklist_id), true)`;
}
