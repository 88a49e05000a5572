import PgBoss from 'pg-boss';
import type { DatabasePool } from '../database/database-pool.ts';
import { dailyJobs, type Job, type JobDeps } from './daily-jobs.ts';
import { openQueueConnection } from './queue-connection.ts';

const daySeconds = 24 * 60 * 60;

export interface JobsDeps extends JobDeps {
  pool: DatabasePool;
  /** Told of what fails in the background. */
  onError: (error: unknown) => void;
  /** `dailyJobs` unless given. */
  jobs?: readonly Job[];
  /** How often the queue is looked at; 30 by default, which suits jobs that run once a day. */
  pollSeconds?: number;
}

/** Makes the queues that are missing; a schedule is written again each time, because its hour may have changed. */
async function declare(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, cron } of jobs) {
    // One at a time, on however many servers; a job that dies with its server may run again after ten minutes.
    if (!existing.has(name)) await boss.createQueue(name, { name, policy: 'stately', expireInSeconds: 600 });
    await boss.schedule(name, cron, {}, { tz: 'UTC' });
  }
}

/**
 * Runs the jobs that go by the clock, here and on every other server that calls this; the queue sees to it that each
 * runs once. A job that was not run today, because nothing was up at its hour, is run now. The database must have been
 * migrated.
 *
 * @returns `runNow`, which puts a job in the queue, and `stop`, which waits up to ten seconds for what is running.
 */
export async function startJobs(
  deps: JobsDeps,
): Promise<{ runNow(name: string): Promise<void>; stop(): Promise<void> }> {
  const { pool, onError, jobs = dailyJobs, pollSeconds = 30 } = deps;
  const connection = openQueueConnection(pool, onError);
  const boss = new PgBoss({
    db: connection,
    schema: 'pgboss',
    cronWorkerIntervalSeconds: Math.max(1, pollSeconds),
    // Finished jobs are what "not twice a day" is judged by.
    archiveCompletedAfterSeconds: 2 * daySeconds,
  });
  let stopping = false;
  boss.on('error', (error) => {
    if (!stopping) onError(error);
  });
  await boss.start();
  await declare(boss, jobs);
  const workers = new Map<string, string>();
  for (const { name, run } of jobs) {
    const worker = await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => run(deps));
    workers.set(name, worker);
    await boss.send(name, {}, { singletonSeconds: daySeconds });
  }
  return {
    async runNow(name) {
      await boss.send(name, {});
      const worker = workers.get(name);
      // It looks at once instead of at its next turn.
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    async stop() {
      stopping = true;
      await boss.stop({ graceful: true, timeout: 10_000 });
      await connection.close();
    },
  };
}
