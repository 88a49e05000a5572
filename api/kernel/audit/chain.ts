import { createHash, createHmac } from 'node:crypto';
import { digestedPart, hashedFields } from '#rules/audit/audit-proofs.mjs';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { AuditEventsTable } from '../database/tables/foundation-tables.ts';

/** A stored event. `seq` counts 1, 2, 3 … within its chain. */
export type StoredEvent = AuditEventsTable;

/** The chain of platform admins' actions; every other chain is named by a company's id. */
export const platformChain = 'platform';

/** A stored event's fields, in the names under which they are hashed and proven. */
export const toHashedEvent = (event: Omit<StoredEvent, 'hash'>) => ({
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
});

/** The hash of an event: SHA-256, in hex, over the canonical JSON of the fields that `hashedFields` names. */
export function hashEvent(event: Omit<StoredEvent, 'hash'>): string {
  return createHash('sha256')
    .update(canonicalJson(hashedFields(toHashedEvent(event))))
    .digest('hex');
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
  const covered = digestedPart({ format, detail, detailReason: reason, detailAddress: clientAddress });
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
