import type { Kysely } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';

/** Notes that a job that destroys data has finished. */
export async function savePurgeRun(db: Kysely<Schema>, job: string, at: string): Promise<void> {
  await asJobs(db, (trx) =>
    trx
      .insertInto('purge_runs')
      .values({ job, finished_at: at })
      .onConflict((conflict) => conflict.column('job').doUpdateSet({ finished_at: at }))
      .execute(),
  );
}

/** When each job last finished. */
export async function readPurgeRuns(trx: Trx): Promise<Map<string, string>> {
  const rows = await trx.selectFrom('purge_runs').selectAll().execute();
  return new Map(rows.map(({ job, finished_at: at }) => [job, at]));
}
