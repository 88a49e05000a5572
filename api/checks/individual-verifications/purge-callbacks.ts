import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { deleteOldCallbacks } from './record/callback-store.ts';

/** Exceeds the days within which a provider calls back or retries. */
const retentionDays = 90;

/** Rows deleted in one transaction: on the embedded database everyone waits for it. */
const rowsPerBatch = 1000;

/** Deletes old provider events, which are stored to process none twice, in short transactions. */
export async function purgeCallbacks(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ purged: number }> {
  const before = new Date(deps.now().getTime() - retentionDays * 86_400_000).toISOString();
  for (let purged = 0; ; ) {
    const deleted = await asJobs(db, (trx) => deleteOldCallbacks(trx, { before, limit: rowsPerBatch }));
    purged += deleted;
    if (deleted < rowsPerBatch) return { purged };
  }
}
