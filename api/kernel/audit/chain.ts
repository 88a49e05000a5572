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
 * The hash of an event: SHA-256, in hex, over the canonical JSON of all its fields and the previous event's hash. What may be
 * destroyed is included as a digest only. Format 1 hashes neither a format nor session and address.
 */
export function hashEvent(event: Omit<StoredEvent, 'hash'>): string {
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
    format,
    session_id,
    client_address,
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
    ...(format === 1 ? {} : { format, sessionId: session_id, clientAddress: client_address }),
  };
  return createHash('sha256').update(canonicalJson(hashed)).digest('hex');
}

/** The part of an event that may be destroyed when the law requires it. */
export interface DestroyablePart {
  detail: unknown;
  /** Null in format 1, whose reason is in the event. */
  reason: string | null;
  /** Address of a document request's recipient; null for other actors and in format 1. */
  clientAddress: string | null;
}

/**
 * The digest of what may be destroyed of an event: HMAC-SHA256, in hex, with the detail's own key (base64). Format 1 covers the detail
 * alone.
 */
export function getDetailDigest(
  { detail, reason, clientAddress }: DestroyablePart,
  detailKey: string,
  format: StoredEvent['format'],
): string {
  const covered = format === 1 ? detail : { detail, reason, clientAddress };
  return createHmac('sha256', Buffer.from(detailKey, 'base64')).update(canonicalJson(covered)).digest('hex');
}

/** Identifies a signing key without revealing it: the start of its hash. */
export function getAuditKeyId(auditKey: string): string {
  return createHash('sha256').update(`audit key id ${auditKey}`).digest('hex').slice(0, 16);
}

/** Signs that this event was the last of a chain at that time: HMAC-SHA256, in hex, with `AUDIT_KEY`. */
export function getHeadSignature(
  head: { chain: string; seq: number; hash: string; signedAt: string },
  auditKey: string,
): string {
  const { chain, seq, hash, signedAt } = head;
  return createHmac('sha256', auditKey).update(canonicalJson({ chain, seq, hash, signedAt })).digest('hex');
}
