import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type ActivityListItem, type activityFilters, activityStatuses } from '#contract/activities.ts';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { searchTerms } from '#rules/name-matching/name-normalisation.ts';
import { countUpTo, maxCounted, sumCappedCounts, toCappedCount } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { listCursors } from '../../kernel/http/list-cursor.ts';
import { getSearchQueries } from '../../records/clients/list/search-query.ts';
import { getActivitySanctionsTag } from '../../records/sanctions/store.ts';
import { getReference } from './store.ts';

type Filters = z.output<typeof activityFilters>;
export type Sort = NonNullable<Filters['sort']>;

/** Filters with `me` already resolved to an id. */
export type ListFilters = Pick<Filters, 'status' | 'type' | 'risk' | 'assignee' | 'clientId' | 'recheck'>;

/** Maximum clients matched by a search for a client's name. */
const maxClientsFound = 500;
/** Maximum words of a search. */
const maxWords = 8;

interface ListedRow {
  id: string;
  reference: string;
  name: string;
  activity_type: ActivityListItem['activityType'];
  status: ActivityListItem['status'];
  customers: { id: string; name: string }[] | null;
  sanctions: ActivityListItem['sanctions'];
  risk_level: ActivityListItem['riskLevel'];
  recheck_due_at: string | null;
  max_transaction_value: number | null;
  currency: ActivityListItem['currency'];
  assignee_member_id: string | null;
  assignee_name: string | null;
  due_on: string | null;
  created_at: string;
}

function getItem(row: ListedRow): ActivityListItem {
  return {
    id: row.id,
    reference: row.reference,
    name: row.name,
    activityType: row.activity_type,
    status: row.status,
    customers: row.customers ?? [],
    sanctions: row.sanctions,
    riskLevel: row.risk_level,
    recheckDueAt: row.recheck_due_at,
    value: row.max_transaction_value,
    currency: row.currency,
    assignee:
      row.assignee_member_id === null ? null : { id: row.assignee_member_id, name: row.assignee_name ?? '' },
    dueOn: row.due_on,
    createdAt: row.created_at,
  };
}

/** A parsed search; empty text means no search. */
export interface Search {
  words: string[];
  references: string[];
  /** Conditions on clients, in the format of `matching_clients`. */
  clientConditions: unknown[];
}

/**
 * Parses a search text. It matches activities with every word in name, reference or external id, each as a prefix of a word;
 * those with that number; and those of clients whose name matches, tolerating typing errors.
 */
export async function getSearch(trx: Trx, text: string): Promise<Search> {
  const words = searchTerms(text).slice(0, maxWords);
  const number = /^\d{1,9}$/.test(text) ? [getReference(Number(text))] : [];
  const [clients] = await getSearchQueries(trx, [text]);
  const clientConditions =
    clients === undefined ? [] : clients.direct.length > 0 ? clients.direct : clients.near;
  return { words, references: [text.toUpperCase(), ...number], clientConditions };
}

function foundIds({ words, references, clientConditions }: Search): RawBuilder<unknown> {
  return sql`
    SELECT id FROM activities_named(${words}::text[], ${maxCounted + 1})
    UNION SELECT r.id FROM activities r WHERE r.reference = ANY (${references}::text[])
    UNION SELECT p.activity_id FROM matching_clients(${JSON.stringify(clientConditions)}::jsonb, NULL, '{}'::jsonb,
      'name', NULL, NULL, ${maxClientsFound}) AS m JOIN activity_parties p ON p.client_id = m.id`;
}

/** The filters as a condition on activities `a`; with a search, its `found` must be in scope. */
function filterCondition(filters: ListFilters, search: Search | undefined): RawBuilder<unknown> {
  const { status, type, risk, assignee, clientId, recheck } = filters;
  const met: RawBuilder<unknown>[] = [sql`true`];
  if (status !== undefined) met.push(sql`a.status = ${status}`);
  if (type !== undefined) met.push(sql`a.activity_type = ${type}`);
  if (risk !== undefined) met.push(sql`a.risk_level = ${risk}`);
  if (assignee === 'none') met.push(sql`a.assignee_member_id IS NULL`);
  else if (assignee !== undefined) met.push(sql`a.assignee_member_id = ${assignee}::uuid`);
  if (clientId !== undefined) {
    met.push(
      sql`a.id IN (SELECT p.activity_id FROM activity_parties p WHERE p.client_id = ${clientId}::uuid)`,
    );
  }
  if (recheck !== undefined) met.push(sql`a.recheck_due_at IS NOT NULL`);
  if (search !== undefined) met.push(sql`a.id IN (SELECT id FROM found)`);
  return sql.join(met, sql` AND `);
}

function withFound(search: Search | undefined): RawBuilder<unknown> {
  return search === undefined ? sql`` : sql`WITH found AS MATERIALIZED (${foundIds(search)})`;
}

/** The order of a walk through `alias`, and the condition that a row is beyond the place. */
function walk(sort: Sort, place: Place | undefined, alias: string) {
  const descending = (sort === 'newest') !== (place?.backward ?? false);
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const beyond = sql.raw(descending ? '<' : '>');
  const [id, due] = [sql.ref(`${alias}.id`), sql.ref(`${alias}.due_on`)];
  if (sort !== 'due') {
    return {
      direction,
      order: sql`${id} ${direction}`,
      after: place ? sql`${id} ${beyond} ${place.id}::uuid` : sql`true`,
    };
  }
  return {
    direction,
    order: sql`${due} ${direction}, ${id} ${direction}`,
    after: place
      ? sql`(${due}, ${id}) ${beyond} (${place.dueOn ?? 'infinity'}::date, ${place.id}::uuid)`
      : sql`true`,
  };
}

/** Start of a page: the due day and id, or only the id. */
export const activityCursors = listCursors({
  id: z.uuid(),
  dueOn: z.string().refine(isCalendarDate).nullable(),
});
type Place = ReturnType<typeof activityCursors.read>;

export interface ListQuery {
  filters: ListFilters;
  sort: Sort;
  search: Search | undefined;
  place: Place | undefined;
  limit: number;
}

/**
 * Rows of a page. If filtered by unassigned activities, the order starts with that column as well: with IS NULL alone
 * the planner does not use the index's order of the following columns.
 */
export function pageQuery({ filters, sort, search, place, limit }: ListQuery): RawBuilder<ListedRow> {
  const inner = walk(sort, place, 'a');
  const lead = filters.assignee === 'none' ? sql`a.assignee_member_id ${inner.direction}, ` : sql``;
  return sql<ListedRow>`${withFound(search)}
    SELECT a.id, a.reference, a.name, a.activity_type, a.status, a.risk_level, a.recheck_due_at, a.max_transaction_value,
           a.currency, a.assignee_member_id, m.name AS assignee_name, nullif(a.due_on, 'infinity'::date) AS due_on, a.created_at,
           (SELECT json_agg(json_build_object('id', c.id, 'name', c.display_name) ORDER BY p.position)
              FROM activity_parties p JOIN clients c ON c.company_id = p.company_id AND c.id = p.client_id
             WHERE p.company_id = a.company_id AND p.activity_id = a.id AND p.capacity = 'customer') AS customers,
           ${getActivitySanctionsTag('a')} AS sanctions
      FROM (SELECT a.* FROM activities a WHERE ${filterCondition(filters, search)} AND ${inner.after}
             ORDER BY ${lead}${inner.order} LIMIT ${limit + 1}) AS a
      LEFT JOIN members m ON m.id = a.assignee_member_id
     ORDER BY ${walk(sort, place, 'a').order}`;
}

type StatusCount = { status: ActivityListItem['status']; total: CappedCount };

/** Number of activities by status with the other filters applied, each counted up to 10,000. */
async function countByStatus(
  trx: Trx,
  filters: ListFilters,
  search: Search | undefined,
): Promise<StatusCount[]> {
  const counts = activityStatuses.map(
    (status) =>
      sql`SELECT ${status}::text AS status, (${countUpTo(
        sql`SELECT FROM activities a WHERE ${filterCondition({ ...filters, status }, search)}`,
      )}) AS total`,
  );
  const { rows } = await sql<{ status: StatusCount['status']; total: number }>`
    ${withFound(search)} ${sql.join(counts, sql` UNION ALL `)}`.execute(trx);
  return activityStatuses.map((status) => ({
    status,
    total: toCappedCount(rows.find((row) => row.status === status)?.total ?? 0),
  }));
}

export interface ListResult {
  /** In the list's order, whichever way the page was reached. */
  items: ActivityListItem[];
  /** Whether there are more rows in the direction of paging. */
  more: boolean;
  total: CappedCount;
  byStatus: StatusCount[];
}

/** Total of the list: the sum of its statuses, or the count of the filtered one. */
function getTotal({ status }: ListFilters, byStatus: readonly StatusCount[]): CappedCount {
  const counted = byStatus.filter((entry) => status === undefined || entry.status === status);
  return sumCappedCounts(counted.map(({ total }) => total));
}

/** One page of the list, with the total and the counts by status. */
export async function listPage(trx: Trx, query: ListQuery): Promise<ListResult> {
  const { rows } = await pageQuery(query).execute(trx);
  const byStatus = await countByStatus(trx, query.filters, query.search);
  const items = rows.slice(0, query.limit).map(getItem);
  return {
    items: query.place?.backward ? items.reverse() : items,
    more: rows.length > query.limit,
    total: getTotal(query.filters, byStatus),
    byStatus,
  };
}

/** Ids of the next activities of an export, oldest first. */
export async function getBatchIds(
  trx: Trx,
  query: { filters: ListFilters; search: Search | undefined; after: string | undefined; limit: number },
): Promise<string[]> {
  const { filters, search, after, limit } = query;
  const beyond = after === undefined ? sql`true` : sql`a.id > ${after}::uuid`;
  const { rows } = await sql<{ id: string }>`${withFound(search)}
    SELECT a.id FROM activities a WHERE ${filterCondition(filters, search)} AND ${beyond}
     ORDER BY a.id LIMIT ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}
