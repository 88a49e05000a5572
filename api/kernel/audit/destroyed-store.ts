import { sql } from 'kysely';
import { retentionDestroyedEvent } from '#rules/audit/event-names.ts';
import type { Trx } from '../database/tables/schema.ts';

/** The events of destructions in a chain, in order, with their details. */
export function readDestructions(
  trx: Trx,
  chain: string,
): Promise<{ resource_id: string; detail: unknown }[]> {
  return trx
    .selectFrom('audit_events as e')
    .leftJoin('audit_details as d', 'd.id', 'e.detail_id')
    .select(['e.resource_id', 'd.detail'])
    .where('e.chain', '=', chain)
    .where('e.action', '=', retentionDestroyedEvent)
    .orderBy('e.seq')
    .execute();
}

/** Each destruction to which details of a chain are recorded, with the digest that `getDestructionDigest` makes of their numbers. */
export async function readDestroyedDigests(
  trx: Trx,
  chain: string,
): Promise<{ id: string; digest: string }[]> {
  const { rows } = await sql<{ id: string; digest: string }>`
    SELECT destruction::text AS id,
           encode(sha256(convert_to(string_agg(seq::text, ',' ORDER BY seq), 'UTF8')), 'hex') AS digest
      FROM audit_destroyed_details
     WHERE chain = ${chain} AND destruction IS NOT NULL
     GROUP BY destruction`.execute(trx);
  return rows;
}

/** The first event after `count` ones whose detail is missing and recorded as destroyed without its destruction; null if there is none. */
export async function readFormerExcess(trx: Trx, chain: string, count: number): Promise<number | null> {
  const { rows } = await sql<{ seq: number }>`
    SELECT r.seq FROM audit_destroyed_details r
      JOIN audit_events e ON e.chain = r.chain AND e.seq = r.seq
      LEFT JOIN audit_details d ON d.id = e.detail_id
     WHERE r.chain = ${chain} AND r.destruction IS NULL AND d.detail_key IS NULL
     ORDER BY r.seq OFFSET ${count}::bigint LIMIT 1`.execute(trx);
  return rows[0]?.seq ?? null;
}

/** The events of a range of a chain whose details are recorded as destroyed, each with its destruction. */
export function readDestroyedIn(trx: Trx, chain: string, first: number, last: number) {
  return trx
    .selectFrom('audit_destroyed_details')
    .select(['seq', 'destruction'])
    .where('chain', '=', chain)
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .execute();
}
