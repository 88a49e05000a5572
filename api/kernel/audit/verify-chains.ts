import { timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { digestOfDetail, firstPrevHash, hashOfEvent, idOfAuditKey, signatureOfHead } from './chain.ts';
import {
  type EventWithDetail,
  readEventsAfter,
  readHead,
  readNextChain,
  readSignedHeads,
} from './chain-store.ts';

/** Reasons why a chain fails verification. */
export type ChainError =
  | 'hash' // An event's fields do not match its hash
  | 'link' // an event does not follow the hash of the one before it
  | 'gap' // a number is missing
  | 'detail' // A detail is not the one recorded with the event
  | 'cutTail' // events are missing at the end
  | 'head' // the chain's head is not its last event
  | 'signature' // A signed head was not signed by any of the keys, or has other content
  | 'signedHead'; // the event that a signed head names has another hash now

export interface ChainReport {
  /** A company's id, or `platform`. */
  chain: string;
  events: number;
  /** Events whose detail was destroyed; the chain verifies without them. */
  detailsDestroyed: number;
  signedHeads: number;
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
    return digestOfDetail({ detail, reason, clientAddress }, detail_key, format) === event.detail_digest;
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
  if (hashOfEvent(unhashed) !== hash) return { seq: event.seq, fault: 'hash' };
  if (!detailHolds(event)) return { seq: event.seq, fault: 'detail' };
  return null;
}

/** Compares two hex texts in constant time. */
export function sameHex(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** Verifies one chain from its start in batches. Events added concurrently are harmless. */
async function verifyChain(
  db: Kysely<Schema>,
  chain: string,
  keys: Map<string, string>,
): Promise<ChainReport> {
  const within = <T>(work: (trx: Transaction<Schema>) => Promise<T>) => asJobs(db, work);
  const eventsAfter = (seq: number) => within((trx) => readEventsAfter(trx, chain, seq, eventsPerBatch));
  const headAtStart = await within((trx) => readHead(trx, chain));
  const signed = await within((trx) => readSignedHeads(trx, chain));
  const hashesToMeet = new Map<number, string>();
  const found: Broken[] = [];

  for (const { seq, hash, signed_at, key_id, signature } of signed) {
    const key = keys.get(key_id);
    const right =
      key !== undefined &&
      sameHex(signature, signatureOfHead({ chain, seq, hash, signedAt: signed_at }, key));
    if (right) hashesToMeet.set(seq, hash);
    else found.push({ seq, fault: 'signature' });
  }

  let last = { seq: 0, hash: firstPrevHash };
  let events = 0;
  let detailsDestroyed = 0;
  let brokenEvent: Broken | null = null;
  for (let batch = await eventsAfter(0); batch.length > 0; batch = await eventsAfter(last.seq)) {
    for (const event of batch) {
      events += 1;
      if (event.detail_key === null) detailsDestroyed += 1;
      brokenEvent ??= getChainError(event, last);
      const expected = hashesToMeet.get(event.seq);
      if (expected !== undefined && expected !== event.hash)
        found.push({ seq: event.seq, fault: 'signedHead' });
      if (event.seq === headAtStart?.seq && event.hash !== headAtStart.hash)
        found.push({ seq: event.seq, fault: 'head' });
      last = { seq: event.seq, hash: event.hash };
    }
  }

  const headAtEnd = await within((trx) => readHead(trx, chain));
  const maxKnownMatches = Math.max(headAtStart?.seq ?? 0, ...hashesToMeet.keys());
  if (maxKnownMatches > last.seq) found.push({ seq: last.seq + 1, fault: 'cutTail' });
  // An event and its head are committed together, so a head read afterwards is never behind an event read before.
  if ((headAtEnd?.seq ?? 0) < last.seq) found.push({ seq: (headAtEnd?.seq ?? 0) + 1, fault: 'head' });

  if (brokenEvent) found.unshift(brokenEvent);
  const first = found.reduce<Broken | null>(
    (least, fault) => (least && least.seq <= fault.seq ? least : fault),
    null,
  );
  return { chain, events, detailsDestroyed, signedHeads: signed.length, ok: first === null, broken: first };
}

/**
 * Verifies every chain, one at a time, in batches: consecutive numbers, each event's hash and link, retained details
 * against their digests, the end against the head and every signed head.
 *
 * @param auditKeys the signing keys, current and past.
 * @param onChain called after each chain; all results are also returned.
 */
export async function verifyChains(
  db: Kysely<Schema>,
  auditKeys: readonly string[],
  onChain: (report: ChainReport) => void = () => {},
): Promise<{ ok: boolean; chains: ChainReport[] }> {
  const keys = new Map(auditKeys.map((key) => [idOfAuditKey(key), key]));
  const chains: ChainReport[] = [];
  const chainAfter = (after: string) => asJobs(db, (trx) => readNextChain(trx, after));
  for (let chain = await chainAfter(''); chain !== null; chain = await chainAfter(chain)) {
    const report = await verifyChain(db, chain, keys);
    chains.push(report);
    onChain(report);
  }
  return { ok: chains.every(({ ok }) => ok), chains };
}
