import { type RawBuilder, sql } from 'kysely';
import type { Client } from '#contract/clients/client-record.ts';
import { maxCounted } from '../../../kernel/database/keyset.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { lookupsQuery, readClientsById } from '../record/store.ts';
import { filterCondition, type ListFilters } from './list-store.ts';
import type { SearchQuery } from './search-query.ts';
import type { Condition } from './search-store.ts';

/** End of a batch, in order of name. */
export interface BatchEnd {
  sortName: string;
  id: string;
}

/** A search for an export, parsed once so that every batch uses the same conditions. */
export interface SearchToExport {
  conditions: Condition[];
  lookUps: SearchQuery['lookUps'];
}

const asJson = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Approximate matches are exported if the list shows them: if few clients match the search as typed. */
export async function searchToExport(
  trx: Trx,
  filters: ListFilters,
  { direct, near, lookUps }: SearchQuery,
  fewMatches: number,
): Promise<SearchToExport> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM matching_clients(${asJson(direct)}, NULL, ${asJson(filters)}, 'name', NULL, NULL, ${fewMatches})`.execute(
    trx,
  );
  const few = (rows[0]?.total ?? 0) < fewMatches;
  return { conditions: few && near.length > 0 ? near : direct, lookUps };
}

function getBatchIds(
  filters: ListFilters,
  search: SearchToExport | undefined,
  after: BatchEnd | undefined,
  limit: number,
): RawBuilder<BatchEnd> {
  const met = filterCondition(filters);
  const beyond = after ? sql`(c.sort_name, c.id) > (${after.sortName}, ${after.id}::uuid)` : sql`true`;
  if (search === undefined) {
    return sql<BatchEnd>`SELECT c.id, c.sort_name AS "sortName" FROM clients c WHERE ${met} AND ${beyond}
      ORDER BY c.sort_name, c.id LIMIT ${limit}`;
  }
  return sql<BatchEnd>`
    SELECT DISTINCT found.id, found.sort_name COLLATE "C" AS "sortName" FROM (
      SELECT id, sort_name FROM matching_clients(${asJson(search.conditions)}, NULL, ${asJson(filters)}, 'name',
        ${after?.sortName ?? null}, ${after?.id ?? null}::uuid, ${limit})
      UNION ALL
      SELECT c.id, c.sort_name FROM (${lookupsQuery(search.lookUps, met, maxCounted)}) AS c WHERE ${beyond}) AS found
     ORDER BY 2, 1 LIMIT ${limit}`;
}

/** Ids of the first clients of an export, in order of name. */
export async function exportIds(
  trx: Trx,
  query: { filters: ListFilters; search: SearchToExport | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await getBatchIds(query.filters, query.search, undefined, query.limit).execute(trx);
  return rows.map(({ id }) => id);
}

/** The next clients of an export, in order of name, and their end; undefined at the end of the list. */
export async function exportBatch(
  trx: Trx,
  query: {
    filters: ListFilters;
    search: SearchToExport | undefined;
    after: BatchEnd | undefined;
    limit: number;
  },
): Promise<{ clients: Client[]; end: BatchEnd | undefined }> {
  const { rows } = await getBatchIds(query.filters, query.search, query.after, query.limit).execute(trx);
  const clients = new Map(
    (
      await readClientsById(
        trx,
        rows.map(({ id }) => id),
      )
    ).map((client) => [client.id, client]),
  );
  const inOrder = rows.map(({ id }) => clients.get(id)).filter((client) => client !== undefined);
  return { clients: inOrder, end: rows.length === query.limit ? rows.at(-1) : undefined };
}
