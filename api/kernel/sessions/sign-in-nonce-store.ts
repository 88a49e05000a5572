import { type Kysely, sql } from 'kysely';
import type { Instant } from '../database/tables/foundation-tables.ts';
import type { Schema } from '../database/tables/schema.ts';

/** Stores a used nonce until it expires. @returns false if it was stored before */
export async function recordUsedNonce(
  db: Kysely<Schema>,
  { hash, expiresAt, at }: { hash: string; expiresAt: Instant; at: Instant },
): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    SELECT use_sign_in_nonce(${hash}, ${expiresAt}::timestamptz, ${at}::timestamptz) AS first`.execute(db);
  return rows[0]?.first === true;
}

/** Whether a nonce was used. */
export async function isNonceUsed(db: Kysely<Schema>, hash: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`SELECT is_sign_in_nonce_used(${hash}) AS used`.execute(db);
  return rows[0]?.used === true;
}
