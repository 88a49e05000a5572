import type { Kysely } from 'kysely';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { requestKeyLifetimeSeconds } from './idempotency.ts';
import { deleteKeys } from './store.ts';

/** Rows per transaction: the embedded database serves no one else meanwhile. */
const rowsPerBatch = 1000;

/** Deletes expired request keys, in short transactions. */
export async function purgeRequestKeys(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ purged: number }> {
  const before = new Date(deps.now().getTime() - requestKeyLifetimeSeconds * 1000).toISOString();
  for (let purged = 0; ; ) {
    const deleted = await asJobs(db, (trx) => deleteKeys(trx, { before, limit: rowsPerBatch }));
    purged += deleted;
    if (deleted < rowsPerBatch) return { purged };
  }
}
