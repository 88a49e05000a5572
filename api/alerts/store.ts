import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Alert } from '#contract/alerts.ts';
import type { CappedCount } from '#contract/clients.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { AlertsTable } from '../database/due-diligence-tables.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

function selectAlerts(trx: Trx) {
  return trx
    .selectFrom('alerts as t')
    .leftJoin('members as m', 'm.id', 't.assignee_member_id')
    .leftJoin('clients as c', (join) =>
      join
        .onRef('c.company_id', '=', 't.company_id')
        .onRef('c.id', '=', 't.resource_id')
        .on('t.resource_type', '=', 'clients'),
    )
    .leftJoin('activities as a', (join) =>
      join
        .onRef('a.company_id', '=', 't.company_id')
        .onRef('a.id', '=', 't.resource_id')
        .on('t.resource_type', '=', 'activities'),
    )
    .select([
      't.id',
      't.version',
      't.type',
      't.resource_type',
      't.resource_id',
      't.severity',
      't.status',
      't.summary',
      't.outcome',
      't.reason',
      't.assignee_member_id',
      't.due_at',
      't.snoozed_until',
      't.created_at',
      't.closed_at',
      't.escalation_note',
      'm.name as assignee_name',
      'c.display_name',
      'a.reference',
      'a.name as activity_name',
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectAlerts>['execute']>>[number];

function alertOf(row: Selected): Alert {
  return {
    id: row.id,
    version: row.version,
    type: row.type,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    resourceName: row.display_name ?? `${row.reference ?? ''} ${row.activity_name ?? ''}`.trim(),
    severity: row.severity,
    status: row.status,
    summary: row.summary,
    outcome: row.outcome,
    reason: row.reason,
    assignee:
      row.assignee_member_id === null ? null : { id: row.assignee_member_id, name: row.assignee_name ?? '' },
    dueAt: row.due_at,
    snoozedUntil: row.snoozed_until,
    openedAt: row.created_at,
    closedAt: row.closed_at,
    escalationNote: row.escalation_note,
  };
}

export interface AlertFilter {
  resource?: { type: ResourceType; id: string };
  /** Assigned to this member or to nobody. */
  waitingFor?: string | undefined;
  type?: Alert['type'] | undefined;
  /** Everything that is not closed unless given. */
  status?: Alert['status'] | undefined;
  severity?: Alert['severity'] | undefined;
  /** A member, or `none`. */
  assignee?: string | undefined;
  isOverdue?: boolean | undefined;
}

/** What an alert has to meet, as conditions. `now`: ISO instant. */
function conditionsOf(filter: AlertFilter, now: string) {
  const { resource, waitingFor, type, status, severity, assignee, isOverdue } = filter;
  return [
    status === undefined ? sql`t.status <> 'closed'` : sql`t.status = ${status}`,
    ...(resource === undefined
      ? []
      : [sql`t.resource_type = ${resource.type} AND t.resource_id = ${resource.id}`]),
    ...(waitingFor === undefined
      ? []
      : [
          sql`(t.assignee_member_id = ${waitingFor} OR t.assignee_member_id IS NULL)
            AND (t.snoozed_until IS NULL OR t.snoozed_until <= ${now})`,
        ]),
    ...(type === undefined ? [] : [sql`t.type = ${type}`]),
    ...(severity === undefined ? [] : [sql`t.severity = ${severity}`]),
    ...(assignee === undefined
      ? []
      : [assignee === 'none' ? sql`t.assignee_member_id IS NULL` : sql`t.assignee_member_id = ${assignee}`]),
    ...(isOverdue ? [sql`t.due_at < ${now} AND t.status <> 'closed'`] : []),
  ];
}

/** Further than this nobody counts alerts. */
const countLimit = 1000;

/**
 * A page of alerts, newest first, one more than asked for where there is more, and how many there are. A snoozed
 * one waits for nobody until its time has come.
 */
export async function alertPage(
  trx: Trx,
  {
    filter,
    after,
    limit,
    now,
  }: { filter: AlertFilter; after?: string | undefined; limit: number; now: string },
): Promise<{ rows: Alert[]; total: CappedCount }> {
  const met = sql<boolean>`${sql.join(conditionsOf(filter, now), sql` AND `)}`;
  let query = selectAlerts(trx).where(met);
  if (after !== undefined) query = query.where('t.id', '<', after);
  const rows = await query
    .orderBy('t.id', 'desc')
    .limit(limit + 1)
    .execute();
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM alerts t WHERE ${met} LIMIT ${countLimit + 1}) AS seen`.execute(
    trx,
  );
  const total = counted.rows[0]?.total ?? 0;
  return {
    rows: rows.map(alertOf),
    total: { count: Math.min(total, countLimit), capped: total > countLimit },
  };
}

/** An alert of the transaction's company, or null. `lock`: until the transaction ends. */
export async function readAlert(trx: Trx, id: string, lock = false): Promise<Alert | null> {
  // Alone, because a row of several tables is not locked as a whole.
  if (lock) await trx.selectFrom('alerts').select('id').where('id', '=', id).forUpdate().execute();
  const row = await selectAlerts(trx).where('t.id', '=', id).executeTakeFirst();
  return row === undefined ? null : alertOf(row);
}

/** Who looks after records: of clients the responsible member, of activities whom they are assigned to. */
export async function responsibleFor(
  trx: Trx,
  resourceType: ResourceType,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows =
    resourceType === 'clients'
      ? await trx
          .selectFrom('clients')
          .select(['id', 'responsible_member_id as member'])
          .where('id', 'in', [...ids])
          .execute()
      : await trx
          .selectFrom('activities')
          .select(['id', 'assignee_member_id as member'])
          .where('id', 'in', [...ids])
          .execute();
  return new Map(rows.flatMap(({ id, member }) => (member === null ? [] : [[id, member] as const])));
}

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

/** Inserts those alerts whose cause has none yet; answers the ids of what was inserted by their keys. */
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

/** Writes to an alert that the transaction has locked, and counts its version up. */
export async function changeAlert(
  trx: Trx,
  { id, version }: Pick<Alert, 'id' | 'version'>,
  columns: Updateable<AlertsTable>,
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Closes by the system every alert of these keys that is not closed; answers which they were. */
export async function closeByKeys(
  trx: Trx,
  { keys, reason, at }: { keys: readonly string[]; reason: string; at: string },
): Promise<{ id: string; status: AlertsTable['status'] }[]> {
  if (keys.length === 0) return [];
  const open = await trx
    .selectFrom('alerts')
    .select(['id', 'status'])
    .where('dedupe_key', 'in', [...keys])
    .where('status', '!=', 'closed')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open.length === 0) return [];
  await trx
    .updateTable('alerts')
    .set({
      status: 'closed',
      outcome: 'noAction',
      reason,
      snoozed_until: null,
      closed_at: at,
      updated_at: at,
      updated_by: null,
      version: sql`version + 1`,
    })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .execute();
  return open;
}

/** Keys of alerts of a type that are not closed. */
export async function openKeys(trx: Trx, type: Alert['type']): Promise<string[]> {
  const rows = await trx
    .selectFrom('alerts')
    .select('dedupe_key')
    .where('type', '=', type)
    .where('status', '!=', 'closed')
    .execute();
  return rows.map(({ dedupe_key }) => dedupe_key);
}

/** Urgent first, then what is due soonest, then the oldest. */
const pressing = sql`CASE severity WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, due_at NULLS LAST, id`;

/**
 * Gives the most pressing open alert that is nobody's to a member, or answers null. Whoever asks at the same moment passes over the one
 * that is being given away, and gets the next.
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
                  ORDER BY ${pressing} LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Whether an alert was opened by a screening, and which. */
export async function screeningOfAlert(trx: Trx, id: string): Promise<string | null> {
  const row = await trx.selectFrom('alerts').select('screening_id').where('id', '=', id).executeTakeFirst();
  return row?.screening_id ?? null;
}

/** An active member with the right to work on alerts, by name; null for anybody else. */
export async function assignableName(trx: Trx, memberId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('members')
    .select('name')
    .where('id', '=', memberId)
    .where('status', '=', 'active')
    .where('role', '!=', 'auditor')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The compliance officer who has been one longest; null where there is none. */
export async function firstComplianceOfficer(trx: Trx): Promise<string | null> {
  const row = await trx
    .selectFrom('members')
    .select('id')
    .where('status', '=', 'active')
    .where(sql<boolean>`'complianceOfficer' = ANY (designations)`)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
