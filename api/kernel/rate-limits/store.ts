import { type Kysely, sql } from 'kysely';
import type { Schema, Trx } from '../database/tables/schema.ts';
import type { RateLimitName } from './limits.ts';

/**
 * Counts one use of a rate limit by a subject: returns the uses in its window, and the window's end. One statement as
 * `assay_app`, outside any transaction.
 */
export async function countUse(
  db: Kysely<Schema>,
  use: { name: RateLimitName; subjectHash: string; limit: number; windowSeconds: number; at: string },
): Promise<{ used: number; window_ends_at: string }> {
  const { name, subjectHash, limit, windowSeconds, at } = use;
  const { rows } = await sql<{ used: number; window_ends_at: string }>`
    SELECT used, window_ends_at
      FROM take_token(${name}, ${subjectHash}, ${limit}, ${windowSeconds}, ${at})`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The rate limit ${name} returned no result.`);
  return row;
}

/** Deletes some counts of windows that ended before an instant, and returns the number. Runs as `assay_jobs`. */
export async function deleteEndedWindows(trx: Trx, before: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM rate_limits WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM rate_limits WHERE window_ends_at < ${before} LIMIT ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}
