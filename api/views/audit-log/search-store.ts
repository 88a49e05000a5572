import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** What an event can match one word of a search by. */
export interface WordMatch {
  actions: string[];
  kinds: string[];
  /** Members by name or login ID, as actor or as the record. */
  people: string[];
  /** Clients and activities by name. */
  records: string[];
  /** Details with the word, or undefined if there are too many to list; then `detailQuery` tells. */
  details: string[] | undefined;
  /** The word names more records than are looked for. */
  cutWord: string | null;
  /** A text search query on details and reasons. */
  detailQuery: string;
}

/** Clients, and activities, that a word of a search finds by name: the newest. */
export const maxRecords = 200;

/** Ids of the company's details that match a text search query. */
export async function readDetailIds(trx: Trx, query: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT audit_details_with(${query}, ${limit}) AS id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** All current and former members of the company with their login IDs. */
export function readPeople(trx: Trx): Promise<{ id: string; name: string; loginId: string }[]> {
  return trx.selectFrom('members').select(['id', 'name', 'login_id as loginId']).execute();
}

/**
 * Clients that meet the conditions of `matching_clients`, and activities with the word in their name. `isCut`: there are more of either.
 */
export async function findRecords(
  trx: Trx,
  word: string,
  conditions: readonly unknown[],
): Promise<{ ids: string[]; isCut: boolean }> {
  const { rows } = await sql<{ id: string; place: string }>`
    SELECT id, row_number() OVER () AS place FROM matching_clients(${JSON.stringify(conditions)}::jsonb, NULL,
      '{"withMerged": true}'::jsonb, 'newest', NULL, NULL, ${maxRecords + 1})
    UNION ALL SELECT id, row_number() OVER () FROM activities_named(${[word]}::text[], ${maxRecords + 1})`.execute(
    trx,
  );
  const found = rows.filter(({ place }) => Number(place) <= maxRecords);
  return { ids: found.map(({ id }) => id), isCut: found.length < rows.length };
}

const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean>[] =>
  values.length === 0 ? [] : [sql<boolean>`${sql.ref(column)} IN (${sql.join([...values])})`];

/** The condition that an event `e` matches a word. */
export function matchesWord({
  actions,
  kinds,
  people,
  records,
  details,
  detailQuery,
}: WordMatch): RawBuilder<boolean> {
  const ways = [
    ...isOneOf('e.action', actions),
    ...isOneOf('e.resource_type', kinds),
    ...isOneOf('e.actor_id', people),
    ...isOneOf('e.resource_id', [...people, ...records]),
    ...(details === undefined
      ? [sql<boolean>`e.detail_id IN (SELECT audit_details_with(${detailQuery}, NULL))`]
      : details.length === 0
        ? []
        : [sql<boolean>`e.detail_id = ANY (${details}::uuid[])`]),
  ];
  return ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(ways, sql` OR `)})`;
}
