import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { freePort, startServer } from '#tests/support/processes/processes.ts';
import { signInCookie } from '#tests/support/processes/sign-in-cookie.ts';
import { median, requestsPerSecond } from './load.ts';
import { sized } from './sizes.ts';
import { untilAtRest } from './wait-until-idle.ts';

const rounds = sized(5, 1);
const secondsPerRound = sized(3, 0.2);
const warmUpSeconds = sized(2, 0.1);
const sizes = [sized(100, 10), sized(100_000, 20)];

const loginId = 'new@demo.test';

/** Activates a newly signed-up company with a number of varied clients; the last tenth in work, half of it owned by the user. */
async function fillTo(databaseUrl: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; company_id: string }>(
      'SELECT id, company_id FROM assay.members WHERE login_id = $1',
      [loginId],
    );
    const [owner] = rows;
    if (owner === undefined) throw new Error('Nobody has just signed up.');
    await client.query(
      `UPDATE assay.companies SET access_restricted = false, subscription_active = true, onboarding_step = 'done' WHERE id = $1`,
      [owner.company_id],
    );
    await client.query(
      `INSERT INTO assay.clients SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'external_id', null,
         'company_id', $2::uuid, 'current_risk_assessment_id', null,
         'status', CASE WHEN n % 10 = 0 THEN 'onboarding' ELSE 'active' END,
         'risk_level', (ARRAY['low', 'medium', 'high'])[1 + n % 3],
         'next_review_due_on', date '2026-01-01' + (n % 900)::int,
         'responsible_member_id', CASE WHEN n % 2 = 0 THEN $1::uuid END))).*
         FROM assay.clients c, generate_series(1, $3::int) AS n
        WHERE c.id = (SELECT id FROM assay.clients ORDER BY id LIMIT 1)`,
      [owner.id, owner.company_id, size],
    );
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** One server with its own database and a number of clients in the demo company. */
async function getServer(databaseUrl: string, size: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const port = await freePort();
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX: '1',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
  };
  const server = await startServer('all', env);
  await fillTo(databaseUrl, size);
  await untilAtRest(databaseUrl);
  const headers = { cookie: await signInCookie(`http://localhost:${port}`, loginId) };
  return {
    measure: (seconds: number) => requestsPerSecond(`http://127.0.0.1:${port}/home`, seconds, headers),
    async close() {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The home page of a company with a hundred thousand clients against one with a hundred, alternating. */
await withServerDatabase((smallUrl) =>
  withServerDatabase(async (largeUrl) => {
    // Both wait for their jobs at the same time.
    const [small, large] = await Promise.all([
      getServer(smallUrl, sizes[0] ?? 0),
      getServer(largeUrl, sizes[1] ?? 0),
    ]);
    try {
      const of = { small: [] as number[], large: [] as number[] };
      await small.measure(warmUpSeconds);
      await large.measure(warmUpSeconds);
      for (let round = 0; round < rounds; round += 1) {
        of.small.push(await small.measure(secondsPerRound));
        of.large.push(await large.measure(secondsPerRound));
      }
      const ratio = median(of.small.map((value, round) => value / (of.large[round] ?? Number.NaN)));
      console.log(`\n/home, PostgreSQL; median of ${rounds} rounds\n`);
      console.log('| clients of the company | requests a second | time against the small one | at most |');
      console.log('|---|---|---|---|');
      console.log(`| ${sizes[0]} | ${median(of.small).toFixed(1)} | | |`);
      console.log(`| ${sizes[1]} | ${median(of.large).toFixed(1)} | ${ratio.toFixed(2)} | 2 |`);
    } finally {
      await small.close();
      await large.close();
    }
  }),
);
