import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { Schema } from '../database/schema.ts';

/** How long a request key is remembered. */
export const requestKeyLifetimeSeconds = 24 * 60 * 60;

export interface RequestKey {
  /** The member's or admin's id. */
  subject: string;
  /** The endpoint's id, such as `clients.create`, with the record's id where there is one. */
  endpoint: string;
  /** What the form carries in its hidden `requestKey`. */
  key: string;
  /** See `hashOfBody`. */
  bodyHash: string;
}

/** What a request did: its HTTP status and body. The body is what JSON can say. */
export interface RequestResult {
  status: number;
  body: unknown;
}

export type OnceOnly =
  | ({ outcome: 'first' } & RequestResult)
  /** The same form came before: this is what it did then, and nothing was done now. */
  | ({ outcome: 'repeated' } & RequestResult)
  /** The key came before with another body: nothing was done now; `first` is what it did then. */
  | { outcome: 'conflict'; first: RequestResult };

/** A fingerprint of a request's body, the same whatever the order of its fields. */
export function hashOfBody(body: unknown): string {
  const written = JSON.stringify(body ?? null);
  return createHash('sha256')
    .update(
      canonicalJson(
        JSON.parse(written, (_key, value) =>
          typeof value === 'string' ? Buffer.from(value).toString() : value,
        ),
      ),
    )
    .digest('hex');
}

/**
 * Runs a command once however often its form is sent, in the caller's transaction (`asTenant` or `asPlatform`). Keys
 * are the subject's own, within the company. Of two that arrive together the second waits for the first, then repeats
 * its result. A command that is refused must throw: its transaction is rolled back and the key is free again.
 *
 * @throws RangeError when `run` answers with a status of 400 or more instead of throwing.
 */
export async function onceOnly(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  { subject, endpoint, key, bodyHash }: RequestKey,
  run: () => Promise<RequestResult>,
): Promise<OnceOnly> {
  const now = deps.now();
  const forgottenBefore = new Date(now.getTime() - requestKeyLifetimeSeconds * 1000).toISOString();
  // Inserting waits for a transaction that holds the same key; one that is forgotten but still stored is taken over.
  const taken = await trx
    .insertInto('request_keys')
    .values({ subject, endpoint, key, body_hash: bodyHash, created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'subject', 'endpoint', 'key'])
        .doUpdateSet({ body_hash: bodyHash, status: null, body: null, created_at: now.toISOString() })
        .where('request_keys.created_at', '<', forgottenBefore),
    )
    .returning('key')
    .executeTakeFirst();

  const own = sql<boolean>`scope = coalesce(nullif(current_setting('app.company_id', true), ''), 'platform')
    AND subject = ${subject} AND endpoint = ${endpoint} AND key = ${key}`;
  if (!taken) {
    const before = await trx
      .selectFrom('request_keys')
      .select(['body_hash', 'status', 'body'])
      .where(own)
      .executeTakeFirstOrThrow();
    if (before.status === null) throw new Error(`The request key of ${endpoint} was kept without a result.`);
    const first = { status: before.status, body: before.body };
    return before.body_hash === bodyHash ? { outcome: 'repeated', ...first } : { outcome: 'conflict', first };
  }

  const result = await run();
  if (result.status >= 400)
    throw new RangeError('A refused command throws, so that its transaction is rolled back.');
  await trx
    .updateTable('request_keys')
    .set({ status: result.status, body: JSON.stringify(result.body ?? null) })
    .where(own)
    .execute();
  return { outcome: 'first', ...result };
}
