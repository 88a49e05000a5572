import { type Insertable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Alert } from '#contract/monitoring/alerts.ts';
import type { AlertOutcome, AlertSeverity } from '#rules/alerts/alert-types.ts';
import type { AlertsTable } from '../../kernel/database/tables/due-diligence-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

export type NewAlertRow = Pick<
  Insertable<AlertsTable>,
  | 'type'
  | 'resource_type'
  | 'resource_id'
  | 'severity'
  | 'summary'
  | 'due_at'
  | 'dedupe_key'
  | 'assignee_member_id'
> & { screening_id?: string | null };

/** Inserts alerts for causes without one; returns their ids by key. */
export async function insertAlerts(
  trx: Trx,
  { companyId, at, rows }: { companyId: string; at: Date; rows: readonly NewAlertRow[] },
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const written = at.toISOString();
  const inserted = await trx
    .insertInto('alerts')
    .values(
      rows.map((row) => ({
        ...row,
        company_id: companyId,
        id: uuidv7({ msecs: at.getTime() }),
        status: 'open' as const,
        created_at: written,
        updated_at: written,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'dedupe_key']).doNothing())
    .returning(['id', 'dedupe_key'])
    .execute();
  return new Map(inserted.map(({ id, dedupe_key }) => [dedupe_key, id]));
}

/** Locks all alerts with these keys that are not closed. */
export async function lockByKeys(trx: Trx, keys: readonly string[]): Promise<Pick<Alert, 'id' | 'status'>[]> {
  if (keys.length === 0) return [];
  return trx
    .selectFrom('alerts')
    .select(['id', 'status'])
    .where('dedupe_key', 'in', [...keys])
    .where('status', '!=', 'closed')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export interface Closing {
  outcome: AlertOutcome;
  reason: string;
  at: string;
  /** Null for the system. */
  by: string | null;
  /** Default: the assignee stays. */
  assigneeId?: string;
}

/** Closes locked alerts, and increments their versions. */
export async function writeClosed(
  trx: Trx,
  ids: readonly string[],
  { outcome, reason, at, by, assigneeId }: Closing,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('alerts')
    .set({
      status: 'closed',
      outcome,
      reason,
      snoozed_until: null,
      closed_at: at,
      ...(assigneeId === undefined ? {} : { assignee_member_id: assigneeId }),
      updated_at: at,
      updated_by: by,
      version: sql`version + 1`,
    })
    .where('id', 'in', [...ids])
    .execute();
}

/** Overdue alerts whose severity can still rise, by due time and id. */
export async function lateAlerts(
  trx: Trx,
  { now, after, limit }: { now: string; after: { dueAt: string; id: string } | null; limit: number },
): Promise<{ id: string; severity: AlertSeverity; openedAs: AlertSeverity; dueAt: string }[]> {
  const beyond =
    after === null ? sql`true` : sql`(due_at, id) > (${after.dueAt}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<{ id: string; severity: AlertSeverity; openedAs: AlertSeverity; dueAt: string }>`
    SELECT id, severity, coalesce(raised_from, severity) AS "openedAs", due_at AS "dueAt" FROM alerts
     WHERE status <> 'closed' AND severity <> 'high' AND due_at < ${now} AND ${beyond}
     ORDER BY due_at, id LIMIT ${limit} FOR UPDATE`.execute(trx);
  return rows;
}

/** Saves a raised severity. The version stays, because no form edits the severity. */
export async function raiseAlert(
  trx: Trx,
  {
    id,
    severity,
    openedAs,
    at,
  }: { id: string; severity: AlertSeverity; openedAs: AlertSeverity; at: string },
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ severity, raised_from: openedAs, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Keys of a type's alerts that are not closed. */
export async function openKeys(trx: Trx, type: Alert['type']): Promise<string[]> {
  const rows = await trx
    .selectFrom('alerts')
    .select('dedupe_key')
    .where('type', '=', type)
    .where('status', '!=', 'closed')
    .execute();
  return rows.map(({ dedupe_key }) => dedupe_key);
}

/**
 * Assigns the first unassigned open alert of the queue to a member; null if there is none. Concurrent callers skip a
 * locked alert and claim the next.
 */
export async function claimNext(
  trx: Trx,
  claim: { memberId: string; at: string; type: Alert['type'] | undefined },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    UPDATE alerts SET status = 'inProgress', assignee_member_id = ${claim.memberId}, updated_at = ${claim.at},
           updated_by = ${claim.memberId}, version = version + 1
     WHERE id = (SELECT id FROM alerts
                  WHERE status = 'open' AND assignee_member_id IS NULL
                    ${claim.type === undefined ? sql`` : sql`AND type = ${claim.type}`}
                  ORDER BY urgency, due_order, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(trx);
  return rows[0]?.id ?? null;
}
