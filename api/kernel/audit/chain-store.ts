import { type Insertable, type Selectable, sql } from 'kysely';
import { firstPrevHash, type ProvenEvent } from '#rules/audit/audit-proofs.mjs';
import type {
  AuditDetailsTable,
  AuditEventsTable,
  AuditSignedHeadsTable,
} from '../database/tables/foundation-tables.ts';
import type { Trx } from '../database/tables/schema.ts';
import { type StoredEvent, toHashedEvent } from './chain.ts';

/** Head of a chain: the number and hash of its last event. */
export type ChainHead = { seq: number; hash: string };

/** An event with the part that may be destroyed, if retained; the key is null once that is destroyed. */
export type EventWithDetail = StoredEvent & {
  detail: unknown;
  detail_key: string | null;
  detail_reason: string | null;
  detail_address: string | null;
};

/** An event with its detail, as it is verified. */
export const toProvenEvent = (event: EventWithDetail): ProvenEvent => ({
  ...toHashedEvent(event),
  hash: event.hash,
  detail: event.detail_key === null ? null : event.detail,
  detailKey: event.detail_key,
  detailReason: event.detail_reason,
  detailAddress: event.detail_address,
});

/** The head of a chain, or undefined if it does not exist. */
export function readHead(trx: Trx, chain: string): Promise<(ChainHead & { mac: string | null }) | undefined> {
  return trx
    .selectFrom('audit_chain_heads')
    .select(['seq', 'hash', 'mac'])
    .where('chain', '=', chain)
    .executeTakeFirst();
}

/** Locks the head of a chain until the transaction ends; undefined if it does not exist. Concurrent callers wait. */
export function lockHead(trx: Trx, chain: string): Promise<(ChainHead & { mac: string | null }) | undefined> {
  return trx
    .selectFrom('audit_chain_heads')
    .select(['seq', 'hash', 'mac'])
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a chain before its first event; no effect if it exists. */
export async function insertChain(trx: Trx, chain: string): Promise<void> {
  await trx
    .insertInto('audit_chain_heads')
    .values({ chain, seq: 0, hash: firstPrevHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds events with their details to a locked chain, and updates its head, in one statement. */
export async function insertEvents(
  trx: Trx,
  chain: string,
  added: {
    details: readonly Insertable<AuditDetailsTable>[];
    events: readonly Insertable<AuditEventsTable>[];
    head: ChainHead & { mac: string | null };
  },
): Promise<void> {
  await trx
    .with('detail', (db) => db.insertInto('audit_details').values([...added.details]))
    .with('event', (db) => db.insertInto('audit_events').values([...added.events]))
    .updateTable('audit_chain_heads')
    .set({ seq: sql`${added.head.seq}::bigint`, hash: added.head.hash, mac: added.head.mac })
    .where('chain', '=', chain)
    .execute();
}

/**
 * The next chain that any table of the audit log mentions, or that a company must have, so that deleting rows does not hide a chain;
 * null after the last.
 */
export async function readNextChain(trx: Trx, after: string): Promise<string | null> {
  const { rows } = await sql<{ chain: string | null }>`
      SELECT min(chain) AS chain FROM (
        (SELECT chain FROM audit_events WHERE chain > ${after} ORDER BY chain LIMIT 1)
        UNION ALL (SELECT chain FROM audit_chain_heads WHERE chain > ${after} ORDER BY chain LIMIT 1)
        UNION ALL (SELECT chain FROM audit_signed_heads WHERE chain > ${after} ORDER BY chain LIMIT 1)
        UNION ALL (SELECT chain FROM audit_batch_heads WHERE chain > ${after} ORDER BY chain LIMIT 1)
        UNION ALL (SELECT id::text FROM companies WHERE id::text > ${after} ORDER BY id LIMIT 1)
      ) AS known`.execute(trx);
  return rows[0]?.chain ?? null;
}

/** The next `limit` events of a chain after a number, in order. */
export async function readEventsAfter(
  trx: Trx,
  chain: string,
  seq: number,
  limit: number,
): Promise<EventWithDetail[]> {
  const after = trx
    .selectFrom('audit_events')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit);
  // A range, and details by their ids: without statistics, PostgreSQL sorts all later events for each page, and scans all details for a join.
  const inRange = await after.where('seq', '<=', seq + limit).execute();
  // Fewer at the end, and where numbers are missing.
  const events = inRange.length === limit ? inRange : await after.execute();
  const details = await trx
    .selectFrom('audit_details')
    .select(['id', 'detail', 'detail_key', 'reason', 'client_address'])
    .where('id', '=', sql<string>`ANY (${events.map(({ detail_id }) => detail_id)}::uuid[])`)
    .execute();
  const detailById = new Map(details.map((detail) => [detail.id, detail]));
  return events.map((event) => {
    const found = detailById.get(event.detail_id);
    return {
      ...event,
      detail: found?.detail ?? null,
      detail_key: found?.detail_key ?? null,
      detail_reason: found?.reason ?? null,
      detail_address: found?.client_address ?? null,
    };
  });
}

/** Number and hash of one event; undefined if the number is missing. */
export function readEventHash(trx: Trx, chain: string, seq: number): Promise<ChainHead | undefined> {
  return trx
    .selectFrom('audit_events')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .where('seq', '=', seq)
    .executeTakeFirst();
}

/** Signed heads of a chain in order: all, or those after a number. */
export function readSignedHeads(
  trx: Trx,
  chain: string,
  after?: number,
): Promise<Selectable<AuditSignedHeadsTable>[]> {
  let query = trx.selectFrom('audit_signed_heads').selectAll().where('chain', '=', chain);
  if (after !== undefined) query = query.where('seq', '>', after);
  return query.orderBy('seq').execute();
}

/** Creation of the company that a chain is named by; null if there is none. */
export async function readCompanyCreation(trx: Trx, chain: string): Promise<string | null> {
  const { rows } = await sql<{ created_at: string }>`
    SELECT created_at FROM companies WHERE id::text = ${chain}`.execute(trx);
  return rows[0]?.created_at ?? null;
}
