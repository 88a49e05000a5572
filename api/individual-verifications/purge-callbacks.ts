import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { asJobs } from '../database/tenancy.ts';

/** A provider calls back about a check within days, and tries again for some more; after so many nothing comes any more. */
const keptDays = 90;

/** Rows deleted in one transaction: on the embedded database everyone waits for it. */
const rowsPerBatch = 1000;

/** Forgets the provider's events that were remembered so that none is taken twice, once they are old, in short transactions. */
export async function purgeCallbacks(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ purged: number }> {
  const before = new Date(deps.now().getTime() - keptDays * 86_400_000).toISOString();
  for (let purged = 0; ; ) {
    const { numAffectedRows = 0n } = await asJobs(db, (trx) =>
      sql`DELETE FROM verification_callbacks WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM verification_callbacks WHERE received_at < ${before} LIMIT ${rowsPerBatch}))`.execute(
        trx,
      ),
    );
    purged += Number(numAffectedRows);
    if (numAffectedRows < rowsPerBatch) return { purged };
  }
}
