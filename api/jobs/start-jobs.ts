import PgBoss from 'pg-boss';
import type { DatabasePool } from '../kernel/database/database-pool.ts';
import { dailyJobs, type Job, type JobDeps, runJob } from './daily-jobs.ts';
import { type JobHolder, openJobHolder } from './job-holder.ts';
import { openQueueConnection } from './queue-connection.ts';

const daySeconds = 24 * 60 * 60;
const eachMinute = '* * * * *';

export interface JobsDeps extends JobDeps {
  pool: DatabasePool;
  /** Called for background errors. */
  onError: (error: unknown) => void;
  /** Default: `dailyJobs`. */
  jobs?: readonly Job[];
  /** Polling interval of the queue; default 30, sufficient for jobs that run once a day. */
  pollSeconds?: number;
  /** How long a job counts as run that a start has queued, by the database's clock; default a day. */
  runCountsSeconds?: number;
}

/** Creates missing queues; always updates the schedules, because their hours may have changed. Removes the schedules of former jobs. */
async function declare(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name)) await boss.unschedule(name);
  }
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, cron } of jobs) {
    // One at a time across all servers; a hanging job is aborted after ten minutes.
    if (!existing.has(name)) await boss.createQueue(name, { name, policy: 'stately', expireInSeconds: 600 });
    await boss.schedule(name, cron, {}, { tz: 'UTC' });
  }
}

/**
 * Releases the jobs of killed processes, so that they run again at once instead of after their timeout. A job whose
 * process died three times fails; its schedule continues.
 *
 * @returns the queues that have such a job.
 */
async function releaseAbandoned(boss: PgBoss, holder: JobHolder, jobs: readonly Job[]): Promise<string[]> {
  const abandoned = await holder.abandoned(jobs.map(({ name }) => name));
  for (const { name, id } of abandoned) {
    await boss.fail(name, id, { message: 'The process that ran it ended in the middle.' });
    await boss.send(name, {});
  }
  return abandoned.map(({ name }) => name);
}

/**
 * Runs scheduled jobs, on this and every other server that calls this; the queue ensures that each runs once. A job that
 * was missed today, because no server was up at its hour, runs now, as does one whose process was killed while running it.
 * The database must have been migrated.
 * @returns `runNow`, which queues a job, and `stop`, which waits up to ten seconds for running ones.
 */
export async function startJobs(
  deps: JobsDeps,
): Promise<{ runNow(name: string): Promise<void>; stop(): Promise<void> }> {
  const { pool, onError, jobs = dailyJobs, pollSeconds = 30, runCountsSeconds = daySeconds } = deps;
  const connection = openQueueConnection(pool, onError);
  const boss = new PgBoss({
    db: connection,
    schema: 'pgboss',
    cronWorkerIntervalSeconds: Math.max(1, pollSeconds),
    // Finished jobs determine whether a daily job has already run.
    archiveCompletedAfterSeconds: 2 * runCountsSeconds,
  });
  let stopping = false;
  boss.on('error', (error) => {
    if (!stopping) onError(error);
  });
  await boss.start();
  await declare(boss, jobs);
  const holder = await openJobHolder(deps.database, connection, (error) => {
    if (!stopping) onError(error);
  });
  await releaseAbandoned(boss, holder, jobs);
  const workers = new Map<string, string>();
  for (const oneJob of jobs) {
    const { name, cron } = oneJob;
    const ask = () => boss.send(name, {}, { singletonSeconds: runCountsSeconds });
    // Jobs of every minute have little to do and are queued before the first poll; others must not delay the start.
    if (cron === eachMinute) await ask();
    const worker = await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async ([job]) => {
      if (job !== undefined) await holder.note(job.id);
      return runJob(oneJob, deps);
    });
    workers.set(name, worker);
    if (cron !== eachMinute) await ask();
  }
  const wake = (name: string) => {
    const worker = workers.get(name);
    // Polls immediately instead of at the next interval.
    if (worker !== undefined) boss.notifyWorker(worker);
  };
  let looking: Promise<void> = Promise.resolve();
  const look = () => {
    looking = releaseAbandoned(boss, holder, jobs).then(
      (names) => names.forEach(wake),
      (error: unknown) => {
        if (!stopping) onError(error);
      },
    );
  };
  const lookout = setInterval(look, pollSeconds * 1000);
  return {
    async runNow(name) {
      await boss.send(name, {});
      wake(name);
    },
    async stop() {
      stopping = true;
      clearInterval(lookout);
      await looking;
      await boss.stop({ graceful: true, timeout: 10_000 });
      await connection.close();
      await holder.release();
    },
  };
}
