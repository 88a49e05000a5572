import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { findBatchFault, findEventFault, firstPrevHash, isPartOf } from '#rules/audit/audit-proofs.mjs';
import type { AuditBatchesTable, AuditBatchHeadsTable } from '../database/tables/foundation-tables.ts';
import type { Trx } from '../database/tables/schema.ts';
import { toPart, toPublished } from './batch.ts';
import { isFormerEvent, readBatches, readFirstSigning, readPartsAfter, readSignedTo } from './batch-store.ts';
import { getAuditKeyId, getHeadSignature } from './chain.ts';
import {
  type ChainHead,
  type EventWithDetail,
  readCompanyCreation,
  readEventHash,
  readEventsAfter,
  readHead,
  readSignedHeads,
  toProvenEvent,
} from './chain-store.ts';
import { type ExplainedDetails, findUnexplained, readExplainedDetails } from './destroyed-details.ts';
import { mayLackMac } from './head-mac.ts';
import { nodeCrypto } from './node-crypto.mjs';
import { getEventsRoot } from './sign-batch.ts';
import { isHeadAuthentic, toProofKeys } from './signing-keys.ts';
import type { Broken, Fault, VerifyDeps, Within } from './verify-deps.ts';

/** Events per portion, which ends where a signed part does: about a second of work. */
export const eventsPerPortion = 10_000;

const eventsPerRead = 250;

/** What is read of a chain before its events. */
export interface ChainBasis {
  chain: string;
  head: (ChainHead & { mac: string | null }) | undefined;
  /** The head's event is of format 1. */
  isFormer: boolean;
  firstSignedAt: string | null;
  /** The last event that a signed part covers. */
  newestPart: number;
  /** A company without any event fails. */
  mustHaveEvents: boolean;
  /** Heads signed by a former version: hashes by number, null where none of the keys has signed it. */
  formerHeads: ReadonlyMap<number, string | null>;
  /** The last of them that is signed. */
  lastFormer: { seq: number; at: string } | null;
  /** Heads signed by a former version that no key compares. */
  formerUncompared: number;
  explained: ExplainedDetails;
}

/** Result of verifying one portion of a chain. */
export interface EventsPortion {
  /** The last event read; up to it nothing is wrong. */
  verifiedTo: number;
  /** The chain ends here, or is broken. */
  done: boolean;
  broken: Broken | null;
  /** Events of the portion after the number asked for whose detail was destroyed. */
  detailsDestroyed: number;
  /** The last event of the portion that a signed batch or head covers; 0 if there is none. */
  signedTo: number;
  /** Time of the portion's first event that none covers. */
  unsignedSince: string | null;
}

function isSigned(
  chain: string,
  row: Awaited<ReturnType<typeof readSignedHeads>>[number],
  keys: ReadonlyMap<string, string>,
): boolean {
  const { seq, hash, signed_at: signedAt, key_id, signature } = row;
  const key = keys.get(key_id);
  if (key === undefined) return false;
  const [found, expected] = [signature, getHeadSignature({ chain, seq, hash, signedAt }, key)].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer];
  return found.length === expected.length && timingSafeEqual(found, expected);
}

/**
 * Reads what the portions of a chain are compared with.
 *
 * @param isKnown the company exists and must have events; otherwise one that exists since the first batch must, which records its creation
 */
export function readBasis(
  within: Within,
  { auditKeys }: VerifyDeps,
  chain: string,
  isKnown = false,
): Promise<ChainBasis> {
  const keys = new Map(auditKeys.map((key) => [getAuditKeyId(key), key]));
  return within(async (trx) => {
    const head = await readHead(trx, chain);
    const firstSignedAt = await readFirstSigning(trx);
    const createdAt = await readCompanyCreation(trx, chain);
    const signed = await readSignedHeads(trx, chain);
    const heads =
      keys.size === 0
        ? []
        : signed.map((row) => ({
            seq: row.seq,
            at: row.signed_at,
            hash: isSigned(chain, row, keys) ? row.hash : null,
          }));
    return {
      chain,
      head,
      isFormer: head !== undefined && (await isFormerEvent(trx, chain, head.seq)),
      firstSignedAt,
      newestPart: await readSignedTo(trx, chain),
      mustHaveEvents: isKnown || (createdAt !== null && firstSignedAt !== null && createdAt >= firstSignedAt),
      formerHeads: new Map(heads.map(({ seq, hash }) => [seq, hash])),
      lastFormer: heads.findLast(({ hash }) => hash !== null) ?? null,
      formerUncompared: keys.size === 0 ? signed.length : 0,
      explained: await readExplainedDetails(trx, chain),
    };
  });
}

type Part = Selectable<AuditBatchHeadsTable>;

/** What is read of a chain for one portion. */
interface PortionBasis {
  /** The event before the portion; undefined if it is missing. */
  start: ChainHead | undefined;
  /** The portion ends here if the chain does not before. */
  to: number;
  /** Signed parts of the portion, in order. */
  parts: Part[];
  /** Their batches. */
  batches: ReadonlyMap<number, Selectable<AuditBatchesTable>>;
  /** Later parts are signed, but none that begins here. */
  lacksPart: boolean;
}

/** A portion begins and ends where signed parts do; behind them it has a fixed length. */
async function readPortion(trx: Trx, chain: string, after: number): Promise<PortionBasis> {
  const newest = await readSignedTo(trx, chain);
  const from = after < newest ? await readSignedTo(trx, chain, after) : after;
  const limit = from + eventsPerPortion;
  const parts = await readPartsAfter(trx, chain, from, limit);
  const batches = await readBatches(trx, [...new Set(parts.map(({ batch }) => batch))]);
  return {
    start: from === 0 ? { seq: 0, hash: firstPrevHash } : await readEventHash(trx, chain, from),
    to: newest <= limit ? limit : (parts.at(-1)?.last_seq ?? limit),
    parts,
    batches: new Map(batches.map((batch) => [batch.number, batch])),
    lacksPart: newest > limit && parts.length === 0,
  };
}

/** Compares events, in order, with the signed parts that cover them, and these with their batches. */
function compareParts({ parts, batches, start }: PortionBasis, { publicKeys }: VerifyDeps) {
  const keys = toProofKeys(publicKeys);
  const batchFaults = new Map<number, Fault | null>();
  let at = 0;
  let hashes: string[] = [];
  let expectedFirst = (start?.seq ?? 0) + 1;

  async function getBatchFault(part: Part): Promise<Fault | null> {
    const batch = batches.get(part.batch);
    if (batch === undefined) return 'part';
    const proven = toPublished(batch);
    const known = batchFaults.get(part.batch);
    const fault = known === undefined ? await findBatchFault(proven, keys, nodeCrypto) : known;
    batchFaults.set(part.batch, fault);
    if (fault !== null) return fault;
    return (await isPartOf({ ...toPart(part), path: part.path }, proven, nodeCrypto)) ? null : 'part';
  }

  return {
    /** Whether a part covers the next event. */
    covers: () => parts[at] !== undefined,
    /** The fault of an event that ends a part, or is in none before one; null if there is none. */
    async find({ seq, hash }: EventWithDetail): Promise<Fault | null> {
      const part = parts[at];
      if (part === undefined) return null;
      if (seq < part.first_seq) return 'part';
      hashes.push(hash);
      if (seq < part.last_seq) return null;
      const isTrue =
        part.first_seq === expectedFirst && part.hash === hash && part.events_root === getEventsRoot(hashes);
      expectedFirst = part.last_seq + 1;
      hashes = [];
      at += 1;
      return isTrue ? getBatchFault(part) : 'signedHead';
    },
  };
}

/** The fault of a chain's end, given its last event. */
async function findEndFault(
  within: Within,
  { signingKeys, now }: VerifyDeps,
  { chain, head, isFormer, firstSignedAt, newestPart, mustHaveEvents, lastFormer }: ChainBasis,
  lastSeq: number,
): Promise<Broken | null> {
  const headAfter = await within((trx) => readHead(trx, chain));
  const known = Math.max(head?.seq ?? 0, newestPart, lastFormer?.seq ?? 0);
  if (lastSeq === 0 && known === 0) return mustHaveEvents ? { seq: 1, fault: 'missing' } : null;
  if (known > lastSeq) return { seq: lastSeq + 1, fault: 'cutTail' };
  // An event and its head are committed together, so a head read afterwards is never behind an event read before.
  const headSeq = headAfter?.seq ?? 0;
  if (headSeq < lastSeq) return { seq: headSeq + 1, fault: 'head' };
  if (signingKeys === undefined || head === undefined || head.seq === 0) return null;
  const isOurs =
    isHeadAuthentic({ chain, seq: head.seq, hash: head.hash }, head.mac, signingKeys) ||
    mayLackMac(isFormer, firstSignedAt, now());
  return isOurs ? null : { seq: head.seq, fault: 'head' };
}

/**
 * Verifies the next portion of a chain in short transactions: consecutive numbers, each event's hash and link, retained details against
 * their digests and missing ones against destructions, the root of each signed part against its events and the path and signature of its
 * batch, and heads that a former version signed; with the last portion the end against the chain's head. Events added concurrently are
 * harmless. Portions need no state: the next one begins after `verifiedTo`.
 *
 * @param after a number; the portion begins where the signed part that contains the next event does
 * @param isCounted whether an event counts for what is reported as numbers; all are verified
 */
export async function verifyEvents(
  within: Within,
  deps: VerifyDeps,
  basis: ChainBasis,
  after: number,
  isCounted: (seq: number) => boolean = () => true,
): Promise<EventsPortion> {
  const { chain, head, formerHeads, explained } = basis;
  const portion = await within((trx) => readPortion(trx, chain, after));
  const formerTo = basis.lastFormer?.seq ?? 0;
  const found: EventsPortion = {
    verifiedTo: after,
    done: false,
    broken: null,
    detailsDestroyed: 0,
    signedTo: 0,
    unsignedSince: null,
  };
  const brokenAt = (broken: Broken): EventsPortion => ({
    ...found,
    verifiedTo: broken.seq - 1,
    done: true,
    broken,
  });
  if (portion.start === undefined) return brokenAt({ seq: after, fault: 'gap' });
  let last = portion.start;
  if (portion.lacksPart) return brokenAt({ seq: last.seq + 1, fault: 'part' });
  const parts = compareParts(portion, deps);

  async function findFault(event: EventWithDetail, unexplained: number | null): Promise<Broken | null> {
    const { seq, hash } = event;
    if (seq !== last.seq + 1) return { seq: last.seq + 1, fault: 'gap' };
    const fault = await findEventFault(toProvenEvent(event), last, nodeCrypto);
    if (fault !== null) return { seq, fault };
    if (seq === unexplained) return { seq, fault: 'detailMissing' };
    const former = formerHeads.get(seq);
    if (former === null) return { seq, fault: 'signature' };
    if (former !== undefined && former !== hash) return { seq, fault: 'signedHead' };
    const isCovered = parts.covers() || seq <= formerTo;
    const partFault = await parts.find(event);
    if (partFault !== null) return { seq, fault: partFault };
    if (seq === head?.seq && hash !== head.hash) return { seq, fault: 'head' };
    if (isCovered) found.signedTo = seq;
    else if (isCounted(seq)) found.unsignedSince ??= event.at;
    return null;
  }

  for (;;) {
    const limit = Math.min(eventsPerRead, portion.to - last.seq);
    if (limit <= 0) return { ...found, verifiedTo: last.seq };
    const before = last.seq;
    const { events, unexplained } = await within(async (trx) => {
      const events = await readEventsAfter(trx, chain, before, limit);
      const missing = events.filter(({ detail_key }) => detail_key === null).map(({ seq }) => seq);
      const unexplained = await findUnexplained(trx, chain, missing, explained);
      if (unexplained === null) return { events, unexplained };
      // A destruction that was committed since the basis was read.
      const current = await readExplainedDetails(trx, chain);
      return { events, unexplained: await findUnexplained(trx, chain, missing, current) };
    });
    for (const event of events) {
      const broken = await findFault(event, unexplained);
      if (broken !== null) return brokenAt(broken);
      if (event.detail_key === null && event.seq > after && isCounted(event.seq)) found.detailsDestroyed += 1;
      last = { seq: event.seq, hash: event.hash };
    }
    if (events.length === limit) continue;
    const broken = await findEndFault(within, deps, basis, last.seq);
    return broken === null ? { ...found, verifiedTo: last.seq, done: true } : brokenAt(broken);
  }
}
