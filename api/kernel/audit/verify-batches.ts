import type { Kysely, Selectable } from 'kysely';
import { findBatchFault, firstPrevHash } from '#rules/audit/audit-proofs.mjs';
import { merkleLevels, merkleRoot } from '#rules/audit/merkle-tree.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { AuditBatchesTable } from '../database/tables/foundation-tables.ts';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { getPartLeaf, type PublishedBatch, sha256, toPart, toPublished } from './batch.ts';
import { readBatches, readBatchesAfter, readBatchParts } from './batch-store.ts';
import { nodeCrypto } from './node-crypto.mjs';
import { toProofKeys } from './signing-keys.ts';
import type { Fault, PublishedHeads, VerifyDeps } from './verify-deps.ts';

/** Result of verifying one portion of the batches. */
export interface BatchesPortion {
  /** The last batch read; up to it nothing is wrong. */
  verifiedTo: number;
  /** There are no further batches, or one is broken. */
  done: boolean;
  broken: { number: number; fault: Fault } | null;
  /** Batches of the portion that were compared with those outside the database. */
  compared: number;
  /** Time of the portion's last batch; null without one. */
  lastSignedAt: string | null;
}

const batchesPerRead = 20;

/** Batches and signed parts of one portion: about a second of work. */
const batchesPerPortion = 2000;
const partsPerPortion = 20_000;

type BatchRow = Selectable<AuditBatchesTable>;

const digestBatch = ({ format, number, signedAt, keyId, prevHash, root, hash, signature }: PublishedBatch) =>
  sha256(Buffer.from(canonicalJson({ format, number, signedAt, keyId, prevHash, root, hash, signature })));

/** The highest number outside the database. */
const lastOutside = (published: PublishedHeads | undefined) => {
  let last = 0;
  for (const number of published?.byNumber.keys() ?? []) last = Math.max(last, number);
  return last;
};

/**
 * Verifies the next portion of all batches: consecutive numbers, each one's hash, link, signature and Merkle root over its parts, and
 * those written outside the database against them. The next portion begins after `verifiedTo`.
 */
export async function verifyBatches(
  db: Kysely<Schema>,
  { publicKeys, published }: Pick<VerifyDeps, 'publicKeys' | 'published'>,
  after: number,
): Promise<BatchesPortion> {
  const keys = toProofKeys(publicKeys);
  const found: BatchesPortion = {
    verifiedTo: after,
    done: false,
    broken: null,
    compared: 0,
    lastSignedAt: null,
  };
  const brokenAt = (number: number, fault: Fault): BatchesPortion => ({
    ...found,
    verifiedTo: number - 1,
    done: true,
    broken: { number, fault },
  });
  const [start] = after === 0 ? [] : await asJobs(db, (trx) => readBatches(trx, [after]));
  if (after > 0 && start === undefined) return brokenAt(after, 'gap');
  let before = { number: after, hash: start?.hash ?? firstPrevHash };
  let [countedBatches, countedParts] = [0, 0];

  async function findFault(row: BatchRow, leaves: readonly string[]): Promise<Fault | null> {
    if (row.prev_hash !== before.hash) return 'link';
    const batch = toPublished(row);
    const fault = await findBatchFault(batch, keys, nodeCrypto);
    if (fault !== null) return fault;
    if (merkleRoot(sha256, merkleLevels(sha256, leaves)) !== row.root) return 'root';
    const outside = published?.byNumber.get(row.number);
    if (outside === undefined) return null;
    if (outside !== digestBatch(batch)) return 'published';
    found.compared += 1;
    return null;
  }

  while (countedBatches < batchesPerPortion && countedParts < partsPerPortion) {
    const { rows, parts } = await asJobs(db, async (trx) => {
      const rows = await readBatchesAfter(trx, before.number, batchesPerRead);
      const [first, last] = [rows[0], rows.at(-1)];
      const parts = first && last ? await readBatchParts(trx, first.number, last.number) : [];
      return { rows, parts };
    });
    const leaves = new Map(rows.map(({ number }) => [number, [] as string[]]));
    for (const part of parts) leaves.get(part.batch)?.push(getPartLeaf(toPart(part)));
    for (const row of rows) {
      if (row.number !== before.number + 1) return brokenAt(before.number + 1, 'gap');
      const fault = await findFault(row, leaves.get(row.number) ?? []);
      if (fault !== null) return brokenAt(row.number, fault);
      before = { number: row.number, hash: row.hash };
      found.lastSignedAt = row.signed_at;
    }
    countedBatches += rows.length;
    countedParts += parts.length;
    if (rows.length === batchesPerRead) continue;
    if (lastOutside(published) > before.number) return brokenAt(before.number + 1, 'published');
    return { ...found, verifiedTo: before.number, done: true };
  }
  return { ...found, verifiedTo: before.number };
}

/** Reads batches written outside the database, one line of JSON each. @throws Error for lines that are none. */
export function readPublishedHeads(text: string): PublishedHeads {
  const byNumber = new Map<number, string | null>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let batch: PublishedBatch;
    try {
      batch = JSON.parse(line) as PublishedBatch;
    } catch {
      throw new Error(`Line ${index + 1} is not a signed batch.`);
    }
    if (batch?.format !== 'assay-audit-batch/1' || !Number.isInteger(batch.number))
      throw new Error(`Line ${index + 1} is not a signed batch.`);
    const digest = digestBatch(batch);
    const known = byNumber.get(batch.number);
    byNumber.set(batch.number, known === undefined || known === digest ? digest : null);
  }
  return { byNumber };
}
