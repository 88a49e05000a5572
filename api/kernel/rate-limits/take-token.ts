import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { countedAddress, countedNetwork } from './counted-address.ts';
import { type RateLimitName, rateLimits } from './limits.ts';
import { countUse, deleteEndedWindows } from './store.ts';

/** Addresses, login ids and member ids are stored as hashes only. */
function hashSubject(subject: string): string {
  return createHash('sha256').update(subject).digest('hex');
}

/** Limited subjects by the end of their window: 100 bytes each. */
const maxRemembered = 20_000;
const refusals = new WeakMap<Kysely<Schema>, LRUCache<string, number>>();

/**
 * Cache of subjects limited by this process. Repeated calls are rejected without a database query, which other requests
 * would wait for.
 */
function getLimitedSubjects(db: Kysely<Schema>): LRUCache<string, number> {
  const known = refusals.get(db);
  if (known) return known;
  const made = new LRUCache<string, number>({ max: maxRemembered });
  refusals.set(db, made);
  return made;
}

function countedSubject(per: (typeof rateLimits)[RateLimitName]['per'], subject: string): string {
  if (per === 'ip') return countedAddress(subject);
  return per === 'network' ? countedNetwork(subject) : subject;
}

const secondsUntil = (instant: number, now: Date) => Math.max(1, Math.ceil((instant - now.getTime()) / 1000));

/**
 * Counts one use of a rate limit by a subject, and returns whether it is within the limit. One statement as
 * `assay_app`, outside any transaction, so that rejected commands count too.
 */
export async function consumeRateLimitToken(
  db: Kysely<Schema>,
  name: RateLimitName,
  subject: string,
  now: Date,
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  const { per, limit, windowSeconds } = rateLimits[name];
  const subjectHash = hashSubject(countedSubject(per, subject));
  const key = `${name} ${subjectHash}`;
  const limitedSubjects = getLimitedSubjects(db);
  const limitedUntil = limitedSubjects.get(key) ?? 0;
  if (limitedUntil > now.getTime())
    return { allowed: false, retryAfterSeconds: secondsUntil(limitedUntil, now) };
  const row = await countUse(db, { name, subjectHash, limit, windowSeconds, at: now.toISOString() });
  const allowed = row.used <= limit;
  if (allowed) return { allowed, retryAfterSeconds: 0 };
  const windowEndsAt = Date.parse(row.window_ends_at);
  limitedSubjects.set(key, windowEndsAt);
  return { allowed, retryAfterSeconds: secondsUntil(windowEndsAt, now) };
}

/** Rows per transaction: the embedded database serves no one else meanwhile. */
const rowsPerBatch = 1000;

/** Deletes the counts of ended windows, in short transactions. */
export async function purgeRateLimits(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ purged: number }> {
  const now = deps.now().toISOString();
  for (let purged = 0; ; ) {
    const deleted = await asJobs(db, (trx) => deleteEndedWindows(trx, now, rowsPerBatch));
    purged += deleted;
    if (deleted < rowsPerBatch) return { purged };
  }
}
