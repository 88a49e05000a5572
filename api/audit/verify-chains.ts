import { timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import {
  digestOfDetail,
  firstPrevHash,
  hashOfEvent,
  idOfAuditKey,
  type StoredEvent,
  signatureOfHead,
} from './chain.ts';

/** Why a chain does not verify. */
export type ChainFault =
  | 'hash' // an event's fields do not give its hash
  | 'link' // an event does not follow the hash of the one before it
  | 'gap' // a number is missing
  | 'detail' // a detail is not the one that the event was made with
  | 'cutTail' // events are missing at the end
  | 'head' // the chain's head is not its last event
  | 'signature' // a signed head was not signed by any of the keys, or not over what it says
  | 'signedHead'; // the event that a signed head names has another hash now

export interface ChainReport {
  /** A company's id, or `platform`. */
  chain: string;
  events: number;
  /** Events whose detail has been destroyed; the chain verifies without. */
  detailsDestroyed: number;
  signedHeads: number;
  ok: boolean;
  /** The first event that does not hold, and why. */
  broken: { seq: number; fault: ChainFault } | null;
}

const eventsPerBatch = 1000;

/** The first event that does not hold, and why. */
export type Broken = { seq: number; fault: ChainFault };
export type EventWithDetail = StoredEvent & { detail: unknown; detail_key: string | null };

/** Every chain that any of the three tables knows, so that deleting a head does not hide a chain. */
async function chainsAfter(db: Kysely<Schema>, after: string): Promise<string | null> {
  const { rows } = await asJobs(db, (trx) =>
    sql<{ chain: string | null }>`
      SELECT min(chain) AS chain FROM (
        (SELECT chain FROM audit_events WHERE chain > ${after} ORDER BY chain LIMIT 1)
        UNION ALL (SELECT chain FROM audit_chain_heads WHERE chain > ${after} ORDER BY chain LIMIT 1)
        UNION ALL (SELECT chain FROM audit_signed_heads WHERE chain > ${after} ORDER BY chain LIMIT 1)
      ) AS known`.execute(trx),
  );
  return rows[0]?.chain ?? null;
}

async function eventsAfter(db: Kysely<Schema>, chain: string, seq: number): Promise<EventWithDetail[]> {
  return asJobs(db, (trx) =>
    trx
      .selectFrom('audit_events')
      .leftJoin('audit_details', 'audit_details.id', 'audit_events.detail_id')
      .selectAll('audit_events')
      .select(['audit_details.detail', 'audit_details.detail_key'])
      .where('audit_events.chain', '=', chain)
      .where('audit_events.seq', '>', seq)
      .orderBy('audit_events.seq')
      .limit(eventsPerBatch)
      .execute(),
  );
}

function detailHolds(event: EventWithDetail): boolean {
  if (event.detail_key === null) return true;
  try {
    return digestOfDetail(event.detail, event.detail_key) === event.detail_digest;
  } catch {
    // A detail that cannot be written canonically was not written by us.
    return false;
  }
}

/** What is wrong with an event that follows another; null where it holds. */
export function faultOf(event: EventWithDetail, before: { seq: number; hash: string }): Broken | null {
  const { detail, detail_key, hash, ...unhashed } = event;
  if (event.seq !== before.seq + 1) return { seq: before.seq + 1, fault: 'gap' };
  if (event.prev_hash !== before.hash) return { seq: event.seq, fault: 'link' };
  if (hashOfEvent(unhashed) !== hash) return { seq: event.seq, fault: 'hash' };
  if (!detailHolds(event)) return { seq: event.seq, fault: 'detail' };
  return null;
}

/** Whether two hex texts are the same, in a time that does not tell where they differ. */
export function sameHex(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

async function readHead(
  db: Kysely<Schema>,
  chain: string,
): Promise<{ seq: number; hash: string } | undefined> {
  return asJobs(db, (trx) =>
    trx.selectFrom('audit_chain_heads').select(['seq', 'hash']).where('chain', '=', chain).executeTakeFirst(),
  );
}

async function readSignedHeads(db: Kysely<Schema>, chain: string) {
  return asJobs(db, (trx) =>
    trx.selectFrom('audit_signed_heads').selectAll().where('chain', '=', chain).orderBy('seq').execute(),
  );
}

/** Reads one chain from its start, a batch in memory at a time. Events that are added meanwhile do no harm. */
async function verifyChain(
  db: Kysely<Schema>,
  chain: string,
  keys: Map<string, string>,
): Promise<ChainReport> {
  const headAtStart = await readHead(db, chain);
  const signed = await readSignedHeads(db, chain);
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
  for (
    let batch = await eventsAfter(db, chain, 0);
    batch.length > 0;
    batch = await eventsAfter(db, chain, last.seq)
  ) {
    for (const event of batch) {
      events += 1;
      if (event.detail_key === null) detailsDestroyed += 1;
      brokenEvent ??= faultOf(event, last);
      const expected = hashesToMeet.get(event.seq);
      if (expected !== undefined && expected !== event.hash)
        found.push({ seq: event.seq, fault: 'signedHead' });
      if (event.seq === headAtStart?.seq && event.hash !== headAtStart.hash)
        found.push({ seq: event.seq, fault: 'head' });
      last = { seq: event.seq, hash: event.hash };
    }
  }

  const headAtEnd = await readHead(db, chain);
  const mostKnown = Math.max(headAtStart?.seq ?? 0, ...hashesToMeet.keys());
  if (mostKnown > last.seq) found.push({ seq: last.seq + 1, fault: 'cutTail' });
  // An event and the head it moves are committed together, so the head read last is never behind an event read before.
  if ((headAtEnd?.seq ?? 0) < last.seq) found.push({ seq: (headAtEnd?.seq ?? 0) + 1, fault: 'head' });

  if (brokenEvent) found.unshift(brokenEvent);
  const first = found.reduce<Broken | null>(
    (least, fault) => (least && least.seq <= fault.seq ? least : fault),
    null,
  );
  return { chain, events, detailsDestroyed, signedHeads: signed.length, ok: first === null, broken: first };
}

/**
 * Verifies every chain, one at a time, in batches: numbers without a gap, each event's hash and its link to the one
 * before, each detail that still exists against its digest, the end of the chain against its head and against every
 * head that was signed.
 *
 * @param auditKeys the signing keys, present and past.
 * @param onChain is told of each chain as it is done; the whole is returned too.
 */
export async function verifyChains(
  db: Kysely<Schema>,
  auditKeys: readonly string[],
  onChain: (report: ChainReport) => void = () => {},
): Promise<{ ok: boolean; chains: ChainReport[] }> {
  const keys = new Map(auditKeys.map((key) => [idOfAuditKey(key), key]));
  const chains: ChainReport[] = [];
  for (let chain = await chainsAfter(db, ''); chain !== null; chain = await chainsAfter(db, chain)) {
    const report = await verifyChain(db, chain, keys);
    chains.push(report);
    onChain(report);
  }
  return { ok: chains.every(({ ok }) => ok), chains };
}
