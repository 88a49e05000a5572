import { type Kysely, sql } from 'kysely';
import type { PlatformFailures } from '#contract/platform.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asPlatform } from '../database/tenancy.ts';
import { capped } from './search-words.ts';

/** What failed longer ago than this is no news: the queue forgets it after as many days. */
const shownDays = 7;
const shownExamples = 5;
const countLimit = 10_000;

/**
 * What failed behind the scenes in the last seven days: jobs whose last run failed, newest first, and mail of requests that
 * was given up, with the companies it belongs to. What a job said when it failed stays in the log, since it may name people.
 */
export async function readFailures(db: Kysely<Schema>, now: Date): Promise<PlatformFailures> {
  const since = new Date(now.getTime() - shownDays * 86_400_000).toISOString();
  const { jobs, mails } = await asJobs(db, async (trx) => ({
    jobs: await sql<{ name: string; failed: number; last_at: Date }>`
      SELECT name, count(*) FILTER (WHERE state = 'failed')::integer AS failed,
             max(completed_on) FILTER (WHERE state = 'failed') AS last_at
        FROM (SELECT name, state, completed_on FROM pgboss.job
              UNION ALL SELECT name, state, completed_on FROM pgboss.archive) AS runs
       WHERE completed_on >= ${since}::timestamptz AND state IN ('completed', 'failed')
       GROUP BY name
      HAVING max(completed_on) FILTER (WHERE state = 'failed')
             > coalesce(max(completed_on) FILTER (WHERE state = 'completed'), '-infinity')
       ORDER BY last_at DESC LIMIT ${countLimit}`.execute(trx),
    mails: await sql<{ company_id: string }>`
      SELECT company_id FROM document_request_mails
       WHERE status = 'failed' AND next_attempt_at >= ${since}::timestamptz LIMIT ${countLimit + 1}`.execute(
      trx,
    ),
  }));
  const ids = [...new Set(mails.rows.map(({ company_id }) => company_id))].slice(0, shownExamples);
  const companies = await asPlatform(db, (trx) =>
    ids.length === 0
      ? Promise.resolve([])
      : trx.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).orderBy('id').execute(),
  );
  return {
    jobs: jobs.rows.map(({ name, failed, last_at }) => ({
      name,
      failed,
      lastAt: new Date(last_at).toISOString(),
    })),
    mails: { total: capped(mails.rows.length), companies },
  };
}
