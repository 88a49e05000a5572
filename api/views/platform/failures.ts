import type { Kysely } from 'kysely';
import type { PlatformFailures } from '#contract/platform/platform.ts';
import { toCappedCount } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs, asPlatform } from '../../kernel/database/tenancy.ts';
import { readCompanyNames, readFailedJobs, readFailedRequestEmails } from './failure-store.ts';

/** Older failures are not shown: the queue deletes them after the same number of days. */
const visibleDays = 7;
const visibleExamples = 5;

/**
 * Background failures of the last seven days: jobs whose last run failed, newest first, and document request emails that failed
 * permanently, by company. A job's error message stays in the log, since it may contain personal data.
 */
export async function readFailures(db: Kysely<Schema>, now: Date): Promise<PlatformFailures> {
  const since = new Date(now.getTime() - visibleDays * 86_400_000).toISOString();
  const { jobs, mails } = await asJobs(db, async (trx) => ({
    jobs: await readFailedJobs(trx, since),
    mails: await readFailedRequestEmails(trx, since),
  }));
  const ids = [...new Set(mails.map(({ company_id }) => company_id))].slice(0, visibleExamples);
  const companies = await asPlatform(db, (trx) => readCompanyNames(trx, ids));
  return {
    jobs: jobs.map(({ name, failed, last_at }) => ({
      name,
      failed,
      lastAt: new Date(last_at).toISOString(),
    })),
    mails: { total: toCappedCount(mails.length), companies },
  };
}
