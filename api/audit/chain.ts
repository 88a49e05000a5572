import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { AuditEventsTable } from '../database/foundation-tables.ts';

/** An event as it is stored. `seq` counts 1, 2, 3 … in its chain. */
export type StoredEvent = AuditEventsTable;

/** What the first event of a chain has for the hash before it. */
export const firstPrevHash = '0'.repeat(64);

/** The chain of what the platform's admins do; every other chain is named by a company's id. */
export const platformChain = 'platform';

/**
 * The hash of an event: SHA-256, in hex, over the canonical JSON of all its fields and the hash of the event before it.
 * The detail takes part by its digest alone, so that it can be destroyed when the law says so.
 */
export function hashOfEvent(event: Omit<StoredEvent, 'hash'>): string {
  const {
    chain,
    seq,
    at,
    actor_type,
    actor_id,
    actor_role,
    action,
    resource_type,
    resource_id,
    reason,
    detail_id,
    detail_digest,
    request_id,
    prev_hash,
  } = event;
  const hashed = {
    chain,
    seq,
    at,
    actorType: actor_type,
    actorId: actor_id,
    actorRole: actor_role,
    action,
    resourceType: resource_type,
    resourceId: resource_id,
    reason,
    detailId: detail_id,
    detailDigest: detail_digest,
    requestId: request_id,
    prevHash: prev_hash,
  };
  return createHash('sha256').update(canonicalJson(hashed)).digest('hex');
}

/** The digest of a detail: HMAC-SHA256, in hex, with the detail's own key (base64). */
export function digestOfDetail(detail: unknown, detailKey: string): string {
  return createHmac('sha256', Buffer.from(detailKey, 'base64')).update(canonicalJson(detail)).digest('hex');
}

/** Says which key signed, without saying the key: the start of a hash of it. */
export function idOfAuditKey(auditKey: string): string {
  return createHash('sha256').update(`audit key id ${auditKey}`).digest('hex').slice(0, 16);
}

/** Signs that a chain had this event as its last at that time: HMAC-SHA256, in hex, with `AUDIT_KEY`. */
export function signatureOfHead(
  head: { chain: string; seq: number; hash: string; signedAt: string },
  auditKey: string,
): string {
  const { chain, seq, hash, signedAt } = head;
  return createHmac('sha256', auditKey).update(canonicalJson({ chain, seq, hash, signedAt })).digest('hex');
}
