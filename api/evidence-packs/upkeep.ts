import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { asJobs } from '../database/tenancy.ts';

/** Longer than any download lasts. */
const hoursUntilBrokenOff = 24;

/** Ends packs whose server stopped before it could write down how their download ended. */
export async function endLostPacks(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ ended: number }> {
  const now = deps.now();
  const before = new Date(now.getTime() - hoursUntilBrokenOff * 3_600_000).toISOString();
  const ended = await asJobs(db, (trx) =>
    trx
      .updateTable('compliance_exports')
      .set({ status: 'failed', finished_at: now.toISOString() })
      .where('status', '=', 'queued')
      .where('created_at', '<', before)
      .returning('id')
      .execute(),
  );
  return { ended: ended.length };
}
