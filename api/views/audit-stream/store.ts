import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { type LogRow, selectEvents } from '../audit-log/log-store.ts';

export type StreamRow = Selectable<Schema['audit_streams']>;

/** The company’s stream; undefined without one. */
export function readStream(trx: Trx): Promise<StreamRow | undefined> {
  return trx.selectFrom('audit_streams').selectAll().executeTakeFirst();
}

/** Locks the company’s stream; null without one. */
export async function lockStream(trx: Trx): Promise<StreamRow | null> {
  return (await trx.selectFrom('audit_streams').selectAll().forUpdate().executeTakeFirst()) ?? null;
}

/** Starts a stream after the company’s newest event. @returns false if there is one already */
export async function insertStream(
  trx: Trx,
  { companyId, host, target, at }: { companyId: string; host: string; target: string; at: string },
): Promise<boolean> {
  const head = trx.selectFrom('audit_chain_heads').select('seq').where('chain', '=', companyId);
  const written = await trx
    .insertInto('audit_streams')
    .values({
      company_id: companyId,
      host,
      target,
      last_seq: sql<number>`coalesce((${head}), 0)`,
      due_at: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Replaces the sealed target; a stream that waits for its next attempt is due at once. */
export async function updateTarget(
  trx: Trx,
  { target, formerUntil, at }: { target: string; formerUntil: string; at: string },
): Promise<void> {
  await trx.updateTable('audit_streams').set({ target, former_until: formerUntil, due_at: at }).execute();
}

export async function deleteStream(trx: Trx): Promise<void> {
  await trx.deleteFrom('audit_streams').execute();
}

/** Events after a number, counted up to a limit. */
export async function countAfter(trx: Trx, companyId: string, seq: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM audit_events WHERE chain = ${companyId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}) AS waiting`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Companies whose stream is due, the longest waiting first. */
export async function listDueStreams(db: Kysely<Schema>, now: string, limit: number): Promise<string[]> {
  const rows = await asJobs(db, (trx) =>
    trx
      .selectFrom('audit_streams')
      .select('company_id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('company_id')
      .limit(limit)
      .execute(),
  );
  return rows.map(({ company_id }) => company_id);
}

/** Claims the company’s stream until the lease ends; undefined if another process has it, or it is not due. */
export function claimStream(
  trx: Trx,
  { now, leaseEnd }: { now: string; leaseEnd: string },
): Promise<StreamRow | undefined> {
  return trx
    .updateTable('audit_streams')
    .set({ due_at: leaseEnd })
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/** The next events after a number, oldest first. */
export function readEventsAfter(trx: Trx, companyId: string, seq: number, limit: number): Promise<LogRow[]> {
  return selectEvents(trx)
    .where('e.chain', '=', companyId)
    .where('e.seq', '>', seq)
    .orderBy('e.seq')
    .limit(limit)
    .execute();
}

/** Saves the outcome of an attempt, unless the stream was removed and set up again meanwhile. */
export async function saveOutcome(
  trx: Trx,
  { created_at }: Pick<StreamRow, 'created_at'>,
  outcome: Pick<StreamRow, 'attempts' | 'due_at'> &
    Partial<Pick<StreamRow, 'last_seq' | 'delivered_at' | 'failed_at' | 'last_error'>>,
): Promise<void> {
  await trx.updateTable('audit_streams').set(outcome).where('created_at', '=', created_at).execute();
}
