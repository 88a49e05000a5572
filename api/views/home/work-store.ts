import { type RawBuilder, sql } from 'kysely';
import type { CappedCount } from '#contract/clients/client-record.ts';
import type { AlertResourceType } from '#rules/alerts/alert-types.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { type CalendarDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import type { SanctionsTag } from '#rules/sanctions.ts';
import type { WorkKind, WorkRank } from '#rules/work-queue.ts';
import { maxCountedWork, readCappedCount } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { getActivitySanctionsTag, sanctionsTagged } from '../../records/sanctions/store.ts';
import { none, rankKeys, type WorkScope, type WorkSource } from './work-source-shape-store.ts';
import { workSources } from './work-sources-store.ts';

type Sql = RawBuilder<unknown>;

/** Position in the queue: rank; within it a date or an instant as text, empty where the rank has the order of ids; id. */
export interface WorkPlace {
  rank: number;
  due: string;
  id: string;
}

const isRank = (rank: number): rank is WorkRank => Object.hasOwn(rankKeys, rank);

const instantText = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?\+00$/;

/** Whether a row could be there, with its due column as PostgreSQL writes it: what a cursor says is not known to come from a row. */
export function isWorkPlace({ rank, due }: Pick<WorkPlace, 'rank' | 'due'>): boolean {
  if (!isRank(rank)) return false;
  const key = rankKeys[rank];
  if (key === null) return due === '';
  if (key === 'date') return isCalendarDate(due);
  // An alert without a due date comes last.
  return due === 'infinity' || isCalendarDate(instantText.exec(due)?.[1] ?? '');
}

/** Rows of a source from a place on, in the order of its index. */
function rowsOf(source: WorkSource, place: WorkPlace | undefined, limit: number): Sql {
  const { rank, from, met, due, id, columns } = source;
  const key = rankKeys[rank];
  const beyond =
    place === undefined || place.rank < rank
      ? sql``
      : due === null || key === null
        ? sql` AND ${id} > ${place.id}::uuid`
        : sql` AND (${due}, ${id}) > (${place.due}::${sql.raw(key)}, ${place.id}::uuid)`;
  const order = due === null ? id : sql`${due}, ${id}`;
  return sql`(SELECT ${sql.lit(rank)}::integer AS rank, ${key === 'date' && due ? due : none.date} AS day,
      ${key === 'timestamptz' && due ? due : none.instant} AS at, ${id} AS id, ${columns.kind}::text AS kind,
      ${columns.resourceType}::text AS resource_type, ${columns.resourceId} AS resource_id, ${columns.level}::text AS level,
      ${columns.about}::text AS about, ${columns.status}::text AS status, ${columns.person} AS person_id,
      ${columns.dueOn} AS due_on, ${columns.dueAt} AS due_at, ${columns.since} AS since
    FROM ${from} WHERE ${met}${beyond} ORDER BY ${order} LIMIT ${sql.lit(limit)})`;
}

/** A row of the queue with its position. `status` is the alert's type, the review's trigger, or the verification's kind where it is one. */
export interface WorkRow extends WorkPlace {
  kind: WorkKind;
  resourceType: AlertResourceType;
  resourceId: string;
  resourceName: string;
  sanctions: SanctionsTag | null;
  level: RiskLevel | null;
  about: string | null;
  status: string | null;
  person: string | null;
  dueOn: CalendarDate | null;
  dueAt: string | null;
  since: string;
}

const resourceName = sql`coalesce(c.display_name, v.reference || ' ' || v.name, CASE f.resource_type
  WHEN 'privacyBreaches' THEN (SELECT b.summary FROM privacy_breaches b WHERE b.id = f.resource_id)
  WHEN 'supportGrants' THEN (SELECT g.admin_name FROM support_grants g WHERE g.id = f.resource_id)
  WHEN 'screeningLists' THEN (SELECT l.name FROM screening_lists l WHERE l.id = f.resource_id) END, '')`;

/** The query of `readWork`; undefined if no kind of work comes after the place. */
export function workQuery(
  scope: WorkScope,
  place: WorkPlace | undefined,
  limit: number,
): RawBuilder<WorkRow> | undefined {
  const sources = workSources(scope).filter(({ rank }) => place === undefined || rank >= place.rank);
  if (sources.length === 0) return undefined;
  const parts = sql.join(
    sources.map((source) => rowsOf(source, place, limit)),
    sql` UNION ALL `,
  );
  return sql<WorkRow>`
    SELECT f.rank, coalesce(f.day::text, f.at::text, '') AS due, f.id, f.kind, f.resource_type AS "resourceType",
           f.resource_id AS "resourceId", ${resourceName} AS "resourceName",
           coalesce(s.tag, ${getActivitySanctionsTag('v')}) AS sanctions, f.level, f.about, f.status, m.name AS person,
           f.due_on AS "dueOn", f.due_at AS "dueAt", f.since
      FROM (SELECT * FROM (${parts}) AS found ORDER BY rank, day, at, id LIMIT ${sql.lit(limit)}) AS f
      LEFT JOIN clients c ON f.resource_type = 'clients' AND c.id = f.resource_id
      LEFT JOIN activities v ON f.resource_type = 'activities' AND v.id = f.resource_id
      LEFT JOIN members m ON m.id = f.person_id
      LEFT JOIN ${sanctionsTagged} s ON s.client_id = c.id
     ORDER BY f.rank, f.day, f.at, f.id`;
}

/** A member's work from a place on, the most consequential first. */
export async function readWork(
  trx: Trx,
  scope: WorkScope,
  { place, limit }: { place?: WorkPlace | undefined; limit: number },
): Promise<WorkRow[]> {
  const query = workQuery(scope, place, limit);
  return query === undefined ? [] : (await query.execute(trx)).rows;
}

/** Number of a member's items of work. */
export function countWork(trx: Trx, scope: WorkScope): Promise<CappedCount> {
  const parts = workSources(scope).map(({ from, met }) => sql`SELECT FROM ${from} WHERE ${met}`);
  return readCappedCount(trx, sql.join(parts, sql` UNION ALL `), maxCountedWork);
}
