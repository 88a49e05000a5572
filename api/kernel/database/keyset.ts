import { type Expression, type RawBuilder, sql } from 'kysely';
import type { CappedCount } from '#contract/clients/client-record.ts';
import type { Trx } from './tables/schema.ts';

/** Maximum exact count of a list; beyond it the count is displayed as "more than". */
export const maxCounted = 10_000;

/** Maximum exact count of work items such as alerts, where exact larger numbers are useless. */
export const maxCountedWork = 1000;

/** Converts a count, which stops one beyond the limit, to the contract's form. */
export function toCappedCount(counted: number, max = maxCounted): CappedCount {
  return { count: Math.min(counted, max), capped: counted > max };
}

/** SQL that counts a query's rows up to one beyond the limit. `rows` must have no LIMIT. */
export function countUpTo(rows: Expression<unknown>, max = maxCounted): RawBuilder<{ counted: number }> {
  return sql`SELECT count(*)::integer AS counted FROM (${rows} LIMIT ${sql.lit(max + 1)}) AS counted_rows`;
}

/** Number of rows of a query, counted up to the limit. */
export async function readCappedCount(
  trx: Trx,
  rows: Expression<unknown>,
  max = maxCounted,
): Promise<CappedCount> {
  const { rows: counts } = await countUpTo(rows, max).execute(trx);
  return toCappedCount(counts[0]?.counted ?? 0, max);
}

/** The sum of several counts, capped like each of them. */
export function sumCappedCounts(counts: readonly CappedCount[], max = maxCounted): CappedCount {
  const sum = counts.reduce((total, { count }) => total + count, 0);
  return { count: Math.min(sum, max), capped: sum > max || counts.some(({ capped }) => capped) };
}

/** Key of a row of a ranked list: what ranks first has the lowest rank, and rows of one rank are ordered by id. */
export interface RankKey {
  rank: number;
  id: string;
}

/** Rows of a ranked list to read: at most `limit`, from a place on, forwards or backwards. */
export interface RankRange {
  place?: (RankKey & { backward: boolean }) | undefined;
  limit: number;
}

/** The range in SQL: whether a row is beyond its place, which an index on rank and id finds, and the order in which rows are read. */
export function rankedRange(
  rank: RawBuilder<number | null>,
  id: RawBuilder<string>,
  place: RankRange['place'],
): { isBeyond: RawBuilder<boolean>; order: RawBuilder<unknown> } {
  const direction = sql.raw(place?.backward ? 'DESC' : 'ASC');
  const comparison = sql.raw(place?.backward ? '<' : '>');
  return {
    isBeyond:
      place === undefined
        ? sql`true`
        : sql`(${rank}, ${id}) ${comparison} (${place.rank}::integer, ${place.id}::uuid)`,
    order: sql`${rank} ${direction}, ${id} ${direction}`,
  };
}

/**
 * A page of rows read with `LIMIT limit + 1` in key order, and the key after which the next page starts; null on the
 * last one.
 */
export function toPage<Row, Key>(
  rows: readonly Row[],
  limit: number,
  toKey: (row: Row) => Key,
): { items: Row[]; next: Key | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? toKey(last) : null };
}
