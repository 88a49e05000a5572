import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { otherActors } from '#contract/platform/audit.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { matchesWord, type WordMatch } from './search-store.ts';

/** Filters of the log, as used in queries. */
export interface LogConditions {
  companyId: string;
  timeZone: string;
  /** Record types whose events are excluded, because the reader must not learn of them. */
  withheldKinds: readonly string[];
  memberId?: string;
  actorKind?: (typeof otherActors)[number];
  kind?: string;
  record?: string;
  from?: string;
  to?: string;
  /** Event names; default all. */
  actions?: readonly string[];
  /** What each word of a search can match; every word must be met. */
  words?: readonly WordMatch[];
}

/** An event as read for the log. */
export interface LogRow {
  seq: number;
  at: string;
  detail_id: string;
  actor_type: 'user' | (typeof otherActors)[number];
  actor_id: string;
  actor_role: string;
  action: string;
  resource_type: string;
  resource_id: string;
  reason: string | null;
  session_id: string | null;
  /** IP address of the actor. */
  client_address: string | null;
  request_id: string;
  member_name: string | null;
  /** Null if destroyed. */
  detail: unknown;
  detail_key: string | null;
}

/** Servers' clocks may differ slightly, and so the order by number from the order by time. */
const slackEvents = 100;

const dayStart = (day: string, timeZone: string, plusDays = 0) =>
  sql<string>`((${day}::date + ${plusDays}::integer)::timestamp AT TIME ZONE ${timeZone})`;

/**
 * Conditions of the log's filters. Days are converted to event numbers, which grow with time, so that a page is read in
 * chain order from its start, however long the chain.
 */
function getCondition(conditions: LogConditions): RawBuilder<boolean> {
  const { companyId, timeZone, from, to, actions } = conditions;
  const met = [sql`e.chain = ${companyId}`];
  if (conditions.withheldKinds.length > 0) {
    met.push(sql`e.resource_type NOT IN (${sql.join([...conditions.withheldKinds])})`);
  }
  if (conditions.memberId !== undefined) met.push(sql`e.actor_id = ${conditions.memberId}`);
  if (conditions.actorKind !== undefined) met.push(sql`e.actor_type = ${conditions.actorKind}`);
  if (conditions.kind !== undefined) met.push(sql`e.resource_type = ${conditions.kind}`);
  if (conditions.record !== undefined) met.push(sql`e.resource_id = ${conditions.record}`);
  if (actions !== undefined) {
    met.push(actions.length === 0 ? sql`false` : sql`e.action IN (${sql.join(actions)})`);
  }
  if (conditions.words !== undefined) {
    met.push(
      conditions.words.length === 0 ? sql`false` : sql.join(conditions.words.map(matchesWord), sql` AND `),
    );
  }
  if (from !== undefined) {
    const start = dayStart(from, timeZone);
    met.push(sql`e.at >= ${start} AND e.seq >= (SELECT seq - ${slackEvents}::bigint FROM audit_events
      WHERE chain = ${companyId} AND at >= ${start} ORDER BY at LIMIT 1)`);
  }
  if (to !== undefined) {
    const end = dayStart(to, timeZone, 1);
    met.push(sql`e.at < ${end} AND e.seq <= (SELECT seq + ${slackEvents}::bigint FROM audit_events
      WHERE chain = ${companyId} AND at < ${end} ORDER BY at DESC LIMIT 1)`);
  }
  return sql<boolean>`${sql.join(met, sql` AND `)}`;
}

/** Events with their details and the names of members. */
export function selectEvents(trx: Trx) {
  return (
    trx
      .selectFrom('audit_events as e')
      .leftJoin('audit_details as d', 'd.id', 'e.detail_id')
      // Actor ids are text, because an actor may be a job or a link.
      .leftJoin('members as m', (join) =>
        join.on((on) => on(on.cast<string>('m.id', 'text'), '=', on.ref('e.actor_id'))),
      )
      .select([
        'e.seq',
        'e.at',
        'e.detail_id',
        'e.actor_type',
        'e.actor_id',
        'e.actor_role',
        'e.action',
        'e.resource_type',
        'e.resource_id',
        sql<string | null>`coalesce(e.reason, d.reason)`.as('reason'),
        'e.session_id',
        sql<string | null>`coalesce(e.client_address, d.client_address)`.as('client_address'),
        'e.request_id',
        'm.name as member_name',
        'd.detail',
        'd.detail_key',
      ])
  );
}

/** A page of the log, newest first, before an event's number; `limit + 1` rows if there is more. */
export function logPage(
  trx: Trx,
  conditions: LogConditions,
  before: number | undefined,
  limit: number,
): SelectQueryBuilder<Schema, 'audit_events', LogRow> {
  let query = selectEvents(trx)
    .where(getCondition(conditions))
    .orderBy('e.seq', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('e.seq', '<', before);
  return query as unknown as SelectQueryBuilder<Schema, 'audit_events', LogRow>;
}

/**
 * Distinct values of a chain's column, by one index probe each: a few dozen among millions of rows. Technique:
 * PostgreSQL wiki, "Loose indexscan".
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

/** Names of all events in the company's chain. */
export const eventNames = (trx: Trx, companyId: string) => distinct(trx, companyId, 'action');

/** Kinds of record in the company's chain. */
export const recordKinds = (trx: Trx, companyId: string) => distinct(trx, companyId, 'resource_type');

/** Names of existing clients and activities, and of members, by id. */
export async function getNames(
  trx: Trx,
  ids: { clients: readonly string[]; activities: readonly string[]; members: readonly string[] },
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
  const members =
    ids.members.length === 0
      ? []
      : await trx.selectFrom('members').select(['id', 'name']).where('id', 'in', ids.members).execute();
  return new Map([...clients, ...activities, ...members].map(({ id, name }) => [id, name]));
}

/** All current and former members of the company, by name. */
export function everybody(trx: Trx): Promise<{ id: string; name: string }[]> {
  return trx.selectFrom('members').select(['id', 'name']).orderBy('name').orderBy('id').execute();
}
