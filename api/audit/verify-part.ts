import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { verifyAuditLog } from '#contract/audit.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { firstPrevHash, idOfAuditKey, signatureOfHead } from './chain.ts';
import { type Broken, type EventWithDetail, faultOf, sameHex } from './verify-chains.ts';

const eventsPerBatch = 1000;

/** Events that one call verifies: about a second of work. */
export const eventsPerPart = 10_000;

type Part = z.output<typeof verifyAuditLog.answer>;

function readEvents(trx: Transaction<Schema>, chain: string, after: number): Promise<EventWithDetail[]> {
  return trx
    .selectFrom('audit_events')
    .leftJoin('audit_details', 'audit_details.id', 'audit_events.detail_id')
    .selectAll('audit_events')
    .select(['audit_details.detail', 'audit_details.detail_key'])
    .where('audit_events.chain', '=', chain)
    .where('audit_events.seq', '>', after)
    .orderBy('audit_events.seq')
    .limit(eventsPerBatch)
    .execute();
}

/** The event that this part follows; undefined where its number is missing. */
async function readStart(trx: Transaction<Schema>, chain: string, after: number) {
  if (after === 0) return { seq: 0, hash: firstPrevHash };
  return trx
    .selectFrom('audit_events')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .where('seq', '=', after)
    .executeTakeFirst();
}

const readHead = (trx: Transaction<Schema>, chain: string) =>
  trx.selectFrom('audit_chain_heads').select(['seq', 'hash']).where('chain', '=', chain).executeTakeFirst();

const readSigned = (trx: Transaction<Schema>, chain: string, after: number) =>
  trx
    .selectFrom('audit_signed_heads')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute();

/**
 * Verifies the next part of a company's chain, in short transactions of its own rights: each number, hash, link and remaining detail
 * after event `after`, and the signed heads among them; with the last part, the end against the chain's head and every signed one. A
 * chain of any length is verified by asking again with the number that came back. Events that are added meanwhile do no harm.
 *
 * @param deps.auditKeys the signing keys, present and past
 */
export async function verifyPart(
  deps: { db: Kysely<Schema>; auditKeys: readonly string[] },
  chain: string,
  after: number,
): Promise<Part> {
  const keys = new Map(deps.auditKeys.map((key) => [idOfAuditKey(key), key]));
  const within = <T>(work: (trx: Transaction<Schema>) => Promise<T>) => asTenant(deps.db, chain, work);
  const { start, headBefore, signed } = await within(async (trx) => ({
    start: await readStart(trx, chain, after),
    headBefore: await readHead(trx, chain),
    signed: await readSigned(trx, chain, after),
  }));
  const newest = signed.at(-1);
  const lastSigned = newest ? { at: newest.signed_at, seq: newest.seq } : null;
  const brokenAt = (broken: Broken, detailsDestroyed = 0): Part => ({
    verifiedTo: broken.seq - 1,
    done: true,
    broken,
    detailsDestroyed,
    lastSigned,
  });
  if (start === undefined) return brokenAt({ seq: after, fault: 'gap' });

  const expected = new Map(signed.map((head) => [head.seq, head]));
  let last = start;
  let detailsDestroyed = 0;
  let isEnd = false;
  while (!isEnd && last.seq < after + eventsPerPart) {
    const before = last.seq;
    const batch = await within((trx) => readEvents(trx, chain, before));
    for (const event of batch) {
      const fault = faultOf(event, last);
      if (fault !== null) return brokenAt(fault, detailsDestroyed);
      if (event.detail_key === null) detailsDestroyed += 1;
      const head = expected.get(event.seq);
      if (head !== undefined) {
        const { seq, hash, signed_at: signedAt } = head;
        const key = keys.get(head.key_id);
        const isSigned =
          key !== undefined && sameHex(head.signature, signatureOfHead({ chain, seq, hash, signedAt }, key));
        if (!isSigned) return brokenAt({ seq, fault: 'signature' }, detailsDestroyed);
        if (hash !== event.hash) return brokenAt({ seq, fault: 'signedHead' }, detailsDestroyed);
      }
      if (event.seq === headBefore?.seq && event.hash !== headBefore.hash) {
        return brokenAt({ seq: event.seq, fault: 'head' }, detailsDestroyed);
      }
      last = { seq: event.seq, hash: event.hash };
    }
    isEnd = batch.length < eventsPerBatch;
  }
  if (!isEnd) return { verifiedTo: last.seq, done: false, broken: null, detailsDestroyed, lastSigned };

  const headAfter = await within((trx) => readHead(trx, chain));
  const mostKnown = Math.max(headBefore?.seq ?? 0, newest?.seq ?? 0);
  if (mostKnown > last.seq) return brokenAt({ seq: last.seq + 1, fault: 'cutTail' }, detailsDestroyed);
  // An event and the head it moves are committed together, so the head read last is never behind an event read before.
  if ((headAfter?.seq ?? 0) < last.seq) {
    return brokenAt({ seq: (headAfter?.seq ?? 0) + 1, fault: 'head' }, detailsDestroyed);
  }
  return { verifiedTo: last.seq, done: true, broken: null, detailsDestroyed, lastSigned };
}
