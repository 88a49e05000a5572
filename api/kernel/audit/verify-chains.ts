import { timingSafeEqual } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { firstPrevHash } from '#rules/audit/audit-proofs.mjs';
import type { AuditBatchHeadsTable, AuditSignedHeadsTable } from '../database/tables/foundation-tables.ts';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { isFormerEvent, readDestroyedDetails, readFirstSigning, readPartsAfter } from './batch-store.ts';
import { getAuditKeyId, getDetailDigest, getHeadSignature, hashEvent } from './chain.ts';
import {
  type EventWithDetail,
  readCompanyCreation,
  readEventsAfter,
  readHead,
  readNextChain,
  readSignedHeads,
} from './chain-store.ts';
import { compareDestroyed } from './destroyed-details.ts';
import { mayLackMac } from './head-mac.ts';
import { getEventsRoot } from './sign-batch.ts';
import { isHeadAuthentic, type PublicSigningKey, type SigningKeys } from './signing-keys.ts';
import { type BatchReport, type PublishedHeads, verifyBatches } from './verify-batches.ts';

/** Reasons why a chain fails verification. */
export type ChainError =
  | 'hash' // An event's fields do not match its hash
  | 'link' // an event does not follow the hash of the one before it
  | 'gap' // a number is missing
  | 'detail' // A detail is not the one recorded with the event
  | 'cutTail' // events are missing at the end
  | 'head' // the chain's head is not its last event, or was not set by Assay
  | 'signature' // A signed head was not signed by any of the keys, or has other content
  | 'signedHead' // the events that a signed batch or head covers are others now
  | 'detailMissing' // a detail is missing that no destruction documents
  | 'missing'; // the company has no events at all

export interface ChainReport {
  /** A company's id, or `platform`. */
  chain: string;
  events: number;
  /** Events whose detail was destroyed; the chain verifies without them. */
  detailsDestroyed: number;
  /** The last event that a signed batch or head covers. */
  signedTo: number;
  ok: boolean;
  /** The first invalid event, and the reason. */
  broken: { seq: number; fault: ChainError } | null;
}

const eventsPerBatch = 1000;

/** The first invalid event, and the reason. */
export type Broken = { seq: number; fault: ChainError };

function detailHolds(event: EventWithDetail): boolean {
  const { detail, detail_key, detail_reason: reason, detail_address: clientAddress, format } = event;
  if (detail_key === null) return true;
  // Format 1 does not cover them.
  if (format === 1 && (reason !== null || clientAddress !== null)) return false;
  try {
    return getDetailDigest({ detail, reason, clientAddress }, detail_key, format) === event.detail_digest;
  } catch {
    // A detail without canonical JSON was not written by Assay.
    return false;
  }
}

/** The fault of an event given the one before; null if it is valid. */
export function getChainError(event: EventWithDetail, before: { seq: number; hash: string }): Broken | null {
  const { hash, ...unhashed } = event;
  if (event.seq !== before.seq + 1) return { seq: before.seq + 1, fault: 'gap' };
  if (event.prev_hash !== before.hash) return { seq: event.seq, fault: 'link' };
  if (hashEvent(unhashed) !== hash) return { seq: event.seq, fault: 'hash' };
  if (!detailHolds(event)) return { seq: event.seq, fault: 'detail' };
  return null;
}

/** Compares two hex texts in constant time. */
export function sameHex(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** Keys that verify the log, and what was written of it outside the database. */
export interface VerifyDeps {
  /** Shared keys of a former version, which signed heads of chains with them; current and past. */
  auditKeys: readonly string[];
  /** Public keys that batches may be signed with. */
  publicKeys: ReadonlyMap<string, PublicSigningKey>;
  /** Private keys, which verify the heads of chains; without them heads are compared with events alone. */
  signingKeys?: SigningKeys | undefined;
  /** Batches as written outside the database. */
  published?: PublishedHeads | undefined;
  now: () => Date;
}

/** Compares a chain's events with the parts of it that batches cover, in order. */
function comparePart(parts: readonly Selectable<AuditBatchHeadsTable>[], found: Broken[]) {
  let at = 0;
  let hashes: string[] = [];
  let expectedFirst = 1;
  return (event: EventWithDetail) => {
    const part = parts[at];
    if (part === undefined) return;
    hashes.push(event.hash);
    if (event.seq < part.last_seq) return;
    const isWhole = part.first_seq === expectedFirst && hashes.length === part.last_seq - part.first_seq + 1;
    if (
      event.seq !== part.last_seq ||
      !isWhole ||
      event.hash !== part.hash ||
      getEventsRoot(hashes) !== part.events_root
    )
      found.push({ seq: part.last_seq, fault: 'signedHead' });
    expectedFirst = part.last_seq + 1;
    hashes = [];
    at += 1;
  };
}

/** Heads signed by a former version: hashes by number, and faults of those that its keys did not sign. */
function readFormerHeads(
  chain: string,
  signed: readonly Selectable<AuditSignedHeadsTable>[],
  keys: ReadonlyMap<string, string>,
) {
  const hashes = new Map<number, string>();
  const faults: Broken[] = [];
  for (const { seq, hash, signed_at, key_id, signature } of signed) {
    const key = keys.get(key_id);
    const right =
      key !== undefined &&
      sameHex(signature, getHeadSignature({ chain, seq, hash, signedAt: signed_at }, key));
    if (right) hashes.set(seq, hash);
    else faults.push({ seq, fault: 'signature' });
  }
  return { hashes, faults };
}

/** Whether the head of a chain was set by Assay, as far as the private keys can tell. */
function isHeadOurs(
  { chain, head, isFormer, firstSignedAt }: ChainRead,
  { signingKeys, now }: VerifyDeps,
): boolean {
  if (signingKeys === undefined || head === undefined || head.seq === 0) return true;
  return (
    isHeadAuthentic({ chain, seq: head.seq, hash: head.hash }, head.mac, signingKeys) ||
    mayLackMac(isFormer, firstSignedAt, now())
  );
}

/** What is read of a chain before its events. */
interface ChainRead {
  chain: string;
  head: Awaited<ReturnType<typeof readHead>>;
  /** The head's event is of format 1. */
  isFormer: boolean;
  firstSignedAt: string | null;
  /** A company since the first batch, which records its creation; those of a former version may have no events. */
  mustHaveEvents: boolean;
  signed: Selectable<AuditSignedHeadsTable>[];
  parts: Selectable<AuditBatchHeadsTable>[];
  destroyed: Awaited<ReturnType<typeof readDestroyedDetails>>;
}

const readChain = (db: Kysely<Schema>, chain: string): Promise<ChainRead> =>
  asJobs(db, async (trx) => {
    const head = await readHead(trx, chain);
    const firstSignedAt = await readFirstSigning(trx);
    const createdAt = await readCompanyCreation(trx, chain);
    return {
      chain,
      head,
      mustHaveEvents: createdAt !== null && firstSignedAt !== null && createdAt >= firstSignedAt,
      isFormer: head !== undefined && (await isFormerEvent(trx, chain, head.seq)),
      firstSignedAt,
      signed: await readSignedHeads(trx, chain),
      parts: await readPartsAfter(trx, chain, 0),
      destroyed: await readDestroyedDetails(trx, chain),
    };
  });

/** Faults of a chain's end, given its last event. */
function endErrors(
  { head, parts, mustHaveEvents }: ChainRead,
  {
    lastSeq,
    formerSeqs,
    headSeqAtEnd,
  }: { lastSeq: number; formerSeqs: Iterable<number>; headSeqAtEnd: number },
): Broken[] {
  const maxKnown = Math.max(head?.seq ?? 0, parts.at(-1)?.last_seq ?? 0, ...formerSeqs);
  return [
    ...(lastSeq === 0 && maxKnown === 0 && mustHaveEvents ? [{ seq: 1, fault: 'missing' } as const] : []),
    ...(maxKnown > lastSeq ? [{ seq: lastSeq + 1, fault: 'cutTail' } as const] : []),
    // An event and its head are committed together, so a head read afterwards is never behind an event read before.
    ...(headSeqAtEnd < lastSeq ? [{ seq: headSeqAtEnd + 1, fault: 'head' } as const] : []),
  ];
}

/** Verifies one chain from its start in batches. Events added concurrently are harmless. */
async function verifyChain(db: Kysely<Schema>, chain: string, deps: VerifyDeps): Promise<ChainReport> {
  const read = await readChain(db, chain);
  const { head, signed, parts } = read;
  const former = readFormerHeads(
    chain,
    signed,
    new Map(deps.auditKeys.map((key) => [getAuditKeyId(key), key])),
  );
  const found: Broken[] = [...former.faults];
  const comparing = comparePart(parts, found);
  const destroyed = compareDestroyed(read.destroyed);
  let last = { seq: 0, hash: firstPrevHash };
  let events = 0;
  let detailsDestroyed = 0;
  let brokenEvent: Broken | null = null;
  const eventsAfter = (seq: number) => asJobs(db, (trx) => readEventsAfter(trx, chain, seq, eventsPerBatch));
  for (let batch = await eventsAfter(0); batch.length > 0; batch = await eventsAfter(last.seq)) {
    for (const event of batch) {
      events += 1;
      if (event.detail_key === null) detailsDestroyed += 1;
      brokenEvent ??= getChainError(event, last);
      comparing(event);
      destroyed.add(event);
      const expected = former.hashes.get(event.seq);
      if (expected !== undefined && expected !== event.hash)
        found.push({ seq: event.seq, fault: 'signedHead' });
      if (event.seq === head?.seq && event.hash !== head.hash) found.push({ seq: event.seq, fault: 'head' });
      last = { seq: event.seq, hash: event.hash };
    }
  }
  const headSeqAtEnd = (await asJobs(db, (trx) => readHead(trx, chain)))?.seq ?? 0;
  found.push(...endErrors(read, { lastSeq: last.seq, formerSeqs: former.hashes.keys(), headSeqAtEnd }));
  const unexplained = destroyed.firstUnexplained();
  if (unexplained !== null) found.push({ seq: unexplained, fault: 'detailMissing' });
  if (brokenEvent) found.unshift(brokenEvent);
  // Where nothing else is wrong: another fault says more.
  if (found.length === 0 && !isHeadOurs(read, deps)) found.push({ seq: head?.seq ?? 0, fault: 'head' });
  const first = found.reduce<Broken | null>(
    (least, fault) => (least && least.seq <= fault.seq ? least : fault),
    null,
  );
  return {
    chain,
    events,
    detailsDestroyed,
    signedTo: Math.max(0, parts.at(-1)?.last_seq ?? 0, ...former.hashes.keys()),
    ok: first === null,
    broken: first,
  };
}

/** Result of verifying the whole log. */
export interface LogReport {
  ok: boolean;
  batches: BatchReport;
  chains: ChainReport[];
}

/**
 * Verifies the signed batches, then every chain, one at a time: consecutive numbers, each event's hash and link, retained details against
 * their digests and missing ones against destructions, the end against the head, the signed parts and the heads that a former version
 * signed. A company since the first batch that has no chain fails.
 *
 * @param onChain called after each chain; all results are also returned.
 */
export async function verifyChains(
  db: Kysely<Schema>,
  deps: VerifyDeps,
  onChain: (report: ChainReport) => void = () => {},
): Promise<LogReport> {
  const chains: ChainReport[] = [];
  const chainAfter = (after: string) => asJobs(db, (trx) => readNextChain(trx, after));
  for (let chain = await chainAfter(''); chain !== null; chain = await chainAfter(chain)) {
    const report = await verifyChain(db, chain, deps);
    // A company of a former version that did nothing has no chain.
    if (report.events === 0 && report.ok) continue;
    chains.push(report);
    onChain(report);
  }
  const batches = await verifyBatches(db, deps.publicKeys, deps.published);
  return { ok: batches.ok && chains.every(({ ok }) => ok), batches, chains };
}
