import { type Insertable, type Selectable, sql } from 'kysely';
import type { AuditBatchesTable, AuditBatchHeadsTable } from '../database/tables/foundation-tables.ts';
import type { Trx } from '../database/tables/schema.ts';
import type { Head } from './signing-keys.ts';

/** Advisory lock number of the signing of batches. */
const batchLock = 7_423_051;

/** Waits until no other process signs, and holds that until the transaction ends. */
export async function lockBatches(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${batchLock})`.execute(trx);
}

export function readLastBatch(trx: Trx): Promise<Selectable<AuditBatchesTable> | undefined> {
  return trx.selectFrom('audit_batches').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/** The next batches after a number, at most `limit`. */
export function readBatchesAfter(trx: Trx, number: number, limit: number) {
  return trx
    .selectFrom('audit_batches')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Chains that grew since they were last signed, with the number signed so far. Runs as `assay_jobs`. */
export async function readGrownChains(trx: Trx, limit: number): Promise<(Head & { signed: number })[]> {
  const { rows } = await sql<Head & { signed: number }>`
    SELECT h.chain, h.seq, h.hash, coalesce(b.last_seq, 0) AS signed
      FROM audit_chain_heads h
      LEFT JOIN LATERAL (SELECT s.last_seq FROM audit_batch_heads s
                          WHERE s.chain = h.chain ORDER BY s.last_seq DESC LIMIT 1) AS b ON true
     WHERE h.seq > coalesce(b.last_seq, 0)
     ORDER BY h.chain LIMIT ${limit}`.execute(trx);
  return rows;
}

/** A range of a chain's events. */
export interface EventRange {
  chain: string;
  firstSeq: number;
  lastSeq: number;
}

/** Hashes of the events of several ranges, in order. */
export async function readHashes(
  trx: Trx,
  ranges: readonly EventRange[],
): Promise<{ chain: string; seq: number; hash: string }[]> {
  const { rows } = await sql<{ chain: string; seq: number; hash: string }>`
    SELECT e.chain, e.seq, e.hash
      FROM unnest(${ranges.map(({ chain }) => chain)}::text[], ${ranges.map(({ firstSeq }) => firstSeq)}::bigint[],
                  ${ranges.map(({ lastSeq }) => lastSeq)}::bigint[]) AS r (chain, first_seq, last_seq)
      JOIN audit_events e ON e.chain = r.chain AND e.seq BETWEEN r.first_seq AND r.last_seq
     ORDER BY e.chain, e.seq`.execute(trx);
  return rows;
}

/** Adds a signed batch with the parts it covers. */
export async function insertBatch(
  trx: Trx,
  batch: Insertable<AuditBatchesTable>,
  heads: readonly Insertable<AuditBatchHeadsTable>[],
): Promise<void> {
  await trx.insertInto('audit_batches').values(batch).execute();
  for (let from = 0; from < heads.length; from += 1000) {
    await trx
      .insertInto('audit_batch_heads')
      .values(heads.slice(from, from + 1000))
      .execute();
  }
}

/** The parts of several batches, without their paths, in the order of their leaves. */
export function readBatchParts(trx: Trx, first: number, last: number) {
  return trx
    .selectFrom('audit_batch_heads')
    .select(['batch', 'chain', 'first_seq', 'last_seq', 'hash', 'events_root'])
    .where('batch', '>=', first)
    .where('batch', '<=', last)
    .orderBy('batch')
    .orderBy('position')
    .execute();
}

/** The signed parts of a chain that end after an event, up to another one, in order. */
export function readPartsAfter(
  trx: Trx,
  chain: string,
  seq: number,
  to: number = Number.MAX_SAFE_INTEGER,
): Promise<Selectable<AuditBatchHeadsTable>[]> {
  return trx
    .selectFrom('audit_batch_heads')
    .selectAll()
    .where('chain', '=', chain)
    .where('last_seq', '>', seq)
    .where('last_seq', '<=', to)
    .orderBy('last_seq')
    .execute();
}

/** The last event that a signed part of a chain covers, up to a number; 0 without one. */
export async function readSignedTo(
  trx: Trx,
  chain: string,
  to: number = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const row = await trx
    .selectFrom('audit_batch_heads')
    .select('last_seq')
    .where('chain', '=', chain)
    .where('last_seq', '<=', to)
    .orderBy('last_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.last_seq ?? 0;
}

/** When the signed part that covers an event was signed; undefined without one. */
export function readPartSigning(trx: Trx, chain: string, seq: number): Promise<{ at: string } | undefined> {
  return trx
    .selectFrom('audit_batch_heads as h')
    .innerJoin('audit_batches as b', 'b.number', 'h.batch')
    .select('b.signed_at as at')
    .where('h.chain', '=', chain)
    .where('h.last_seq', '>=', seq)
    .orderBy('h.last_seq')
    .limit(1)
    .executeTakeFirst();
}

/** Batches by number. */
export function readBatches(trx: Trx, numbers: readonly number[]): Promise<Selectable<AuditBatchesTable>[]> {
  if (numbers.length === 0) return Promise.resolve([]);
  return trx
    .selectFrom('audit_batches')
    .selectAll()
    .where('number', 'in', [...numbers])
    .orderBy('number')
    .execute();
}

/** Heads without the authentication code of a key, and whether their last event is of format 1. Runs as `assay_jobs`. */
export async function readHeadsWithoutMac(
  trx: Trx,
  { keyId, after, limit }: { keyId: string; after: string; limit: number },
): Promise<(Head & { mac: string | null; isFormer: boolean })[]> {
  const { rows } = await sql<Head & { mac: string | null; isFormer: boolean }>`
    SELECT h.chain, h.seq, h.hash, h.mac,
           EXISTS (SELECT FROM audit_events e WHERE e.chain = h.chain AND e.seq = h.seq AND e.format = 1) AS "isFormer"
      FROM audit_chain_heads h
     WHERE h.chain > ${after} AND h.seq > 0 AND (h.mac IS NULL OR h.mac NOT LIKE ${`${keyId}:%`})
     ORDER BY h.chain LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Sets the authentication code of a head that is still the same. */
export async function setHeadMac(trx: Trx, { chain, seq, hash }: Head, mac: string): Promise<void> {
  await trx
    .updateTable('audit_chain_heads')
    .set({ mac })
    .where('chain', '=', chain)
    .where('seq', '=', seq)
    .where('hash', '=', hash)
    .execute();
}

/** Whether an event is of format 1; false if it does not exist. */
export async function isFormerEvent(trx: Trx, chain: string, seq: number): Promise<boolean> {
  const event = await trx
    .selectFrom('audit_events')
    .select('format')
    .where('chain', '=', chain)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return event?.format === 1;
}

/** Signing time of the first batch; null before it. */
export async function readFirstSigning(trx: Trx): Promise<string | null> {
  const row = await trx
    .selectFrom('audit_batches')
    .select('signed_at')
    .where('number', '=', 1)
    .executeTakeFirst();
  return row?.signed_at ?? null;
}

/** Numbers of the events whose details a destruction destroyed, in the transaction's company. */
export async function readDestroyedBy(trx: Trx, destruction: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('audit_destroyed_details')
    .select('seq')
    .where('destruction', '=', destruction)
    .execute();
  return rows.map(({ seq }) => seq);
}
