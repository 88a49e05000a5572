import { sql } from 'kysely';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { openActivityStatuses } from '#rules/lifecycles/activities.ts';
import { monitoredClientStatuses } from '#rules/lifecycles/clients.ts';
import { finalReviewStatuses } from '#rules/lifecycles/monitoring.ts';
import { alertWorkRanks, daysOfWeek, reviewDaysAhead, workRanks } from '#rules/work-queue.ts';
import { literals } from '../../kernel/database/literals.ts';
import { blank, type Sql, type WorkScope, type WorkSource } from './work-source-shape-store.ts';

const isInstantDue = (column: Sql, { due, now, today }: WorkScope): Sql => {
  if (due === undefined) return sql`true`;
  if (due === 'overdue') return sql`${column} < ${now}::timestamptz`;
  return sql`${column} >= ${now}::timestamptz AND ${column} < ${addDays(today, daysOfWeek)}::date`;
};

/** Alerts assigned to the member or unassigned, and not snoozed: one source for each urgency, since each has its own rank. */
export function alertSources(scope: WorkScope): WorkSource[] {
  const whose = [sql`t.assignee_member_id = ${scope.memberId}`, sql`t.assignee_member_id IS NULL`];
  return alertWorkRanks.flatMap((rank, urgency) =>
    whose.map(
      (isWhose): WorkSource => ({
        rank,
        from: sql`alerts t`,
        met: sql`t.status <> 'closed' AND ${isWhose} AND t.urgency = ${sql.lit(urgency)}
          AND (t.snoozed_until IS NULL OR t.snoozed_until <= ${scope.now}::timestamptz) AND ${isInstantDue(sql`t.due_order`, scope)}`,
        due: sql`t.due_order`,
        id: sql`t.id`,
        columns: {
          ...blank,
          kind: sql`'alert'`,
          resourceType: sql`t.resource_type`,
          resourceId: sql`t.resource_id`,
          level: sql`t.severity`,
          about: sql`t.summary`,
          status: sql`t.type`,
          dueAt: sql`t.due_at`,
          since: sql`t.created_at`,
        },
      }),
    ),
  );
}

/** Days of due dates by rank: what is overdue, and what is due from today to a last day. */
function getDays({ due, today }: WorkScope, last: CalendarDate) {
  const week = addDays(today, daysOfWeek - 1);
  const end = due === 'week' && week < last ? week : last;
  return [
    ...(due === 'week'
      ? []
      : [{ rank: workRanks.overdue, isOn: (column: Sql) => sql`${column} < ${today}::date` }]),
    ...(due === 'overdue'
      ? []
      : [
          {
            rank: workRanks.dated,
            isOn: (column: Sql) => sql`${column} >= ${today}::date AND ${column} <= ${end}::date`,
          },
        ]),
  ];
}

/** Reviews of the member's clients: by the client's next date, and open triggered ones, which set no such date. */
export function reviewSources(scope: WorkScope): WorkSource[] {
  const isOwn = sql`c.responsible_member_id = ${scope.memberId} AND c.status IN ${literals(monitoredClientStatuses)}`;
  const shared = { ...blank, kind: sql`'review'`, resourceType: sql`'clients'`, resourceId: sql`c.id` };
  return getDays(scope, addDays(scope.today, reviewDaysAhead)).flatMap(({ rank, isOn }): WorkSource[] => [
    {
      rank,
      from: sql`clients c`,
      met: sql`${isOwn} AND c.next_review_due_on IS NOT NULL AND ${isOn(sql`c.next_review_due_on`)}`,
      due: sql`c.next_review_due_on`,
      id: sql`c.id`,
      columns: {
        ...shared,
        level: sql`c.risk_level`,
        dueOn: sql`c.next_review_due_on`,
        since: sql`c.created_at`,
      },
    },
    {
      rank,
      from: sql`reviews r JOIN clients c ON c.company_id = r.company_id AND c.id = r.client_id`,
      met: sql`r.kind = 'triggered' AND r.status NOT IN ${literals(finalReviewStatuses)} AND ${isOwn} AND ${isOn(sql`r.due_on`)}`,
      due: sql`r.due_on`,
      id: sql`r.id`,
      columns: {
        ...shared,
        level: sql`c.risk_level`,
        status: sql`r.trigger`,
        dueOn: sql`r.due_on`,
        since: sql`r.created_at`,
      },
    },
  ]);
}

/** The member's open activities. */
export function activitySources(scope: WorkScope): WorkSource[] {
  const isOwn = sql`a.assignee_member_id = ${scope.memberId} AND a.status IN ${literals(openActivityStatuses)}`;
  const shared = {
    ...blank,
    kind: sql`'activity'`,
    resourceType: sql`'activities'`,
    resourceId: sql`a.id`,
    level: sql`a.risk_level`,
    status: sql`a.status`,
    since: sql`a.created_at`,
  };
  const source = { from: sql`activities a`, id: sql`a.id` };
  const dated = getDays(scope, '9999-12-31').map(
    ({ rank, isOn }): WorkSource => ({
      ...source,
      rank,
      met: sql`${isOwn} AND ${isOn(sql`a.due_on`)}`,
      due: sql`a.due_on`,
      columns: { ...shared, dueOn: sql`a.due_on` },
    }),
  );
  const undated: WorkSource = {
    ...source,
    rank: workRanks.undatedActivity,
    met: sql`${isOwn} AND a.due_on = 'infinity'`,
    due: null,
    columns: shared,
  };
  return scope.due === undefined ? [...dated, undated] : dated;
}
