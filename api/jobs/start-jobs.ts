import PgBoss from 'pg-boss';
import type { DatabasePool } from '../kernel/database/database-pool.ts';
import { dailyJobs, type Job, type JobDeps } from './daily-jobs.ts';
import { type JobHolder, openJobHolder } from './job-holder.ts';
import { openQueueConnection } from './queue-connection.ts';

const daySeconds = 24 * 60 * 60;
const eachMinute = '* * * * *';

export interface JobsDeps extends JobDeps {
  pool: DatabasePool;
  /** Told of what fails in the background. */
  onError: (error: unknown) => void;
  /** `dailyJobs` unless given. */
  jobs?: readonly Job[];
  /** How often the queue is looked at; 30 by default, which suits jobs that run once a day. */
  pollSeconds?: number;
}

/** Makes the queues that are missing; a schedule is written again each time, because its hour may have changed. Former jobs lose theirs. */
async function declare(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name)) await boss.unschedule(name);
  }
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, cron } of jobs) {
    // One at a time, on however many servers; one that hangs is given up after ten minutes.
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
async function giveBackAbandoned(boss: PgBoss, holder: JobHolder, jobs: readonly Job[]): Promise<string[]> {
  const abandoned = await holder.abandoned(jobs.map(({ name }) => name));
  for (const { name, id } of abandoned) {
    await boss.fail(name, id, { message: 'The process that ran it ended in the middle.' });
    await boss.send(name, {});
  }
  return abandoned.map(({ name }) => name);
}

/**
 * Runs the jobs that go by the clock, here and on every other server that calls this; the queue sees to it that each
 * runs once. A job that was not run today, because nothing was up at its hour, is run now, and so is one whose process was
 * killed in the middle of it. The database must have been migrated.
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
  const holder = await openJobHolder(deps.database, connection, (error) => {
    if (!stopping) onError(error);
  });
  await giveBackAbandoned(boss, holder, jobs);
  const workers = new Map<string, string>();
  for (const { name, cron, run } of jobs) {
    const ask = () => boss.send(name, {}, { singletonSeconds: daySeconds });
    // What goes each minute has little to do and is asked for before the first look; the others leave the start its time.
    if (cron === eachMinute) await ask();
    const worker = await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async ([job]) => {
      if (job !== undefined) await holder.note(job.id);
      return run(deps);
    });
    workers.set(name, worker);
    if (cron !== eachMinute) await ask();
  }
  const wake = (name: string) => {
    const worker = workers.get(name);
    // It looks at once instead of at its next turn.
    if (worker !== undefined) boss.notifyWorker(worker);
  };
  let looking: Promise<void> = Promise.resolve();
  const look = () => {
    looking = giveBackAbandoned(boss, holder, jobs).then(
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
