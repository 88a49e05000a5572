import type { Kysely, Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { verifyAuditLog } from '#contract/platform/audit.ts';
import { firstPrevHash } from '#rules/audit/audit-proofs.mjs';
import { getPathRoot } from '#rules/audit/merkle-tree.ts';
import type {
  AuditBatchesTable,
  AuditBatchHeadsTable,
  AuditSignedHeadsTable,
} from '../database/tables/foundation-tables.ts';
import type { Schema } from '../database/tables/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { getPartLeaf, isBatchSigned, sha256, toHeader, toPart } from './batch.ts';
import { readBatches, readDestroyedDetails, readNewestPart, readPartsAfter } from './batch-store.ts';
import { getAuditKeyId, getHeadSignature } from './chain.ts';
import {
  type ChainHead,
  type EventWithDetail,
  readEventHash,
  readEventsAfter,
  readHead,
  readSignedHeads,
} from './chain-store.ts';
import type { PublicSigningKey } from './signing-keys.ts';
import { type Broken, getChainError, sameHex } from './verify-chains.ts';

const eventsPerBatch = 1000;

/** Events per call: about a second of work. */
export const eventsPerPart = 10_000;

type SignedHead = Selectable<AuditSignedHeadsTable>;
type SignedPart = Selectable<AuditBatchHeadsTable>;
type Part = z.output<typeof verifyAuditLog.response>;

/** Reference values for a part’s events. */
interface Expected {
  chain: string;
  keys: ReadonlyMap<string, string>;
  publicKeys: ReadonlyMap<string, PublicSigningKey>;
  signed: readonly SignedHead[];
  /** Parts of the chain that batches cover, by their last event. */
  parts: ReadonlyMap<number, SignedPart>;
  /** The last event that a batch covers. */
  newest: number;
  batches: ReadonlyMap<number, Selectable<AuditBatchesTable>>;
  /** Events whose details were destroyed with a client. */
  destroyed: ReadonlySet<number>;
  /** The chain's head, read before the events. */
  head: ChainHead | undefined;
}

/** The event before this part; undefined if it is missing. */
async function readStart(trx: Transaction<Schema>, chain: string, after: number) {
  return after === 0 ? { seq: 0, hash: firstPrevHash } : readEventHash(trx, chain, after);
}

/** Fault of an event that ends a signed part, or whose detail is missing without a destruction; null if none. */
function findPartError(event: EventWithDetail, expected: Expected): Broken | null {
  const { seq } = event;
  if (event.detail_key === null && !expected.destroyed.has(seq)) return { seq, fault: 'detailMissing' };
  const row = expected.parts.get(seq);
  if (row === undefined) return null;
  if (row.hash !== event.hash) return { seq, fault: 'signedHead' };
  const batch = expected.batches.get(row.batch);
  const isSigned =
    batch !== undefined &&
    getPathRoot(sha256, getPartLeaf(toPart(row)), row.path) === batch.root &&
    isBatchSigned(toHeader(batch), batch.signature, expected.publicKeys.get(batch.key_id));
  return isSigned ? null : { seq, fault: 'signature' };
}

/** Fault of an event that differs from a signed head or the chain's own; null if none. */
function findHeadError(event: EventWithDetail, signedHead: SignedHead | undefined, expected: Expected) {
  if (signedHead !== undefined) {
    const { seq, hash, signed_at: signedAt } = signedHead;
    const key = expected.keys.get(signedHead.key_id);
    const isSigned =
      key !== undefined &&
      sameHex(signedHead.signature, getHeadSignature({ chain: expected.chain, seq, hash, signedAt }, key));
    if (!isSigned) return { seq, fault: 'signature' } as const;
    if (hash !== event.hash) return { seq, fault: 'signedHead' } as const;
  }
  const isOtherHead = event.seq === expected.head?.seq && event.hash !== expected.head.hash;
  return isOtherHead ? ({ seq: event.seq, fault: 'head' } as const) : null;
}

/** Fault of a chain's end that differs from its head, read before and after, or from its signed heads; null if none. */
function findEndError(lastSeq: number, expected: Expected, headAfter: ChainHead | undefined): Broken | null {
  const maxKnownMatches = Math.max(
    expected.head?.seq ?? 0,
    expected.signed.at(-1)?.seq ?? 0,
    expected.newest,
  );
  if (maxKnownMatches > lastSeq) return { seq: lastSeq + 1, fault: 'cutTail' };
  // An event and its head are committed together, so a head read afterwards is never behind an event read before.
  const headSeq = headAfter?.seq ?? 0;
  return headSeq < lastSeq ? { seq: headSeq + 1, fault: 'head' } : null;
}

/**
 * Verifies the next part of a company's chain in short transactions: number, hash, link and retained detail of each
 * event after `after`, and the signed heads among them; with the last part the end against the chain's head and all
 * signed ones. Call it again with the returned number for chains of any length. Events added concurrently are harmless.
 *
 * @param deps.auditKeys the signing keys, current and past
 */
export async function verifyPart(
  deps: {
    db: Kysely<Schema>;
    auditKeys: readonly string[];
    publicKeys: ReadonlyMap<string, PublicSigningKey>;
  },
  chain: string,
  after: number,
): Promise<Part> {
  const keys = new Map(deps.auditKeys.map((key) => [getAuditKeyId(key), key]));
  const within = <T>(work: (trx: Transaction<Schema>) => Promise<T>) => asTenant(deps.db, chain, work);
  const { start, head, signed, parts, newest, batches, destroyed } = await within(async (trx) => {
    const parts = await readPartsAfter(trx, chain, after, after + eventsPerPart + eventsPerBatch);
    return {
      start: await readStart(trx, chain, after),
      head: await readHead(trx, chain),
      signed: await readSignedHeads(trx, chain, after),
      parts,
      newest: await readNewestPart(trx, chain),
      batches: await readBatches(trx, [...new Set(parts.map(({ batch }) => batch))]),
      destroyed: await readDestroyedDetails(trx, chain),
    };
  });
  const expected: Expected = {
    chain,
    keys,
    publicKeys: deps.publicKeys,
    signed,
    parts: new Map(parts.map((part) => [part.last_seq, part])),
    batches: new Map(batches.map((batch) => [batch.number, batch])),
    destroyed: new Set(destroyed.map(({ seq }) => seq)),
    newest: newest?.seq ?? 0,
    head,
  };
  const former = signed.at(-1);
  const lastSigned = newest ?? (former ? { at: former.signed_at, seq: former.seq } : null);
  const brokenAt = (broken: Broken, detailsDestroyed = 0): Part => ({
    verifiedTo: broken.seq - 1,
    done: true,
    broken,
    detailsDestroyed,
    lastSigned,
  });
  if (start === undefined) return brokenAt({ seq: after, fault: 'gap' });

  const signedBySeq = new Map(signed.map((item) => [item.seq, item]));
  let last = start;
  let detailsDestroyed = 0;
  let isEnd = false;
  while (!isEnd && last.seq < after + eventsPerPart) {
    const before = last.seq;
    const batch = await within((trx) => readEventsAfter(trx, chain, before, eventsPerBatch));
    for (const event of batch) {
      const fault = getChainError(event, last);
      if (fault !== null) return brokenAt(fault, detailsDestroyed);
      if (event.detail_key === null) detailsDestroyed += 1;
      const headError = findHeadError(event, signedBySeq.get(event.seq), expected);
      if (headError !== null) return brokenAt(headError, detailsDestroyed);
      const partError = findPartError(event, expected);
      if (partError !== null) return brokenAt(partError, detailsDestroyed);
      last = { seq: event.seq, hash: event.hash };
    }
    isEnd = batch.length < eventsPerBatch;
  }
  if (!isEnd) return { verifiedTo: last.seq, done: false, broken: null, detailsDestroyed, lastSigned };

  const headAfter = await within((trx) => readHead(trx, chain));
  const endError = findEndError(last.seq, expected, headAfter);
  if (endError !== null) return brokenAt(endError);
  return { verifiedTo: last.seq, done: true, broken: null, detailsDestroyed, lastSigned };
}
