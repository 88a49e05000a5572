import { createHash } from 'node:crypto';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { Trx } from '../database/tables/schema.ts';
import { acquireKey, findKey, readKey, saveResult } from './store.ts';

/** Lifetime of a request key. */
export const requestKeyLifetimeSeconds = 24 * 60 * 60;

export interface IdempotencyKey {
  /** The member's or admin's id. */
  subject: string;
  /** The endpoint's id, such as `clients.create`, with the record's id if any. */
  endpoint: string;
  /** The form's hidden `requestKey`. */
  key: string;
  /** See `hashBody`. */
  bodyHash: string;
}

/** Response of a request: HTTP status and JSON body. */
export interface RequestResult {
  status: number;
  body: unknown;
}

export type IdempotencyStore =
  | ({ outcome: 'first' } & RequestResult)
  /** Stored response of an identical earlier form; nothing was done now. */
  | ({ outcome: 'repeated' } & RequestResult)
  /** The key was used with another body: nothing was done now; `first` is the earlier response. */
  | { outcome: 'conflict'; first: RequestResult };

/** Hash of a request's body, independent of the order of its fields. */
export function hashBody(body: unknown): string {
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

const forgottenBefore = (now: Date) =>
  new Date(now.getTime() - requestKeyLifetimeSeconds * 1000).toISOString();

/** The stored response of a used key; undefined for a free one. Does not take the key. */
export async function findStoredResponse(
  trx: Trx,
  deps: { now: () => Date },
  { bodyHash, ...name }: IdempotencyKey,
): Promise<Exclude<IdempotencyStore, { outcome: 'first' }> | undefined> {
  const before = await findKey(trx, name, forgottenBefore(deps.now()));
  if (before === undefined || before.status === null) return undefined;
  const first = { status: before.status, body: before.body };
  return before.body_hash === bodyHash ? { outcome: 'repeated', ...first } : { outcome: 'conflict', first };
}

/**
 * Runs a command once per key, in the caller's transaction (`asTenant` or `asPlatform`). Keys belong to the subject
 * within the company. Of two concurrent requests the second waits for the first and repeats its response. A rejection
 * must throw: the transaction is rolled back and the key is free again.
 * @throws RangeError if `run` returns a status of 400 or more instead of throwing.
 */
export async function withIdempotencyKey(
  trx: Trx,
  deps: { now: () => Date },
  { subject, endpoint, key, bodyHash }: IdempotencyKey,
  run: () => Promise<RequestResult>,
): Promise<IdempotencyStore> {
  const now = deps.now();
  const name = { subject, endpoint, key };
  const taken = await acquireKey(trx, name, {
    bodyHash,
    at: now.toISOString(),
    forgottenBefore: forgottenBefore(now),
  });
  if (!taken) {
    const before = await readKey(trx, name);
    if (before.status === null)
      throw new Error(`The request key of ${endpoint} was stored without a result.`);
    const first = { status: before.status, body: before.body };
    return before.body_hash === bodyHash ? { outcome: 'repeated', ...first } : { outcome: 'conflict', first };
  }

  const result = await run();
  if (result.status >= 400)
    throw new RangeError('A refused command throws, so that its transaction is rolled back.');
  await saveResult(trx, name, result);
  return { outcome: 'first', ...result };
}
