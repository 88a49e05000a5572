import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Address } from '#contract/addresses.ts';
import type {
  CappedCount,
  ClientFilters,
  ClientListItem,
  clientSorts,
} from '#contract/clients/client-record.ts';
import { countryName } from '#rules/countries.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { countUpTo, maxCounted, toCappedCount } from '../../../kernel/database/keyset.ts';
import { withPreparedStatement } from '../../../kernel/database/prepared-statements.ts';
import type { Schema, Trx } from '../../../kernel/database/tables/schema.ts';
import { keyText, listCursors } from '../../../kernel/http/list-cursor.ts';
import { sanctionsTagged } from '../../sanctions/store.ts';
import { lookupsQuery } from '../record/store.ts';
import { isDecidedByOne } from './decisions-by-one-store.ts';
import type { SearchQuery } from './search-query.ts';

export type Sort = (typeof clientSorts)[number];

/** Filters with `me` already resolved to an id, and a review's state to the range of days of the next review, inclusive. */
export type ListFilters = Pick<
  ClientFilters,
  'kind' | 'type' | 'status' | 'responsible' | 'risk' | 'cdd' | 'decided' | 'origin' | 'monitoring'
> & {
  reviewFrom?: CalendarDate;
  reviewTo?: CalendarDate;
};

/** If fewer clients match a search as typed, approximate matches are shown too. */
export const fewMatches = 50;

/** Start of a page: sorted by name, or for a search by score. */
export const clientCursors = listCursors({ id: z.uuid(), sortName: keyText, score: z.number() });
type Place = ReturnType<typeof clientCursors.read>;

export interface ListQuery {
  filters: ListFilters;
  sort: Sort;
  /** With `best` always; without it the whole list. */
  search: SearchQuery | undefined;
  place: Place | undefined;
  limit: number;
  /** The whole list is known to exceed the count limit, so it is not counted again. */
  isKnownLong?: boolean;
}

export interface ListRow extends ClientListItem {
  sortName: string;
  score: number;
}

export interface ListResult {
  /** In the list's order, whichever way the page was reached. */
  rows: ListRow[];
  /** Whether there is more in the direction of the walk. */
  more: boolean;
  total: CappedCount;
}

interface ListedRow {
  id: string;
  display_name: string;
  kind: ClientListItem['kind'];
  client_type: ClientListItem['clientType'];
  status: ClientListItem['status'];
  external_id: string | null;
  first_address: Address | null;
  responsible_member_id: string | null;
  responsible_name: string | null;
  risk_level: ClientListItem['riskLevel'];
  cdd_status: ClientListItem['cddStatus'];
  cdd_level: ClientListItem['cddLevel'];
  pep_status: ClientListItem['pepStatus'];
  sanctions: ClientListItem['sanctions'];
  next_review_due_on: string | null;
  created_at: string;
  sort_name: string;
  score: number;
}

/** The columns of a list's item, of clients `c`, the responsible member `m` and the sanctions tag `s`. */
const itemColumns = sql`c.id, c.display_name, c.kind, c.client_type, c.status, c.external_id,
  c.responsible_member_id, m.name AS responsible_name, c.risk_level, c.cdd_status, c.cdd_level, c.pep_status, s.tag AS sanctions,
  c.next_review_due_on, c.created_at, c.sort_name`;

/** Short location of an address: suburb and town or state for home addresses, town and country for others. */
export function getLocality(address: Address | null): string | null {
  if (address === null) return null;
  const isLocal = address.countryCode === 'AUS' || address.countryCode === 'NZL';
  const parts = isLocal
    ? [address.suburb, address.state]
    : [address.city ?? address.suburb ?? address.state, countryName(address.countryCode)];
  const words = [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join(', ');
  return words === '' ? null : words;
}

function getItem(row: ListedRow): ListRow {
  return {
    id: row.id,
    displayName: row.display_name,
    kind: row.kind,
    clientType: row.client_type,
    status: row.status,
    externalId: row.external_id,
    locality: getLocality(row.first_address),
    responsible:
      row.responsible_member_id === null
        ? null
        : { id: row.responsible_member_id, name: row.responsible_name ?? '' },
    riskLevel: row.risk_level,
    cddStatus: row.cdd_status,
    cddLevel: row.cdd_level,
    pepStatus: row.pep_status,
    sanctions: row.sanctions,
    nextReviewDueOn: row.next_review_due_on,
    createdAt: row.created_at,
    sortName: row.sort_name,
    score: row.score,
  };
}

/** Whether client `c` is in no worklist. */
export const isUnmonitored = sql<boolean>`NOT EXISTS (SELECT FROM monitoring_enrolments e
  WHERE e.company_id = c.company_id AND e.client_id = c.id AND e.status <> 'ended')`;

/**
 * Whether a client `c` was not merged into another one. By the few that were: a condition on the status would read every client of a count, whose
 * indexes do not contain it.
 */
const isUnmerged = sql`c.id NOT IN (SELECT m.id FROM clients m WHERE m.merged_into_id IS NOT NULL)`;

/** The filters as a condition on clients `c`. Merged clients are listed by their status alone. */
export function filterCondition(filters: ListFilters): RawBuilder<unknown> {
  const { kind, type, status, responsible, risk, cdd, decided, origin, monitoring } = filters;
  const { reviewFrom, reviewTo } = filters;
  const met: RawBuilder<unknown>[] = [sql`true`];
  if (kind !== undefined) met.push(sql`c.kind = ${kind}`);
  if (type !== undefined) met.push(sql`c.client_type = ${type}`);
  met.push(status === undefined ? isUnmerged : sql`c.display_status = ${status}`);
  if (risk !== undefined) met.push(sql`c.risk_level = ${risk}`);
  if (cdd !== undefined) met.push(sql`c.cdd_status = ${cdd}`);
  if (reviewFrom !== undefined) met.push(sql`c.next_review_due_on >= ${reviewFrom}::date`);
  if (reviewTo !== undefined) met.push(sql`c.next_review_due_on <= ${reviewTo}::date`);
  if (decided === 'byOne') met.push(isDecidedByOne);
  if (origin === 'import') met.push(sql`c.imported`);
  if (monitoring === 'none') met.push(isUnmonitored);
  if (responsible === 'none') met.push(sql`c.responsible_member_id IS NULL`);
  else if (responsible !== undefined) met.push(sql`c.responsible_member_id = ${responsible}::uuid`);
  return sql.join(met, sql` AND `);
}

/** Whether the order is descending: reverse alphabetical, or newest first. */
function isDescending(sort: Sort, backward: boolean): boolean {
  return (sort === '-name' || sort === 'newest') !== backward;
}

/** The order of a walk through `alias`, and the condition that a row is beyond the place. */
function walk(sort: Sort, place: Place | undefined, alias: string) {
  const [id, name, score] = ['id', 'sort_name', 'score'].map((column) => sql.ref(`${alias}.${column}`));
  const backward = place?.backward ?? false;
  const direction = sql.raw(isDescending(sort, backward) ? 'DESC' : 'ASC');
  const beyond = sql.raw(isDescending(sort, backward) ? '<' : '>');
  if (sort === 'newest' || sort === 'oldest') {
    return {
      order: sql`${id} ${direction}`,
      after: place ? sql`${id} ${beyond} ${place.id}::uuid` : sql`true`,
    };
  }
  const after = place ? sql`(${name}, ${id}) ${beyond} (${place.sortName}, ${place.id}::uuid)` : sql`true`;
  if (sort !== 'best') return { order: sql`${name} ${direction}, ${id} ${direction}`, after };
  const worse = sql.raw(backward ? '>' : '<');
  return {
    order: sql`${score} ${sql.raw(backward ? 'ASC' : 'DESC')}, ${name} ${direction}, ${id} ${direction}`,
    after: place
      ? sql`(${score} ${worse} ${place.score}::real OR (${score} = ${place.score}::real AND ${after}))`
      : after,
  };
}

/** Each row of a page includes the total; an empty page is one row with only the total. */
export type Answered = { total: number } & (ListedRow | { id: null });

/** The total beside each row of the page, in one round trip. */
function totalAndPage(
  total: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
  { sort, place }: ListQuery,
): RawBuilder<Answered> {
  return sql<Answered>`
    SELECT counted.total, listed.* FROM (${total}) AS counted (total)
      LEFT JOIN (${page}) AS listed ON true
     ORDER BY ${walk(sort, place, 'listed').order}`;
}

/**
 * One page of the unfiltered list: a range of the order's index. If filtered by clients without a relationship owner,
 * the order starts with that column as well: with IS NULL alone the planner does not use the index's order of the
 * following columns.
 */
function plainPage(query: ListQuery): RawBuilder<Answered> {
  const { filters, sort, place, limit, isKnownLong } = query;
  const met = filterCondition(filters);
  const { order, after } = walk(sort, place, 'c');
  const direction = sql.raw(isDescending(sort, place?.backward ?? false) ? 'DESC' : 'ASC');
  const lead = filters.responsible === 'none' ? sql`c.responsible_member_id ${direction}, ` : sql``;
  return totalAndPage(
    isKnownLong ? sql`SELECT ${sql.lit(maxCounted + 1)}` : countUpTo(sql`SELECT FROM clients c WHERE ${met}`),
    sql`SELECT ${itemColumns}, NULL::jsonb AS first_address, 0::real AS score
          FROM (SELECT c.* FROM clients c WHERE ${met} AND ${after} ORDER BY ${lead}${order} LIMIT ${sql.lit(limit + 1)}) AS c
          LEFT JOIN members m ON m.id = c.responsible_member_id
          LEFT JOIN ${sanctionsTagged} s ON s.client_id = c.id`,
    query,
  );
}

const asJson = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Added to the score of a client whose name is sorted by a word as typed: its family name, or the first word of a business. */
const firstWordScore = 0.1;

/** Puts "Wang, Wei" before "Adams, Wang" in a search for "wang". */
function getFirstWordScore(exactWords: readonly string[]): RawBuilder<unknown> {
  return exactWords.length === 0
    ? sql`0`
    : sql`CASE WHEN substring(min(sort_name) FROM '^[^ ,]+') = ANY (${[...exactWords]}::text[]) THEN ${firstWordScore}::real ELSE 0 END`;
}

/** The clients that match a search, as queries of id, sort_name and score: together at most a few thousand. */
function foundClients({ filters, sort }: ListQuery, search: SearchQuery): RawBuilder<unknown> {
  const isBest = sort === 'best';
  const inOrder = isBest ? 'name' : sort;
  const atMost = maxCounted + 1;
  const find = (conditions: unknown, without: readonly string[] | null, most: RawBuilder<unknown>) =>
    sql`SELECT * FROM matching_clients(${asJson(conditions)}, ${without}::text[], ${asJson(filters)}, ${inOrder},
      NULL, NULL, ${most})`;
  const exact = isBest ? search.exact : [];
  const without = exact.length > 0 ? search.exactWords : null;
  return sql`
    exact AS MATERIALIZED (${find(exact, null, sql`${atMost}::bigint`)}),
    direct AS MATERIALIZED (${find(
      search.direct,
      without,
      // All or nothing: for a small remainder the planner would scan all names in order.
      sql`CASE WHEN (SELECT count(*) FROM exact) < ${atMost} THEN ${atMost}::bigint ELSE 0 END`,
    )}),
    near AS MATERIALIZED (${find(
      search.near,
      null,
      sql`CASE WHEN (SELECT count(*) FROM exact) + (SELECT count(*) FROM direct) < ${fewMatches} THEN ${atMost}::bigint ELSE 0 END`,
    )}),
    looked_up AS MATERIALIZED (${lookupsQuery(search.lookUps, filterCondition(filters), atMost)}),
    found AS MATERIALIZED (
      SELECT id, min(sort_name) COLLATE "C" AS sort_name, (max(score) + ${getFirstWordScore(exact.length > 0 ? search.exactWords : [])})::real AS score FROM (
        SELECT * FROM exact UNION ALL SELECT * FROM direct UNION ALL SELECT * FROM near
        UNION ALL SELECT id, sort_name, 2 FROM looked_up) AS every
       GROUP BY id)`;
}

function searchPage(query: ListQuery, search: SearchQuery): RawBuilder<Answered> {
  const { order, after } = walk(query.sort, query.place, 'f');
  const page = totalAndPage(
    sql`SELECT count(*) FROM found`,
    sql`SELECT ${itemColumns}, c.addresses -> 0 AS first_address, f.score
          FROM (SELECT * FROM found f WHERE ${after} ORDER BY ${order} LIMIT ${query.limit + 1}) AS f
          JOIN clients c ON c.id = f.id
          LEFT JOIN members m ON m.id = c.responsible_member_id
          LEFT JOIN ${sanctionsTagged} s ON s.client_id = c.id`,
    query,
  );
  return sql<Answered>`WITH ${foundClients(query, search)} ${page}`;
}

/** The statement of a page, for `listPage` and for tests of its plan. */
export function pageStatement(query: ListQuery): RawBuilder<Answered> {
  return query.search ? searchPage(query, query.search) : plainPage(query);
}

/** Rows per page as requested by the web. */
const usualLimit = 50;

/**
 * The most frequent list: no search, no filter, and the usual length, since each length is a separate statement. Others are planned
 * individually, by the selectivity of their filters.
 */
function isUsualPage({ search, filters, limit }: ListQuery): boolean {
  return (
    search === undefined &&
    limit === usualLimit &&
    Object.values(filters).every((wanted) => wanted === undefined)
  );
}

/** The query for one page of the list; `toPage` parses its result. */
export function pageQuery(db: Kysely<Schema>, query: ListQuery): CompiledQuery<Answered> {
  const statement = pageStatement(query);
  return isUsualPage(query) ? withPreparedStatement(db, statement) : statement.compile(db);
}

/** One page of the list, with the total. A search ends after its first 10,000. */
export function toPage(rows: readonly Answered[], query: ListQuery): ListResult {
  const total = rows[0]?.total ?? 0;
  const listed = rows.filter((row): row is Answered & ListedRow => row.id !== null);
  const more = listed.length > query.limit;
  const items = listed.slice(0, query.limit).map(getItem);
  return {
    rows: query.place?.backward ? items.reverse() : items,
    more,
    total: toCappedCount(total),
  };
}

/** Reads one page of the list. */
export async function listPage(trx: Trx, query: ListQuery): Promise<ListResult> {
  return toPage((await trx.executeQuery(pageQuery(trx, query))).rows, query);
}
