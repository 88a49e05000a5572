import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRequestLinks } from '#api/follow-up/document-requests/links.ts';
import { createEmailTransport } from '#api/integrations/email/transport.ts';
import { dailyJobs, type Job } from '#api/jobs/daily-jobs.ts';
import { startJobs } from '#api/jobs/start-jobs.ts';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { verifyChains } from '#api/kernel/audit/verify-chains.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { hashBody, withIdempotencyKey } from '#api/kernel/idempotency/idempotency.ts';
import { consumeRateLimitToken } from '#api/kernel/rate-limits/take-token.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';
import { openTestFiles } from '#tests/support/files/document-files.ts';
import { unreachableVerification } from '#tests/support/services/verification-service.ts';
import { testSigningKeys, testVerifyDeps } from '#tests/support/signing-keys.ts';

const now = () => new Date('2026-03-02T09:00:00.000Z');
const longAgo = new Date('2026-02-01T09:00:00.000Z');
/** As long as a test may take. */
const waiting = { timeout: 240_000, interval: 50 };

/** Longer than any test: its end, as midnight is of a day, falls into 2033. */
const runCountsSeconds = 2_000_000_000;

describe.each(testEngines)('job start on %s', (engine) => {
  let database: TestDatabase;
  let errors: unknown[];
  let files: Awaited<ReturnType<typeof openTestFiles>>;
  /** An hour that no test reaches, by the database's clock: it is the queue's. */
  let cron: string;
  let started: Awaited<ReturnType<typeof startJobs>>[];

  beforeEach(async () => {
    database = await openTestDatabase(engine);
    const { rows } = await database.asSuperuser(
      `SELECT date_part('hour', now() AT TIME ZONE 'UTC')::int AS hour`,
    );
    cron = `0 ${(Number(rows[0]?.hour) + 12) % 24} * * *`;
    files = await openTestFiles();
    errors = [];
    started = [];
  });
  afterEach(async () => {
    // Those that a failure has left running would fail the tests after it.
    await Promise.all(started.map((running) => running.stop()));
    await database.close();
    await files.close();
    expect(errors).toEqual([]);
  });

  const start = async (jobs?: readonly Job[]) => {
    const running = await startJobs({
      db: database.db,
      pool: database.pool,
      database,
      signingKeys: testSigningKeys,
      auditHeads: { folder: join(files.folder, 'audit-heads') },
      files: files.files,
      verification: unreachableVerification(now),
      links: createRequestLinks({ secret: 'a secret of the tests', appUrl: 'http://localhost:3000' }),
      mail: createEmailTransport({ smtpUrl: 'smtp://127.0.0.1:9', from: 'no-reply@example.test' }),
      now,
      onError: (error) => errors.push(error),
      // The product's own jobs count as run for as long as in the product; forty queues asked twice a second would keep a slow machine busy.
      ...(jobs === undefined ? { pollSeconds: 5 } : { jobs, runCountsSeconds, pollSeconds: 0.5 }),
    });
    // A second stop would wait for what the first has ended.
    let stopping: Promise<void> | undefined;
    const once = { ...running, stop: () => (stopping ??= running.stop()) };
    started.push(once);
    return once;
  };

  test('jobs not run today run at the start: heads are signed, old keys and counts purged', async () => {
    const { companyId, memberId } = await insertCompany(database, 'Kauri Conveyancing');
    await asTenant(database.db, companyId, async (trx) => {
      await withIdempotencyKey(
        trx,
        { now: () => longAgo },
        { subject: memberId, endpoint: 'x', key: 'k', bodyHash: hashBody(null) },
        async () => ({ status: 200, body: null }),
      );
      await recordEvent(
        trx,
        { now },
        {
          companyId,
          actor: { type: 'user', id: memberId, role: 'owner' },
          action: 'company.updated',
          resourceType: 'company',
          resourceId: companyId,
          detail: {},
          requestId: 'request-1',
        },
      );
    });
    await consumeRateLimitToken(database.db, 'login.ip', '192.0.2.1', longAgo);
    const running = await start();
    await vi.waitFor(async () => {
      const { rows } = await database.asSuperuser(
        `SELECT (SELECT count(*)::int FROM assay.request_keys) AS keys, (SELECT count(*)::int FROM assay.rate_limits) AS counts,
                (SELECT count(*)::int FROM assay.audit_batch_heads) AS signed,
                (SELECT count(DISTINCT name)::int FROM pgboss.job WHERE state = 'completed' AND name <> '__pgboss__send-it') AS done,
                (SELECT count(*)::int FROM pgboss.job WHERE name <> '__pgboss__send-it'
                   AND singleton_on = date_trunc('day', created_on AT TIME ZONE 'UTC')) AS of_the_day`,
      );
      const done = dailyJobs.length;
      expect(rows[0]).toEqual({ keys: 0, counts: 0, signed: 1, done, of_the_day: done });
    }, waiting);
    await running.stop();
    expect((await verifyChains(database.db, testVerifyDeps())).chains).toMatchObject([
      { ok: true, signedTo: 1 },
    ]);
  });

  test('a second start on the same day repeats no job, and a requested job runs', async () => {
    let runs = 0;
    const counting: Job[] = [{ name: 'count', cron, run: async () => ({ runs: ++runs }) }];
    const first = await start(counting);
    await vi.waitFor(() => expect(runs).toBe(1), waiting);
    await first.stop();
    const second = await start(counting);
    await second.runNow('count');
    await vi.waitFor(() => expect(runs).toBe(2), waiting);
    await second.stop();
    const { rows } = await database.asSuperuser(
      `SELECT count(*)::int AS jobs FROM pgboss.job WHERE name = 'count'`,
    );
    expect(rows).toEqual([{ jobs: 2 }]);
  });

  test('stopping waits for the job that is running', async () => {
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let finish = () => {};
    const finishing = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let finished = false;
    const running = await start([
      {
        name: 'slow',
        cron,
        run: async () => {
          begun();
          await finishing;
          finished = true;
          return {};
        },
      },
    ]);
    await beginning;
    const stopped = running.stop();
    finish();
    await stopped;
    expect(finished).toBe(true);
  });

  test('a job whose process is gone runs again, at the next start and while other processes run', async () => {
    let runs = 0;
    const counting: Job[] = [{ name: 'count', cron, run: async () => ({ runs: ++runs }) }];
    /** The row as left by a process killed halfway. */
    const leave = (output: object | null, startedSecondsAgo: number) =>
      database.asSuperuser(
        `UPDATE pgboss.job SET state = 'active', completed_on = NULL, output = $1::jsonb,
                started_on = now() - $2::int * interval '1 second'
          WHERE name = 'count' AND id = (SELECT id FROM pgboss.job WHERE name = 'count' ORDER BY created_on DESC LIMIT 1)`,
        [output === null ? null : JSON.stringify(output), startedSecondsAgo],
      );
    const done = (wanted: number) => vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(wanted), waiting);
    const settled = () =>
      vi.waitFor(async () => {
        const { rows } = await database.asSuperuser(
          `SELECT count(*)::int AS open FROM pgboss.job WHERE name = 'count' AND state < 'completed'`,
        );
        expect(rows).toEqual([{ open: 0 }]);
      }, waiting);
    const first = await start(counting);
    await done(1);
    await settled();
    await first.stop();
    await leave({ holder: 1 }, 1);
    const second = await start(counting);
    await done(2);
    await settled();
    const after = runs;
    await leave({ holder: 1 }, 1);
    await done(after + 1);
    await settled();
    // Killed before it had recorded its name on the job.
    const last = runs;
    await leave(null, 120);
    await done(last + 1);
    await second.stop();
  });

  test('a job that another process is running is left alone', async () => {
    let begun = 0;
    let finish = () => {};
    const finishing = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow: Job[] = [
      {
        name: 'slow',
        cron,
        run: async () => {
          begun += 1;
          await finishing;
          return {};
        },
      },
    ];
    const first = await start(slow);
    await vi.waitFor(() => expect(begun).toBe(1), waiting);
    if (engine === 'postgres') {
      const second = await start(slow);
      const beat: Job[] = [{ name: 'beat', cron, run: async () => ({ beats: ++beats }) }];
      let beats = 0;
      const third = await start([...slow, ...beat]);
      await vi.waitFor(() => expect(beats).toBe(1), waiting);
      await second.stop();
      await third.stop();
    }
    const { rows } = await database.asSuperuser(
      `SELECT state, output ->> 'holder' IS NOT NULL AS named FROM pgboss.job WHERE name = 'slow' AND state = 'active'`,
    );
    expect(rows).toEqual([{ state: 'active', named: true }]);
    finish();
    await first.stop();
    expect(begun).toBe(1);
  });

  test('a failed job is retried, and the others continue', async () => {
    let ran = false;
    const running = await start([
      {
        name: 'failing',
        cron,
        run: async () => {
          throw new Error('no luck');
        },
      },
      {
        name: 'working',
        cron,
        run: async () => {
          ran = true;
          return {};
        },
      },
    ]);
    await vi.waitFor(() => expect(ran).toBe(true), waiting);
    await vi.waitFor(async () => {
      const { rows } = await database.asSuperuser(
        `SELECT max(retry_count)::int AS tries FROM pgboss.job WHERE name = 'failing'`,
      );
      expect(Number(rows[0]?.tries)).toBeGreaterThan(0);
    }, waiting);
    await running.stop();
  });
});
