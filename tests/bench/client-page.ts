import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
const much = { assessments: sized(200, 2), activities: sized(50, 2), parties: sized(30, 2) };

/** Gives one client many records of every kind. @returns it and a client of the same type without any */
async function fill(databaseUrl: string): Promise<{ full: string; empty: string }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const query = async (text: string, values: unknown[] = []) =>
      (await client.query<{ id: string; company_id: string }>(text, values)).rows;
    const [sample] = await query(
      `SELECT id, company_id FROM assay.risk_assessments WHERE resource_type = 'clients' AND status = 'approved' LIMIT 1`,
    );
    if (sample === undefined) throw new Error('No client of the demo company is assessed.');
    const company = sample.company_id;
    const bare = await query(
      `SELECT c.id, c.company_id FROM assay.clients c WHERE c.company_id = $1 AND c.kind = 'business'
          AND NOT EXISTS (SELECT FROM assay.risk_assessments r WHERE r.company_id = c.company_id AND r.resource_id = c.id)
          AND NOT EXISTS (SELECT FROM assay.activity_parties p WHERE p.company_id = c.company_id AND p.client_id = c.id)
        ORDER BY c.id LIMIT 2`,
      [company],
    );
    const [full, empty] = bare.map(({ id }) => id);
    if (full === undefined || empty === undefined)
      throw new Error('There are not two clients without anything.');
    await query(
      `INSERT INTO assay.risk_assessments SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
         'resource_id', $1::uuid, 'status', CASE WHEN n = 1 THEN 'approved' ELSE 'superseded' END))).*
         FROM assay.risk_assessments r, generate_series(1, ${much.assessments}) AS n WHERE r.id = $2`,
      [full, sample.id],
    );
    await query(
      `INSERT INTO assay.activity_parties (company_id, activity_id, client_id, capacity, position)
       SELECT company_id, id, $1, 'otherParty', 9 FROM assay.activities WHERE company_id = $2 LIMIT ${much.activities}`,
      [full, company],
    );
    await query(
      `INSERT INTO assay.client_parties (company_id, id, client_id, party_client_id, roles, direct_percent, valid_from,
         created_at, created_by, updated_at, updated_by)
       SELECT c.company_id, gen_random_uuid(), $1, c.id, ARRAY['shareholder'], 3, date '2026-01-01', now(), c.created_by,
              now(), c.created_by
         FROM assay.clients c WHERE c.company_id = $2 AND c.id NOT IN ($1, $3) ORDER BY c.id LIMIT ${much.parties}`,
      [full, company, empty],
    );
    await query('ANALYZE');
    return { full, empty };
  } finally {
    await client.end();
  }
}

/** The page of a client with many records against that of one with none, alternating. */
await withServerDatabase(async (databaseUrl) => {
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
  try {
    // The demo is filled while requests are served, and the copies below are appended to it.
    while ((await fetch(`http://127.0.0.1:${port}/sandbox/demo`)).status !== 200) await pause(100);
    const { full, empty } = await fill(databaseUrl);
    await untilAtRest(databaseUrl);
    const headers = { cookie: await signInCookie(`http://localhost:${port}`, 'staff@demo.test') };
    const pages = { full: [] as number[], empty: [] as number[] };
    const ids = { full, empty };
    const measure = (which: 'full' | 'empty', seconds: number) =>
      requestsPerSecond(`http://127.0.0.1:${port}/clients/${ids[which]}`, seconds, headers);
    for (const which of ['full', 'empty'] as const) await measure(which, warmUpSeconds);
    for (let round = 0; round < rounds; round += 1) {
      for (const which of ['full', 'empty'] as const)
        pages[which].push(await measure(which, secondsPerRound));
    }
    const ratio = median(pages.empty.map((value, round) => value / (pages.full[round] ?? Number.NaN)));
    console.log(
      `\n/clients/{id} with ${much.assessments} assessments, ${much.activities} activities and ${much.parties} parties, PostgreSQL; median of ${rounds} rounds\n`,
    );
    console.log('| page | requests a second | time against the empty one | at most |');
    console.log('|---|---|---|---|');
    console.log(`| of a client with nothing | ${median(pages.empty).toFixed(1)} | | |`);
    console.log(`| of the full client | ${median(pages.full).toFixed(1)} | ${ratio.toFixed(2)} | 1.5 |`);
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});
