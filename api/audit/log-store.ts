import { type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { otherActors } from '#contract/audit.ts';
import { suspicionKinds } from '#rules/audit-words.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** What the log is narrowed to, as the database reads it. */
export interface LogConditions {
  companyId: string;
  timeZone: string;
  /** Whether the kinds that the compliance officer alone may learn of are among them. */
  withSuspicions: boolean;
  memberId?: string;
  actorKind?: (typeof otherActors)[number];
  kind?: string;
  record?: string;
  from?: string;
  to?: string;
  /** Events' names; left out for all. */
  actions?: readonly string[];
}

/** An event as the log reads it. */
export interface LogRow {
  seq: number;
  at: string;
  actor_type: 'user' | (typeof otherActors)[number];
  actor_id: string;
  actor_role: string;
  action: string;
  resource_type: string;
  resource_id: string;
  reason: string | null;
  request_id: string;
  member_name: string | null;
  /** Null where it was destroyed. */
  detail: unknown;
  detail_key: string | null;
}

/** Servers' clocks may differ by a little, so that the order by number and the order by time do as well. */
const eventsOfSlack = 100;

const dayStart = (day: string, timeZone: string, plusDays = 0) =>
  sql<string>`((${day}::date + ${plusDays}::integer)::timestamp AT TIME ZONE ${timeZone})`;

/**
 * What the log is narrowed to. Days become numbers of events: time and number grow together, so that a page is read along the chain's
 * own order from the right place on, however long the chain is.
 */
function conditionOf(one: LogConditions): RawBuilder<boolean> {
  const { companyId, timeZone, from, to, actions } = one;
  const met = [sql`e.chain = ${companyId}`];
  if (!one.withSuspicions) met.push(sql`e.resource_type NOT IN (${sql.join(suspicionKinds)})`);
  if (one.memberId !== undefined) met.push(sql`e.actor_id = ${one.memberId}`);
  if (one.actorKind !== undefined) met.push(sql`e.actor_type = ${one.actorKind}`);
  if (one.kind !== undefined) met.push(sql`e.resource_type = ${one.kind}`);
  if (one.record !== undefined) met.push(sql`e.resource_id = ${one.record}`);
  if (actions !== undefined) {
    met.push(actions.length === 0 ? sql`false` : sql`e.action IN (${sql.join(actions)})`);
  }
  if (from !== undefined) {
    const start = dayStart(from, timeZone);
    met.push(sql`e.at >= ${start} AND e.seq >= (SELECT seq - ${eventsOfSlack}::bigint FROM audit_events
      WHERE chain = ${companyId} AND at >= ${start} ORDER BY at LIMIT 1)`);
  }
  if (to !== undefined) {
    const end = dayStart(to, timeZone, 1);
    met.push(sql`e.at < ${end} AND e.seq <= (SELECT seq + ${eventsOfSlack}::bigint FROM audit_events
      WHERE chain = ${companyId} AND at < ${end} ORDER BY at DESC LIMIT 1)`);
  }
  return sql<boolean>`${sql.join(met, sql` AND `)}`;
}

/** A page of the log, newest first, from before an event's number on; one more than `limit` where there is more. */
export function logPage(
  trx: Trx,
  conditions: LogConditions,
  before: number | undefined,
  limit: number,
): SelectQueryBuilder<Schema, 'audit_events', LogRow> {
  let query = trx
    .selectFrom('audit_events as e')
    .leftJoin('audit_details as d', 'd.id', 'e.detail_id')
    // Ids of people are text here, because an actor may be a job or a link as well.
    .leftJoin('members as m', (join) =>
      join.on((on) => on(on.cast<string>('m.id', 'text'), '=', on.ref('e.actor_id'))),
    )
    .select([
      'e.seq',
      'e.at',
      'e.actor_type',
      'e.actor_id',
      'e.actor_role',
      'e.action',
      'e.resource_type',
      'e.resource_id',
      'e.reason',
      'e.request_id',
      'm.name as member_name',
      'd.detail',
      'd.detail_key',
    ])
    .where(conditionOf(conditions))
    .orderBy('e.seq', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('e.seq', '<', before);
  return query as unknown as SelectQueryBuilder<Schema, 'audit_events', LogRow>;
}

/**
 * What differs in a column of the chain, by one probe of an index each: there are a few dozen among millions.
 * Source of the shape: PostgreSQL wiki, "Loose indexscan".
 */
async function distinct(trx: Trx, companyId: string, column: 'action' | 'resource_type'): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    WITH RECURSIVE found AS (
      (SELECT ${name} AS value FROM audit_events WHERE chain = ${companyId} ORDER BY ${name} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${name} FROM audit_events WHERE chain = ${companyId} AND ${name} > found.value ORDER BY ${name} LIMIT 1)
        FROM found WHERE found.value IS NOT NULL)
    SELECT value FROM found WHERE value IS NOT NULL`.execute(trx);
  return rows.map(({ value }) => value);
}

/** Names of every event that the company's chain has. */
export const eventNames = (trx: Trx, companyId: string) => distinct(trx, companyId, 'action');

/** Kinds of record that the company's chain speaks of. */
export const recordKinds = (trx: Trx, companyId: string) => distinct(trx, companyId, 'resource_type');

/** Names of clients and activities by id, for those that there are. */
export async function namesOf(
  trx: Trx,
  ids: { clients: readonly string[]; activities: readonly string[] },
): Promise<Map<string, string>> {
  const clients =
    ids.clients.length === 0
      ? []
      : await trx
          .selectFrom('clients')
          .select(['id', 'display_name as name'])
          .where('id', 'in', ids.clients)
          .execute();
  const activities =
    ids.activities.length === 0
      ? []
      : await trx.selectFrom('activities').select(['id', 'name']).where('id', 'in', ids.activities).execute();
  return new Map([...clients, ...activities].map(({ id, name }) => [id, name]));
}

/** Everybody who has ever been of the company, by name. */
export function everybody(trx: Trx): Promise<{ id: string; name: string }[]> {
  return trx.selectFrom('members').select(['id', 'name']).orderBy('name').orderBy('id').execute();
}
