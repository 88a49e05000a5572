import type { Kysely } from 'kysely';
import type { SignedHead } from '#rules/evidence-pack/manifest.ts';
import { idOfAuditKey, signatureOfHead } from '../audit/chain.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { EventTarget } from './records.ts';
import { type ChainHead, eventsOf, keepSignedHead, signedHeadsUntil, type TrailEvent } from './store.ts';

/** Events read in one transaction: on the embedded database everyone waits for it. */
const eventsPerBatch = 500;

/** The part of the audit trail that a pack holds. */
export interface Trail {
  companyId: string;
  targets: readonly EventTarget[];
  /** The end of the chain as the pack's records were read; null where nothing was ever recorded. */
  head: ChainHead | null;
  /** With what was before and after. Without, each entry's digest still stands for it. */
  withDetails: boolean;
}

/** The trail's events in the order of the chain, batch by batch in short transactions: an event that is written never changes. */
export async function* trailEvents(
  deps: { db: Kysely<Schema> },
  { companyId, targets, head, withDetails }: Trail,
): AsyncGenerator<TrailEvent> {
  if (head === null) return;
  const range = { chain: companyId, until: head.seq, limit: eventsPerBatch };
  for (let after = 0, more = true; more; ) {
    const batch = await asTenant(deps.db, companyId, (trx) => eventsOf(trx, targets, { ...range, after }));
    for (const event of batch) yield withDetails ? event : { ...event, detail: null, detail_key: null };
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
    hash: event.hash,
    actorName: event.actor_name,
    detail: event.detail_key === null ? null : event.detail,
    detailKey: event.detail_key,
  })}\n`;
}

/**
 * Signs the end of the chain that a pack was read at and keeps the signature; with it the heads that were signed on the days before,
 * oldest first. Source: architecture, "heads signed daily and in every export".
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
    await keepSignedHead(trx, {
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
