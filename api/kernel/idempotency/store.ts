import { sql } from 'kysely';
import type { Trx } from '../database/tables/schema.ts';

/** Identifies a request of one subject. */
export interface KeyName {
  subject: string;
  endpoint: string;
  key: string;
}

const isNamed = ({ subject, endpoint, key }: KeyName) =>
  sql<boolean>`scope = coalesce(nullif(current_setting('app.company_id', true), ''), 'platform')
    AND subject = ${subject} AND endpoint = ${endpoint} AND key = ${key}`;

/**
 * Takes a key. Waits for a concurrent transaction with the same one; a key stored before `forgottenBefore` is reused.
 * @returns false if the key is in use.
 */
export async function acquireKey(
  trx: Trx,
  name: KeyName,
  { bodyHash, at, forgottenBefore }: { bodyHash: string; at: string; forgottenBefore: string },
): Promise<boolean> {
  const taken = await trx
    .insertInto('request_keys')
    .values({ ...name, body_hash: bodyHash, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'subject', 'endpoint', 'key'])
        .doUpdateSet({ body_hash: bodyHash, status: null, body: null, created_at: at })
        .where('request_keys.created_at', '<', forgottenBefore),
    )
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

/** The stored response of a used key. */
export function readKey(trx: Trx, name: KeyName) {
  return trx
    .selectFrom('request_keys')
    .select(['body_hash', 'status', 'body'])
    .where(isNamed(name))
    .executeTakeFirstOrThrow();
}

/** The stored response of a key from `since` on; undefined for an unused or expired one. */
export function findKey(trx: Trx, name: KeyName, since: string) {
  return trx
    .selectFrom('request_keys')
    .select(['body_hash', 'status', 'body'])
    .where(isNamed(name))
    .where('created_at', '>=', since)
    .executeTakeFirst();
}

/** Saves the response under a key that the transaction has taken. */
export async function saveResult(
  trx: Trx,
  name: KeyName,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  await trx
    .updateTable('request_keys')
    .set({ status, body: JSON.stringify(body ?? null) })
    .where(isNamed(name))
    .execute();
}

/** Deletes some keys from before an instant. @returns the number. */
export async function deleteKeys(
  trx: Trx,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM request_keys WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM request_keys WHERE created_at < ${before} LIMIT ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}
