import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { AuditEventsTable } from '../database/tables/foundation-tables.ts';

/** A stored event. `seq` counts 1, 2, 3 … within its chain. */
export type StoredEvent = AuditEventsTable;

/** The previous hash of a chain's first event. */
export const firstPrevHash = '0'.repeat(64);

/** The chain of platform admins' actions; every other chain is named by a company's id. */
export const platformChain = 'platform';

/**
 * The hash of an event: SHA-256, in hex, over the canonical JSON of all its fields and the previous event's hash. The
 * detail is included as a digest only, so that it can be destroyed when the law requires it.
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

/** Identifies a signing key without revealing it: the start of its hash. */
export function idOfAuditKey(auditKey: string): string {
  return createHash('sha256').update(`audit key id ${auditKey}`).digest('hex').slice(0, 16);
}

/** Signs that this event was the last of a chain at that time: HMAC-SHA256, in hex, with `AUDIT_KEY`. */
export function signatureOfHead(
  head: { chain: string; seq: number; hash: string; signedAt: string },
  auditKey: string,
): string {
  const { chain, seq, hash, signedAt } = head;
  return createHmac('sha256', auditKey).update(canonicalJson({ chain, seq, hash, signedAt })).digest('hex');
}
