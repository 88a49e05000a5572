import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { requestKeyLifetimeSeconds } from './once-only.ts';

/** Rows deleted in one transaction: on the embedded database everyone waits for it. */
const rowsPerBatch = 1000;

/** Deletes request keys that are past their lifetime, in short transactions. */
export async function purgeRequestKeys(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ purged: number }> {
  const before = new Date(deps.now().getTime() - requestKeyLifetimeSeconds * 1000).toISOString();
  for (let purged = 0; ; ) {
    const { numAffectedRows = 0n } = await asJobs(db, (trx) =>
      sql`DELETE FROM request_keys WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM request_keys WHERE created_at < ${before} LIMIT ${rowsPerBatch}))`.execute(trx),
    );
    purged += Number(numAffectedRows);
    if (numAffectedRows < rowsPerBatch) return { purged };
  }
}
