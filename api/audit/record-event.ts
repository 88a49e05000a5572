import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AuditEventsTable } from '../database/foundation-tables.ts';
import type { Schema } from '../database/schema.ts';
import { digestOfDetail, firstPrevHash, hashOfEvent, platformChain } from './chain.ts';
import { wellFormed, writableDetail } from './detail.ts';

export interface AuditEventInput {
  /** Whose trail; null for the platform's own. */
  companyId: string | null;
  /** Who did it, and what they were at the time: `owner`, `member`, `admin`, a job's name. */
  actor: { type: AuditEventsTable['actor_type']; id: string; role: string };
  /** The event's name, such as `client.updated`. */
  action: string;
  resourceType: string;
  resourceId: string;
  /** Why, in the person's own words. */
  reason?: string | null;
  /** What was before and what is after; see `changesBetween`. Never a secret. */
  detail: Record<string, unknown>;
  requestId: string;
}

type Head = { seq: number; hash: string };

/** Locks the chain until the transaction ends: whoever comes next waits, so that no number is skipped or used twice. */
async function lockHead(trx: Transaction<Schema>, chain: string): Promise<Head> {
  const locked = () =>
    trx
      .selectFrom('audit_chain_heads')
      .select(['seq', 'hash'])
      .where('chain', '=', chain)
      .forUpdate()
      .executeTakeFirst();
  const head = await locked();
  if (head) return head;
  await trx
    .insertInto('audit_chain_heads')
    .values({ chain, seq: 0, hash: firstPrevHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const created = await locked();
  if (!created)
    throw new Error(`The audit chain ${chain} cannot be reached with the rights of this transaction.`);
  return created;
}

/**
 * Adds an event to its chain, in the caller's transaction: it is there if and only if what it tells of is. Call it
 * last: from here to COMMIT every other command of the same company waits.
 *
 * @returns the event's number in the chain, its time and its hash.
 * @throws TypeError when the detail holds a field named like a secret, or what JSON cannot say.
 */
export async function recordEvent(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  input: AuditEventInput,
): Promise<{ seq: number; at: string; hash: string }> {
  const chain = input.companyId ?? platformChain;
  const detail = writableDetail(input.detail);
  const detailKey = randomBytes(32).toString('base64');
  const detailDigest = digestOfDetail(detail, detailKey);
  const head = await lockHead(trx, chain);
  const unhashed = {
    chain,
    seq: head.seq + 1,
    at: deps.now().toISOString(),
    actor_type: input.actor.type,
    actor_id: input.actor.id,
    actor_role: input.actor.role,
    action: input.action,
    resource_type: input.resourceType,
    resource_id: input.resourceId,
    reason: input.reason == null ? null : wellFormed(input.reason),
    detail_id: uuidv7(),
    detail_digest: detailDigest,
    request_id: input.requestId,
    prev_hash: head.hash,
  };
  const event = { ...unhashed, hash: hashOfEvent(unhashed) };
  await trx
    .with('detail', (db) =>
      db.insertInto('audit_details').values({
        id: event.detail_id,
        chain,
        detail: JSON.stringify(detail),
        detail_key: detailKey,
      }),
    )
    .with('event', (db) => db.insertInto('audit_events').values(event))
    .updateTable('audit_chain_heads')
    .set({ seq: sql`${event.seq}::bigint`, hash: event.hash })
    .where('chain', '=', chain)
    .execute();
  return { seq: event.seq, at: event.at, hash: event.hash };
}
