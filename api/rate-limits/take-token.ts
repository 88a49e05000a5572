import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { type RateLimitName, rateLimits } from './limits.ts';

/** An address, login id or member id is kept as its hash alone. */
function hashOfSubject(subject: string): string {
  return createHash('sha256').update(subject).digest('hex');
}

/**
 * Counts one use of a rate limit by a subject, and says whether it is within the limit. One statement of the standing
 * role, outside any transaction, so that a refused command counts too.
 */
export async function takeToken(
  db: Kysely<Schema>,
  name: RateLimitName,
  subject: string,
  now: Date,
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  const { limit, windowSeconds } = rateLimits[name];
  const { rows } = await sql<{ used: number; window_ends_at: string }>`
    SELECT used, window_ends_at
      FROM take_token(${name}, ${hashOfSubject(subject)}, ${limit}, ${windowSeconds}, ${now.toISOString()})`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error(`The rate limit ${name} gave no answer.`);
  const allowed = row.used <= limit;
  const secondsLeft = Math.ceil((Date.parse(row.window_ends_at) - now.getTime()) / 1000);
  return { allowed, retryAfterSeconds: allowed ? 0 : Math.max(1, secondsLeft) };
}

/** Rows deleted in one transaction: on the embedded database everyone waits for it. */
const rowsPerBatch = 1000;

/** Deletes the counts of windows that are over, in short transactions. */
export async function purgeRateLimits(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ purged: number }> {
  const now = deps.now().toISOString();
  for (let purged = 0; ; ) {
    const { numAffectedRows = 0n } = await asJobs(db, (trx) =>
      sql`DELETE FROM rate_limits WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM rate_limits WHERE window_ends_at < ${now} LIMIT ${rowsPerBatch}))`.execute(trx),
    );
    purged += Number(numAffectedRows);
    if (numAffectedRows < rowsPerBatch) return { purged };
  }
}
