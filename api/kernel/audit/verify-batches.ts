import type { Kysely } from 'kysely';
import { merkleLevels, merkleRoot } from '#rules/audit/merkle-tree.ts';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import {
  firstBatchPrevHash,
  getPartLeaf,
  hashBatch,
  isBatchSigned,
  type PublishedBatch,
  sha256,
  toHeader,
  toPart,
} from './batch.ts';
import { readBatchesAfter, readBatchParts } from './batch-store.ts';
import type { PublicSigningKey } from './signing-keys.ts';

/** Reasons why a batch fails verification. */
type BatchError =
  | 'gap' // A batch before it is missing
  | 'link' // it does not follow the hash of the one before it
  | 'hash' // its fields do not match its hash
  | 'signature' // it was not signed with any of the keys
  | 'root' // the signed parts of chains are not those in the database
  | 'published'; // it is not the one, or lacks one, that was written outside the database

export interface BatchReport {
  batches: number;
  ok: boolean;
  /** The first invalid batch, and the reason. */
  broken: { number: number; fault: BatchError } | null;
  /** Time of the last batch; null without one. */
  lastSignedAt: string | null;
}

const batchesPerRead = 50;

/** Batches as written outside the database, by number; `untrue` is the first one that none of the keys has signed. */
export interface PublishedHeads {
  byNumber: ReadonlyMap<number, PublishedBatch>;
  untrue: number | null;
}

/**
 * Verifies all batches: consecutive numbers, each one's hash, link, signature and Merkle root over its parts, and those written outside
 * the database against them.
 */
export async function verifyBatches(
  db: Kysely<Schema>,
  publicKeys: ReadonlyMap<string, PublicSigningKey>,
  published?: PublishedHeads,
): Promise<BatchReport> {
  let before = { number: 0, hash: firstBatchPrevHash };
  let lastSignedAt: string | null = null;
  let broken: BatchReport['broken'] = null;
  const note = (number: number, fault: BatchError) => {
    if (broken === null || number < broken.number) broken = { number, fault };
  };
  for (;;) {
    const { rows, parts } = await asJobs(db, async (trx) => {
      const rows = await readBatchesAfter(trx, before.number, batchesPerRead);
      const [first, last] = [rows[0], rows.at(-1)];
      const parts = first && last ? await readBatchParts(trx, first.number, last.number) : [];
      return { rows, parts };
    });
    for (const row of rows) {
      const header = toHeader(row);
      const leaves = parts
        .filter(({ batch }) => batch === row.number)
        .map((part) => getPartLeaf(toPart(part)));
      const outside = published?.byNumber.get(row.number);
      if (row.number !== before.number + 1) note(before.number + 1, 'gap');
      else if (row.prev_hash !== before.hash) note(row.number, 'link');
      else if (hashBatch(header) !== row.hash) note(row.number, 'hash');
      else if (!isBatchSigned(header, row.signature, publicKeys.get(row.key_id)))
        note(row.number, 'signature');
      else if (merkleRoot(sha256, merkleLevels(sha256, leaves)) !== row.root) note(row.number, 'root');
      else if (outside !== undefined && outside.hash !== row.hash) note(row.number, 'published');
      before = { number: row.number, hash: row.hash };
      lastSignedAt = row.signed_at;
    }
    if (rows.length < batchesPerRead) break;
  }
  if (published !== undefined) {
    if (published.untrue !== null) note(published.untrue, 'published');
    if (Math.max(0, ...published.byNumber.keys()) > before.number) note(before.number + 1, 'published');
  }
  return { batches: before.number, ok: broken === null, broken, lastSignedAt };
}

/** Reads batches written outside the database, one line of JSON each. @throws Error for lines that are none. */
export function readPublishedHeads(
  text: string,
  publicKeys: ReadonlyMap<string, PublicSigningKey>,
): PublishedHeads {
  const byNumber = new Map<number, PublishedBatch>();
  let untrue: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let batch: PublishedBatch;
    try {
      batch = JSON.parse(line) as PublishedBatch;
    } catch {
      throw new Error(`Line ${index + 1} is not a signed batch.`);
    }
    const { hash, signature, format, number, signedAt, keyId, prevHash, root } = batch;
    if (format !== 'assay-audit-batch/1' || !Number.isInteger(number))
      throw new Error(`Line ${index + 1} is not a signed batch.`);
    const header = { format, number, signedAt, keyId, prevHash, root };
    const isTrue = hashBatch(header) === hash && isBatchSigned(header, signature, publicKeys.get(keyId));
    if (!isTrue || (byNumber.has(number) && byNumber.get(number)?.hash !== hash)) untrue ??= number;
    byNumber.set(number, batch);
  }
  return { byNumber, untrue };
}
