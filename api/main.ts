import { consequences } from './consequences.ts';
import type { Env } from './env/read-env.ts';
import { bulkActionsJob } from './follow-up/bulk-actions/run-job.ts';
import { sendOutboxJob } from './integrations/email/send-outbox.ts';
import { installSigningKeys } from './kernel/audit/signing-keys.ts';
import { installConsequences } from './kernel/command/work.ts';
import { migrateDatabase } from './kernel/database/migrate.ts';
import { createLog, type Logger } from './kernel/log.ts';
import { createIdentity } from './records/sign-in/identity.ts';
import { assertNoUnfinishedRestore } from './restore-guard.ts';
import { assertSandboxDatabase } from './sandbox-guard.ts';
import { ensureSigningKeys } from './signing-key-file.ts';
import { lateJobs, launchJobs } from './start/background-jobs.ts';
import { announceControl } from './start/control.ts';
import { completeDemo } from './start/demo.ts';
import { assemble, listen, openJournal } from './start/http-server.ts';
import { openOwnDatabase, type RuntimeDeps } from './start/own-database.ts';
import { openServices, type StartDeps } from './start/services.ts';
import { createUndo, type Undo } from './start/undo.ts';

export interface RunningApi {
  /** URL of the API; undefined if only jobs run. */
  url?: string;
  port?: number;
  /** Resolves to true once the demo is complete, false if part of it failed; immediately outside the sandbox. */
  demoComplete: Promise<boolean>;
  /** Lets active requests, jobs and commands finish, then closes the database and releases its folder. */
  close(): Promise<void>;
}

/** Parts of the system that a process runs. */
export interface Roles {
  http: boolean;
  jobs: boolean;
}

async function startAll(
  env: Env,
  roles: Roles,
  log: Logger,
  undo: Undo,
  surroundings: RuntimeDeps,
): Promise<Omit<RunningApi, 'close'>> {
  const deps: StartDeps = { env, log, now: () => new Date() };
  const { database, lock } = await openOwnDatabase(env, undo, surroundings);
  const signingKeys = env.signingKeys ?? ensureSigningKeys(env.dataDir);
  installSigningKeys(signingKeys);
  const applied = await migrateDatabase(database);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  await assertNoUnfinishedRestore(database.db);
  await assertSandboxDatabase(database.db, { sandbox: env.sandbox, now: deps.now });
  const { demoRest, shared } = await openServices(deps, database, signingKeys);
  const identity = createIdentity({
    projectId: env.descopeProjectId,
    baseUrl: env.descopeBaseUrl,
    managementKey: env.descopeManagementKey,
  });
  const jobs = roles.jobs ? lateJobs(() => launchJobs(deps, shared), undo) : undefined;
  // A wake that fails costs a minute: the job runs by the clock as well.
  const wakes = (name: string) =>
    jobs &&
    (() => void jobs.runNow(name).catch((error) => log.warn({ error, job: name }, 'job was not triggered')));
  const wakeOutbox = wakes(sendOutboxJob);
  const address = roles.http
    ? await listen(
        assemble(deps, shared, {
          identity,
          wakeOutbox,
          wakeBulkActions: wakes(bulkActionsJob),
          readJournal: openJournal(deps, database, undo),
        }),
        env,
        undo,
      )
    : {};
  // Users get access first: declaring all jobs and schedules takes a second.
  const jobsRun = jobs?.start();
  if (!roles.http) await jobsRun;
  jobsRun?.catch((error: Error) => {
    log.fatal({ error }, 'jobs could not be started');
    surroundings.onFatal?.(error);
  });
  if (lock !== undefined) await announceControl(deps, { database, lock, identity, signingKeys }, undo);
  return { ...address, demoComplete: completeDemo(demoRest, log, undo) };
}

/**
 * Starts the API: locks the data folder if the database is embedded, opens and migrates the database, creates the
 * demo's sign-ins and clients in the sandbox, then serves HTTP, runs jobs, or both, while the rest of the demo is
 * created.
 * @throws Error with a message for the operator; everything is closed then.
 */
export async function startApi(
  env: Env,
  roles: Roles = { http: true, jobs: true },
  surroundings: RuntimeDeps = {},
): Promise<RunningApi> {
  installConsequences(consequences);
  const log = createLog(env.logLevel);
  const undo = createUndo();
  try {
    const started = await startAll(env, roles, log, undo, surroundings);
    return { ...started, close: () => undo.run(log) };
  } catch (error) {
    await undo.run(log);
    throw error;
  }
}
