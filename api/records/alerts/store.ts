import { type RawBuilder, sql } from 'kysely';
import type { CappedCount } from '#contract/clients/client-record.ts';
import type { Alert } from '#contract/monitoring/alerts.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { undecidedMatchStatuses } from '#rules/screening-matches/match-labels.ts';
import { maxCountedWork, readCappedCount } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { selected } from '../../kernel/records/columns.ts';
import { everyStamp, recordStore } from '../../kernel/records/record-store.ts';
import { getActivitySanctionsTag, sanctionsTagged } from '../sanctions/store.ts';

/** Name of a record that is neither client nor activity. */
const otherName = sql<string | null>`CASE t.resource_type
  WHEN 'privacyBreaches' THEN (SELECT b.summary FROM privacy_breaches b WHERE b.company_id = t.company_id AND b.id = t.resource_id)
  WHEN 'supportGrants' THEN (SELECT g.admin_name FROM support_grants g WHERE g.company_id = t.company_id AND g.id = t.resource_id)
  WHEN 'screeningLists' THEN (SELECT l.name FROM screening_lists l WHERE l.id = t.resource_id)
  END`;

const columns = {
  id: 'id',
  version: 'version',
  type: 'type',
  resourceType: 'resource_type',
  resourceId: 'resource_id',
  severity: 'severity',
  raisedFrom: 'raised_from',
  status: 'status',
  summary: 'summary',
  outcome: 'outcome',
  reason: 'reason',
  dueAt: 'due_at',
  snoozedUntil: 'snoozed_until',
  openedAt: 'created_at',
  closedAt: 'closed_at',
  escalationNote: 'escalation_note',
} as const;

/** Alerts with the names of their records, without sanctions tags, whose query is expensive. */
function selectNamed(trx: Trx) {
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
    .select(selected('t', columns))
    .select([
      't.assignee_member_id as assigneeId',
      'm.name as assigneeName',
      'c.display_name as clientName',
      'a.reference',
      'a.name as activityName',
      otherName.as('otherName'),
    ]);
}

function selectAlerts(trx: Trx) {
  return selectNamed(trx)
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select(sql<Alert['sanctions']>`coalesce(s.tag, ${getActivitySanctionsTag('a')})`.as('sanctions'));
}

type Named = Awaited<ReturnType<ReturnType<typeof selectNamed>['execute']>>[number];

/** An alert as commands read it. */
export type LockedAlert = Omit<Alert, 'sanctions'>;

function getLocked(row: Named): LockedAlert {
  const { assigneeId, assigneeName, clientName, reference, activityName, otherName, ...alert } = row;
  return {
    ...alert,
    resourceName: clientName ?? otherName ?? `${reference ?? ''} ${activityName ?? ''}`.trim(),
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '' },
  };
}

const getAlert = ({ sanctions, ...row }: Named & Pick<Alert, 'sanctions'>): Alert => ({
  ...getLocked(row),
  sanctions,
});

export interface AlertFilter {
  resource?: { type: ResourceType; id: string };
  /** Assigned to this member, or unassigned. */
  waitingFor?: string | undefined;
  type?: Alert['type'] | undefined;
  /** Default: all that are not closed. */
  status?: Alert['status'] | undefined;
  severity?: Alert['severity'] | undefined;
  /** A member, or `none`. */
  assignee?: string | undefined;
  isOverdue?: boolean | undefined;
}

/** SQL conditions of a filter. `now`: ISO instant. */
function getConditions(filter: AlertFilter, now: string) {
  const { resource, waitingFor, type, status, severity, assignee, isOverdue } = filter;
  return [
    // A separate condition, so that the planner uses the partial index of alerts that are not closed.
    ...(status === 'closed' ? [] : [sql`t.status <> 'closed'`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
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

/**
 * Order of a page, and the condition for alerts after one with a known id. Closed alerts are newest first; others are
 * in queue order (rules/alerts/alert-order.ts). An alert whose severity was raised meanwhile is located at its current
 * position.
 */
function queueWalk(status: Alert['status'] | undefined, after: string | undefined) {
  if (status === 'closed') {
    return { order: sql`t.id DESC`, beyond: after === undefined ? sql`true` : sql`t.id < ${after}::uuid` };
  }
  return {
    order: sql`t.urgency, t.due_order, t.id`,
    beyond:
      after === undefined
        ? sql`true`
        : sql`(t.urgency, t.due_order, t.id) > (SELECT l.urgency, l.due_order, l.id FROM alerts l WHERE l.id = ${after}::uuid)`,
  };
}

/** Filter and position of a page. `now`: ISO instant. */
export interface AlertPage {
  filter: AlertFilter;
  after?: string | undefined;
  limit: number;
  now: string;
}

const metBy = ({ filter, now }: AlertPage) =>
  sql<boolean>`${sql.join(getConditions(filter, now), sql` AND `)}`;

/** Rows of a page in the order of `queueWalk`, one more than the limit if there is more. */
export function alertPageQuery(trx: Trx, page: AlertPage) {
  const { order, beyond } = queueWalk(page.filter.status, page.after);
  return selectAlerts(trx)
    .where(metBy(page))
    .where(beyond as RawBuilder<boolean>)
    .orderBy(order)
    .limit(page.limit + 1);
}

/**
 * A page of alerts as returned by `alertPageQuery`, and the total. Excludes snoozed alerts from the waiting ones until
 * the snooze ends.
 */
export async function alertPage(trx: Trx, page: AlertPage): Promise<{ rows: Alert[]; total: CappedCount }> {
  const met = metBy(page);
  const rows = await alertPageQuery(trx, page).execute();
  const total = await readCappedCount(trx, sql`SELECT FROM alerts t WHERE ${met}`, maxCountedWork);
  return { rows: rows.map(getAlert), total };
}

/** An alert of the transaction's company, or null. */
export async function readAlert(trx: Trx, id: string): Promise<Alert | null> {
  const row = await selectAlerts(trx).where('t.id', '=', id).executeTakeFirst();
  return row === undefined ? null : getAlert(row);
}

export const alerts = recordStore({
  table: 'alerts',
  noun: 'alert',
  read: readAlert,
  stamps: { ...everyStamp, created_by: false },
});

/** Locks an alert until the transaction ends. Null if the company has none with this id. Unlike `alerts.lock`, reads no sanctions tags. */
export async function lockAlert(trx: Trx, id: string): Promise<LockedAlert | null> {
  // Locked separately, because FOR UPDATE cannot lock the outer joins.
  await trx.selectFrom('alerts').select('id').where('id', '=', id).forUpdate().execute();
  const row = await selectNamed(trx).where('t.id', '=', id).executeTakeFirst();
  return row === undefined ? null : getLocked(row);
}

/** Id of the screening that opened an alert, or null. */
export async function getAlertScreening(trx: Trx, id: string): Promise<string | null> {
  const row = await trx.selectFrom('alerts').select('screening_id').where('id', '=', id).executeTakeFirst();
  return row?.screening_id ?? null;
}

/** Whether a match of an alert is undecided. */
export async function hasUndecidedMatches(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('screening_matches')
    .select('id')
    .where('alert_id', '=', id)
    .where('status', 'in', undecidedMatchStatuses)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
