import type { Kysely } from 'kysely';
import type { SignedHead } from '#rules/evidence-pack/manifest.ts';
import { idOfAuditKey, signatureOfHead } from '../../../kernel/audit/chain.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import type { EventTarget } from './records.ts';
import { type ChainHead, getEvents, saveSignedHead, signedHeadsUntil, type TrailEvent } from './store.ts';

/** Events per transaction: the embedded database serves no one else meanwhile. */
const eventsPerBatch = 500;

/** The part of the audit log that a pack contains. */
export interface Trail {
  companyId: string;
  targets: readonly EventTarget[];
  /** Head of the chain when the pack's records were read; null for an empty chain. */
  head: ChainHead | null;
  /** Whether entries include values before and after. Without them each entry's digest still covers them. */
  withDetails: boolean;
}

/** What an event's digest covers, withheld. */
const withheld = { detail: null, detail_key: null, detail_reason: null, detail_address: null };

/** Events in chain order, in batches of short transactions; events never change once written. */
export async function* trailEvents(
  deps: { db: Kysely<Schema> },
  { companyId, targets, head, withDetails }: Trail,
): AsyncGenerator<TrailEvent> {
  if (head === null) return;
  const range = { chain: companyId, until: head.seq, limit: eventsPerBatch };
  for (let after = 0, more = true; more; ) {
    const batch = await asTenant(deps.db, companyId, (trx) => getEvents(trx, targets, { ...range, after }));
    for (const event of batch) yield withDetails ? event : { ...event, ...withheld };
    more = batch.length === eventsPerBatch;
    after = batch.at(-1)?.seq ?? after;
  }
}

/** An event as a line of JSON. The names of the hashed fields are those that `hashOfEvent` hashes. */
export function eventLine(event: TrailEvent): string {
  return `${JSON.stringify({
    chain: event.chain,
    seq: event.seq,
    at: event.at,
    actorType: event.actor_type,
    actorId: event.actor_id,
    actorRole: event.actor_role,
    action: event.action,
    resourceType: event.resource_type,
    resourceId: event.resource_id,
    reason: event.reason,
    detailId: event.detail_id,
    detailDigest: event.detail_digest,
    requestId: event.request_id,
    prevHash: event.prev_hash,
    format: event.format,
    sessionId: event.session_id,
    clientAddress: event.client_address,
    hash: event.hash,
    actorName: event.actor_name,
    detail: event.detail_key === null ? null : event.detail,
    detailKey: event.detail_key,
    detailReason: event.detail_reason,
    detailAddress: event.detail_address,
  })}\n`;
}

/**
 * Signs the head of the chain and stores the signature; returns it with earlier daily signed heads, oldest first.
 * Source: architecture, "heads signed daily and in every export".
 */
export async function signTrail(
  deps: { db: Kysely<Schema>; now: () => Date; auditKey: string },
  companyId: string,
  head: ChainHead | null,
): Promise<SignedHead[]> {
  if (head === null) return [];
  const signedAt = deps.now().toISOString();
  const keyId = idOfAuditKey(deps.auditKey);
  const signature = signatureOfHead({ chain: companyId, ...head, signedAt }, deps.auditKey);
  return asTenant(deps.db, companyId, async (trx) => {
    await saveSignedHead(trx, {
      chain: companyId,
      ...head,
      signed_at: signedAt,
      key_id: keyId,
      signature,
    });
    const rows = await signedHeadsUntil(trx, companyId, head.seq);
    return rows.map((row) => ({
      chain: row.chain,
      seq: row.seq,
      hash: row.hash,
      signedAt: row.signed_at,
      keyId: row.key_id,
      signature: row.signature,
    }));
  });
}
