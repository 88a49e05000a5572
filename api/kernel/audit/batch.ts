import { createHash, sign } from 'node:crypto';
import { batchHeader, firstPrevHash, partLeaf } from '#rules/audit/audit-proofs.mjs';
import { leafHash, type Sha256 } from '#rules/audit/merkle-tree.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { AuditBatchesTable, AuditBatchHeadsTable } from '../database/tables/foundation-tables.ts';
import type { SigningKey } from './signing-keys.ts';

export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The previous hash of the first batch. */
export const firstBatchPrevHash = firstPrevHash;

/** What is signed of a batch: its canonical JSON. */
export interface BatchHeader {
  format: 'assay-audit-batch/1';
  /** 1, 2, 3 … */
  number: number;
  signedAt: string;
  /** Id of the signing key; see `PublicSigningKey`. */
  keyId: string;
  /** Hash of the batch before. */
  prevHash: string;
  /** Merkle root over the parts of all chains that it covers. */
  root: string;
}

/** A batch as written outside the database. */
export type PublishedBatch = BatchHeader & { hash: string; signature: string };

/** Hash of a batch: SHA-256, in hex, over the canonical JSON of its header. */
export function hashBatch(header: BatchHeader): string {
  return sha256(Buffer.from(canonicalJson(batchHeader(header))));
}

/** Signs a batch: Ed25519, base64. */
export function getBatchSignature(header: BatchHeader, { privateKey }: SigningKey): string {
  return sign(null, Buffer.from(canonicalJson(batchHeader(header))), privateKey).toString('base64');
}

/** A part of a chain that a batch covers, in the form of its leaf. */
export interface BatchPart {
  chain: string;
  firstSeq: number;
  lastSeq: number;
  /** Hash of its last event. */
  hash: string;
  /** Merkle root over the hashes of its events. */
  eventsRoot: string;
}

/** Hash of a part as a leaf of its batch. */
export function getPartLeaf(part: BatchPart): string {
  return leafHash(sha256, canonicalJson(partLeaf(part)));
}

export const toPart = (row: Omit<AuditBatchHeadsTable, 'batch' | 'position' | 'path'>): BatchPart => ({
  chain: row.chain,
  firstSeq: row.first_seq,
  lastSeq: row.last_seq,
  hash: row.hash,
  eventsRoot: row.events_root,
});

export const toHeader = (row: AuditBatchesTable): BatchHeader => ({
  format: 'assay-audit-batch/1',
  number: row.number,
  signedAt: row.signed_at,
  keyId: row.key_id,
  prevHash: row.prev_hash,
  root: row.root,
});

export const toPublished = (row: AuditBatchesTable): PublishedBatch => ({
  ...toHeader(row),
  hash: row.hash,
  signature: row.signature,
});
