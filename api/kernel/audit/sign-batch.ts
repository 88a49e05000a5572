import type { Kysely } from 'kysely';
import { leafHash, merkleLevels, merklePath, merkleRoot } from '#rules/audit/merkle-tree.ts';
import type { Schema, Trx } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import {
  type BatchHeader,
  type BatchPart,
  firstBatchPrevHash,
  getBatchSignature,
  getPartLeaf,
  hashBatch,
  sha256,
} from './batch.ts';
import {
  type EventRange,
  insertBatch,
  lockBatches,
  readFirstSigning,
  readGrownChains,
  readHashes,
  readHeadsWithoutMac,
  readLastBatch,
  setHeadMac,
} from './batch-store.ts';
import { mayLackMac } from './head-mac.ts';
import { getHeadMac, type Head, isHeadAuthentic, type SigningKeys } from './signing-keys.ts';

/** Events of one part: bounds what is read to prove an event. */
const eventsPerPart = 4096;

/** Chains and events of one batch, which is one transaction. */
const chainsPerBatch = 2000;
const eventsPerBatch = 100_000;

/** Events whose hashes are read by one statement. */
const eventsPerRead = 20_000;

export interface BatchDeps {
  signingKeys: SigningKeys;
  now: () => Date;
}

/** The unsigned events of chains, in parts; at most as many as a batch takes. */
function toRanges(chains: readonly (Head & { signed: number })[]): EventRange[] {
  const ranges: EventRange[] = [];
  let events = 0;
  for (const { chain, seq, signed } of chains) {
    for (let first = signed + 1; first <= seq; first += eventsPerPart) {
      const last = Math.min(seq, first + eventsPerPart - 1);
      events += last - first + 1;
      if (ranges.length > 0 && events > eventsPerBatch) return ranges;
      ranges.push({ chain, firstSeq: first, lastSeq: last });
    }
  }
  return ranges;
}

/** Ranges in groups of limited size, one statement each. */
function toGroups(ranges: readonly EventRange[]): EventRange[][] {
  const groups: EventRange[][] = [];
  let events = eventsPerRead;
  for (const range of ranges) {
    const size = range.lastSeq - range.firstSeq + 1;
    if (events + size > eventsPerRead) {
      groups.push([]);
      events = 0;
    }
    groups.at(-1)?.push(range);
    events += size;
  }
  return groups;
}

/** Merkle root over the hashes of events, in hex. */
export function getEventsRoot(hashes: readonly string[]): string {
  const leaves = hashes.map((hash) => leafHash(sha256, hash));
  return merkleRoot(sha256, merkleLevels(sha256, leaves));
}

async function readParts(trx: Trx, ranges: readonly EventRange[]): Promise<BatchPart[]> {
  const parts: BatchPart[] = [];
  for (const group of toGroups(ranges)) {
    const events = await readHashes(trx, group);
    let at = 0;
    for (const range of group) {
      const hashes: string[] = [];
      for (; events[at]?.chain === range.chain && Number(events[at]?.seq) <= range.lastSeq; at += 1)
        hashes.push(events[at]?.hash ?? '');
      parts.push({ ...range, hash: hashes.at(-1) ?? '', eventsRoot: getEventsRoot(hashes) });
    }
  }
  return parts;
}

/** Signs the next batch; returns the number of its parts, 0 if no chain has grown. */
async function signNext(trx: Trx, { signingKeys: { current }, now }: BatchDeps): Promise<number> {
  await lockBatches(trx);
  const ranges = toRanges(await readGrownChains(trx, chainsPerBatch));
  if (ranges.length === 0) return 0;
  const before = await readLastBatch(trx);
  const parts = await readParts(trx, ranges);
  const levels = merkleLevels(sha256, parts.map(getPartLeaf));
  const header: BatchHeader = {
    format: 'assay-audit-batch/1',
    number: (before?.number ?? 0) + 1,
    signedAt: now().toISOString(),
    keyId: current.id,
    prevHash: before?.hash ?? firstBatchPrevHash,
    root: merkleRoot(sha256, levels),
  };
  await insertBatch(
    trx,
    {
      number: header.number,
      signed_at: header.signedAt,
      key_id: header.keyId,
      prev_hash: header.prevHash,
      root: header.root,
      hash: hashBatch(header),
      signature: getBatchSignature(header, current),
    },
    parts.map((part, position) => ({
      chain: part.chain,
      first_seq: part.firstSeq,
      last_seq: part.lastSeq,
      hash: part.hash,
      events_root: part.eventsRoot,
      batch: header.number,
      position,
      path: merklePath(levels, position),
    })),
  );
  return parts.length;
}

const headsPerRun = 500;

/**
 * Gives heads the authentication code of the current key: those of a former version within a day of the first batch, and authentic ones
 * of a former key. Others stay as they are, and fail verification.
 */
async function renewMacs(db: Kysely<Schema>, { signingKeys, now }: BatchDeps): Promise<void> {
  const { current } = signingKeys;
  for (let after = ''; ; ) {
    const heads = await asJobs(db, async (trx) => {
      const page = await readHeadsWithoutMac(trx, { keyId: current.id, after, limit: headsPerRun });
      if (page.length === 0) return page;
      const firstSignedAt = await readFirstSigning(trx);
      for (const head of page) {
        if (isHeadAuthentic(head, head.mac, signingKeys) || mayLackMac(head.isFormer, firstSignedAt, now()))
          await setHeadMac(trx, head, getHeadMac(head, current));
      }
      return page;
    });
    const last = heads.at(-1);
    if (last === undefined || heads.length < headsPerRun) return;
    after = last.chain;
  }
}

/**
 * Signs all events since the last batch, of all companies, in numbered batches with Ed25519: run hourly, and before data is sent out that
 * must not be rewritten unnoticed.
 *
 * @returns the number of batches signed.
 */
export async function signBatches(db: Kysely<Schema>, deps: BatchDeps): Promise<{ signed: number }> {
  await renewMacs(db, deps);
  for (let signed = 0; ; signed += 1) {
    if ((await asJobs(db, (trx) => signNext(trx, deps))) === 0) return { signed };
  }
}
