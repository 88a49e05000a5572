import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { consequences } from '#api/consequences.ts';
import type { Job, JobDeps } from '#api/jobs/daily-jobs.ts';
import { installSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import { installConsequences } from '#api/kernel/command/work.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { isProcessRunning } from '#api/kernel/is-process-running.ts';
import { findSigningKeys } from '#api/signing-key-file.ts';
import { testCache } from '#tests/support/checkout.ts';
import { testStart } from '#tests/support/clock/moved-clock.mjs';
import { processClock } from '#tests/support/clock/process-clock.ts';
import { projectRoot } from '#tests/support/project-root.ts';
import { freePort, startServer } from './processes.ts';

const prefix = 'demo-';

/** The demo is created before any test that uses it begins. */
const createdBeforeMs = 10 * 60_000;

/** Of the templates of this build. */
async function templatesOfBuild(): Promise<string> {
  const digest = (await readFile(join(projectRoot, 'build/sources.sha256'), 'utf8')).trim();
  return `${prefix}${digest.slice(0, 16)}-`;
}

/** The demo is relative to the instant of its creation. */
function nameOfStart(): string {
  const start = testStart === 'real' ? new Date().toISOString().slice(0, 13) : testStart;
  return start.replace(/\W/g, '');
}

/**
 * Marks the day's jobs as done, except those of every minute. A server that continues with the data runs only those that a test starts.
 * @returns whether each of them was queued, and so will not be again
 */
async function settleDailyJobs(dataDir: string): Promise<boolean> {
  const database = await openDatabase({ dataDir });
  try {
    return await database.asLogin(async (client) => {
      const daily = `SELECT name FROM pgboss.schedule WHERE cron <> '* * * * *'`;
      await client.query(
        `UPDATE pgboss.job SET state = 'completed', completed_on = created_on WHERE state < 'completed' AND name IN (${daily})`,
      );
      const { rows } = await client.query(
        `SELECT count(*) > 0 AND bool_and(name IN (SELECT name FROM pgboss.job)) AS queued FROM (${daily}) AS schedule`,
      );
      return rows[0]?.queued === true;
    });
  } finally {
    await database.close();
  }
}

/** Opens the embedded database of a data folder as the product does, with its consequences and the folder's signing keys. */
export function openDataFolder(dataDir: string): Promise<Database> {
  installConsequences(consequences);
  installSigningKeys(findSigningKeys(dataDir));
  return openDatabase({ dataDir });
}

/** Hour fields of the jobs that run soon after midnight where companies are. */
const afterMidnight = /^(\d+) (11,13,14,16|12,15,17) /;

/** Runs the jobs of the night in their order, so that the demo has its reviews, due alerts and expired evidence as on any morning. */
async function runNightlyJobs(dataDir: string): Promise<void> {
  // Only where a template is made: the jobs import programs as text, which the loader of the browser journeys cannot.
  const { dailyJobs } = await import('#api/jobs/daily-jobs.ts');
  const database = await openDataFolder(dataDir);
  const timeOf = ({ cron }: Job) => {
    const [, minute, hours = ''] = afterMidnight.exec(cron) ?? [];
    return Number.parseInt(hours, 10) * 60 + Number(minute);
  };
  const nightly = dailyJobs
    .filter(({ cron }) => afterMidnight.test(cron))
    .sort((one, other) => timeOf(one) - timeOf(other));
  try {
    const now = () => new Date(Date.now() - createdBeforeMs / 2);
    for (const job of nightly) await job.run({ db: database.db, now } as JobDeps);
  } finally {
    await database.close();
  }
}

async function makeTemplate(folder: string): Promise<void> {
  const port = await freePort();
  const demo = `http://localhost:${port}/sandbox/demo`;
  const start = () =>
    startServer('all', {
      ...processClock(-createdBeforeMs),
      PORT: String(port),
      DATA_DIR: folder,
      SANDBOX: '1',
      LOG_LEVEL: 'error',
    });
  // Its jobs wait for their first turn while the demo is created: how many of them have had it would depend on the machine.
  do {
    const first = await start();
    await fetch(demo);
    await first.stop();
  } while (!(await settleDailyJobs(folder)));
  const server = await start();
  try {
    while ((await fetch(demo)).status !== 200) await pause(200);
  } finally {
    await server.stop();
  }
  await runNightlyJobs(folder);
}

/** Removes the templates of former builds. */
async function removeFormerTemplates(ofBuild: string): Promise<void> {
  for (const name of await readdir(testCache)) {
    if (!name.startsWith(prefix) || name.startsWith(ofBuild)) continue;
    await rm(join(testCache, name), { recursive: true, force: true });
  }
}

/** Whether this process may create the template: the first, or the first after one that was killed. */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder > 0 && !isProcessRunning(holder)) await rm(lock, { force: true });
    return false;
  }
}

/** Creates the template once; concurrent workers wait for it. */
async function ensureTemplate(): Promise<string> {
  await mkdir(testCache, { recursive: true });
  const ofBuild = await templatesOfBuild();
  const template = join(testCache, `${ofBuild}${nameOfStart()}`);
  const lock = `${template}.lock`;
  while (!existsSync(template)) {
    if (!(await takeLock(lock))) {
      await pause(250);
      continue;
    }
    try {
      if (existsSync(template)) break;
      await removeFormerTemplates(ofBuild);
      const unfinished = await mkdtemp(`${template}.making-`);
      await makeTemplate(unfinished);
      await rename(unfinished, template);
    } finally {
      await rm(lock, { force: true });
    }
  }
  return template;
}

/**
 * A data folder of its own with the complete demo company, for tests of a whole server that do not test the demo's creation. The demo is
 * created once for each build; every later folder is a copy. Needs a built product.
 * @param name distinguishes the folder in the folder for temporary files
 * @returns the folder's path; the caller removes it
 */
export async function demoFolder(name: string): Promise<string> {
  const template = await ensureTemplate();
  const folder = await mkdtemp(join(tmpdir(), `assay-${name}-`));
  await cp(template, folder, { recursive: true });
  return folder;
}
