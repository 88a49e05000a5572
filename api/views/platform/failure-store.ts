import { sql } from 'kysely';
import { maxCounted } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/**
 * Jobs whose last run since an instant failed, newest first, each with its number of failed runs. Runs as `assay_jobs`.
 */
export async function readFailedJobs(
  trx: Trx,
  since: string,
): Promise<{ name: string; failed: number; last_at: Date }[]> {
  const { rows } = await sql<{ name: string; failed: number; last_at: Date }>`
      SELECT name, count(*) FILTER (WHERE state = 'failed')::integer AS failed,
             max(completed_on) FILTER (WHERE state = 'failed') AS last_at
        FROM (SELECT name, state, completed_on FROM pgboss.job
              UNION ALL SELECT name, state, completed_on FROM pgboss.archive) AS runs
       WHERE completed_on >= ${since}::timestamptz AND state IN ('completed', 'failed')
       GROUP BY name
      HAVING max(completed_on) FILTER (WHERE state = 'failed')
             > coalesce(max(completed_on) FILTER (WHERE state = 'completed'), '-infinity')
       ORDER BY last_at DESC LIMIT ${maxCounted}`.execute(trx);
  return rows;
}

/**
 * Company of each document request email that failed permanently since an instant, up to one more than the count's limit. Runs as
 * `assay_jobs`.
 */
export async function readFailedRequestEmails(trx: Trx, since: string): Promise<{ company_id: string }[]> {
  const { rows } = await sql<{ company_id: string }>`
      SELECT company_id FROM outbox
       WHERE kind = 'documentRequest' AND status = 'failed' AND due_at >= ${since}::timestamptz LIMIT ${maxCounted + 1}`.execute(
    trx,
  );
  return rows;
}

/** Names of these companies, in the order of their ids. */
export async function readCompanyNames(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}
