import { sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

/** Records a provider's event; false if it was already processed. */
export async function claimCallbackEvent(
  trx: Trx,
  event: { companyId: string; eventId: string; at: Date },
): Promise<boolean> {
  const taken = await trx
    .insertInto('verification_callbacks')
    .values({ company_id: event.companyId, event_id: event.eventId, received_at: event.at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Deletes some of the provider's events received before an instant; runs as `assay_jobs`.
 * @returns the number deleted
 */
export async function deleteOldCallbacks(
  trx: Trx,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM verification_callbacks WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM verification_callbacks WHERE received_at < ${before} LIMIT ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}
