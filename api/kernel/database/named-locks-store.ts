import { sql } from 'kysely';
import type { Trx } from './tables/schema.ts';

/** `alone`: waits for everyone who holds the name, and all wait for it; `shared`: held together with others, behind those that wait to be alone. */
type LockMode = 'alone' | 'shared';

/** PostgreSQL's functions, each of a 64-bit number. */
export const lockFunctions: Record<LockMode, string> = {
  alone: 'pg_advisory_xact_lock',
  shared: 'pg_advisory_xact_lock_shared',
};

/**
 * Locks a name until the transaction ends. Unlike a row's lock it has a queue, so that a wait to be alone is not overtaken. Names are hashed to
 * 64 bits: two that collide wait for each other without need.
 */
export async function lockName(trx: Trx, name: string, mode: LockMode): Promise<void> {
  await sql`SELECT ${sql.raw(lockFunctions[mode])}(hashtextextended(${name}, 0))`.execute(trx);
}
