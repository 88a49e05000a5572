import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const pollMs = 500;
/** Consecutive polls without remaining work. */
const looks = 6;
const maxMs = 15 * 60_000;

/**
 * Waits until the jobs have processed the new clients: enrolled them, and screened each for the first time. Otherwise a hundred thousand
 * screenings would run during the measurement.
 * @param databaseUrl of a database whose login owns the tables
 */
export async function untilAtRest(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const until = Date.now() + maxMs;
    for (let calm = 0; calm < looks; await pause(pollMs)) {
      if (Date.now() > until) throw new Error('The jobs have not come to rest.');
      const { rows } = await client.query<{ busy: boolean }>(
        `SELECT EXISTS (SELECT FROM assay.monitoring_enrolments WHERE status = 'active' AND first_run_at IS NULL)
             OR EXISTS (SELECT FROM assay.monitoring_runs WHERE status = 'running')
             OR EXISTS (SELECT FROM pgboss.job WHERE state = 'active')
             OR EXISTS (SELECT FROM assay.clients c JOIN assay.worklists w ON w.company_id = c.company_id
                         WHERE c.status IN ('onboarding', 'active', 'dormant')
                           AND NOT EXISTS (SELECT FROM assay.monitoring_enrolments e
                                            WHERE e.company_id = c.company_id AND e.client_id = c.id)) AS busy`,
      );
      calm = rows[0]?.busy ? 0 : calm + 1;
    }
    // As autovacuum does within minutes, so that counts can use the visibility map.
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}
