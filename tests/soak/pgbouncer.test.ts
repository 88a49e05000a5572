import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPgBouncer } from '#tests/support/processes/pgbouncer.ts';

/** Suites repeated through a transaction pooler: whatever keeps state in a session, locks, or is isolated by role. */
const suites = [
  'tests/api/kernel/database/tenancy.test.ts',
  'tests/api/kernel/database/prepared-statements.test.ts',
  'tests/api/kernel/database/read-together.test.ts',
  'tests/api/kernel/http/permissions-per-endpoint.test.ts',
  'tests/api/kernel/idempotency',
  'tests/api/kernel/rate-limits',
  'tests/api/jobs',
  'tests/api/records/risk-templates',
  'tests/api/records/country-lists',
  'tests/api/records/clients',
  'tests/api/follow-up/document-requests',
];

describe.runIf(process.env.TEST_DATABASE_URL)('through PgBouncer in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  beforeAll(async () => {
    pooler = await startPgBouncer(process.env.TEST_DATABASE_URL ?? '');
  });
  afterAll(() => pooler?.stop());

  it.each(suites)('%s', async (suite) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', suite],
      {
        env: { ...process.env, TEST_POOLER_URL: pooler.url, VITEST: undefined, VITEST_POOL_ID: undefined },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    const [code] = await once(child, 'close');
    expect([code, printed]).toEqual([0, expect.stringMatching(/Tests .*passed/)]);
  });
});
