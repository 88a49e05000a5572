import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createIdentity, type Identity } from './accounts/identity.ts';
import { assembleApi } from './assemble.ts';
import { openPayments } from './billing/payment-service.ts';
import { isCommandName } from './commands/commands.ts';
import { startControlServer } from './commands/control-server.ts';
import { performCommand } from './commands/run-command.ts';
import { type DataDirLock, takeDataDirLock } from './database/data-dir-lock.ts';
import { migrateDatabase } from './database/migrate.ts';
import { engineStopped } from './database/pglite-engine-guard.ts';
import { type Database, openDatabase } from './database/pool.ts';
import { createRequestLinks } from './document-requests/links.ts';
import { openFileStorage } from './documents/storage.ts';
import type { Env } from './env.ts';
import type { Api } from './http/api.ts';
import { serverTimeouts } from './http/server-timeouts.ts';
import type { VerificationSettings } from './individual-verifications/deps.ts';
import { sendMailJob } from './jobs/daily-jobs.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { createLog, type Logger } from './log.ts';
import { createMailTransport } from './mail/transport.ts';
import { openRegistries } from './registries/registries.ts';
import { keepSandboxApart } from './sandbox-marker.ts';
import { openScreening } from './screening/open-screening.ts';
import { type DemoRest, seedDemoFirst } from './seed/demo.ts';
import { createVerificationProvider } from './verification-provider/provider.ts';

export interface RunningApi {
  /** Where the API answers; undefined where only jobs run. */
  url?: string;
  port?: number;
  /** True once everything of the demo is there, false where some of it could not be made; at once outside the sandbox. */
  demoComplete: Promise<boolean>;
  /** Lets requests, jobs and commands under way finish, then closes the database and gives its folder back. */
  close(): Promise<void>;
}

/** Which parts a process runs. */
export interface Roles {
  http: boolean;
  jobs: boolean;
}

/** What the surroundings have to do with a start and an end. */
export interface Surroundings {
  /** Another thread of this process ran the API before and is gone. */
  formerThreadEnded?: boolean;
  /** Called when the API cannot go on: whoever started it ends its process or thread. */
  onFatal?: (error: Error) => void;
}

/** How long requests under way are waited for at the end. */
const closeWithinMs = 10_000;

/** Steps to undo, last first; each is tried whatever became of the others. */
function createUndo() {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step: () => Promise<unknown>) => void steps.push(step),
    async run(log: Logger) {
      for (const step of steps.splice(0).reverse()) {
        await step().catch((error: unknown) => log.error({ error }, 'did not close in order'));
      }
    },
  };
}

type Undo = ReturnType<typeof createUndo>;

async function openOwnDatabase(
  env: Env,
  undo: Undo,
  { formerThreadEnded, onFatal }: Surroundings,
): Promise<{ database: Database; lock?: DataDirLock }> {
  if (env.databaseUrl !== undefined) {
    const database = await openDatabase({ databaseUrl: env.databaseUrl });
    undo.add(database.close);
    return { database };
  }
  const lock = await takeDataDirLock(env.dataDir, { formerThreadEnded });
  undo.add(lock.release);
  const database = await openDatabase({
    dataDir: env.dataDir,
    onEngineStopped: () => onFatal?.(new Error(engineStopped)),
  });
  undo.add(database.close);
  return { database, lock };
}

async function listen(api: Api, env: Env, undo: Undo): Promise<{ url: string; port: number }> {
  const server: Server = createServer(
    serverTimeouts(),
    getRequestListener(api.fetch, { overrideGlobalObjects: false }),
  );
  // Without a port of its own the API is this machine's own affair, whatever HOST says for the web.
  const host = env.apiPort === undefined ? '127.0.0.1' : env.host;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${env.apiPort} is in use. Set API_PORT to another one.`)
          : error,
      ),
    );
    server.listen(env.apiPort ?? 0, host, resolve);
  });
  undo.add(
    () =>
      new Promise<void>((done) => {
        const impatient = setTimeout(() => server.closeAllConnections(), closeWithinMs);
        server.close(() => {
          clearTimeout(impatient);
          done();
        });
        server.closeIdleConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The API has no port.');
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`, port: address.port };
}

/** Makes the rest of the demo while people are let in; the end waits for the step under way, and the next start goes on. */
function completeDemo(rest: DemoRest | undefined, log: Logger, undo: Undo): Promise<boolean> {
  if (rest === undefined || rest.steps === 0) return Promise.resolve(true);
  let isStopped = false;
  let isComplete = true;
  const making = rest.make({
    isStopped: () => isStopped,
    onError: (error) => {
      isComplete = false;
      log.error({ error }, 'a step of the demo data failed; the next start tries it again');
    },
  });
  undo.add(() => {
    isStopped = true;
    return making;
  });
  return making.then(() => isComplete && !isStopped);
}

/** Jobs that begin after people were let in. Whoever asks for one before waits; the end waits for what is running. */
function lateJobs(begin: () => ReturnType<typeof startJobs>, undo: Undo) {
  let begun: ReturnType<typeof startJobs> | undefined;
  undo.add(async () => {
    const running = await begun?.catch(() => undefined);
    await running?.stop();
  });
  return {
    start() {
      begun = begin();
      return begun;
    },
    runNow: async (name: string) => (await begun)?.runNow(name),
  };
}

async function startAll(
  env: Env,
  roles: Roles,
  log: Logger,
  undo: Undo,
  surroundings: Surroundings,
): Promise<Omit<RunningApi, 'close'>> {
  const now = () => new Date();
  const { database, lock } = await openOwnDatabase(env, undo, surroundings);
  const applied = await migrateDatabase(database);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  await keepSandboxApart(database.db, { sandbox: env.sandbox, now });
  const files = {
    storage: await openFileStorage(env.files),
    incomingFolder: join(env.dataDir, 'incoming'),
  };
  const registries = openRegistries(env.registries, now);
  const demoRest = env.sandbox
    ? await seedDemoFirst({ database, now, idHmacKey: env.idHmacKey }, { files, registries })
    : undefined;

  const identity: Identity = createIdentity({
    projectId: env.descopeProjectId,
    baseUrl: env.descopeBaseUrl,
    managementKey: env.descopeManagementKey,
  });
  const links = createRequestLinks({ secret: env.idHmacKey, appUrl: env.appUrl });
  const verification: VerificationSettings = {
    provider: createVerificationProvider({
      baseUrl: env.verificationProviderUrl,
      token: env.verificationProviderToken,
      now,
      log,
    }),
    idHmacKey: env.idHmacKey,
    callbackUrl: `${env.appUrl}/api/v1/webhooks/verification`,
    callbackSecrets: env.verificationCallbackSecrets,
    onError: (error) => log.error({ error }, 'a verification was left to the job'),
  };
  const payments =
    env.payments &&
    openPayments(env.payments, {
      appUrl: env.appUrl,
      report: (details, message) => log.error(details, message),
    });
  // One for requests and jobs: the lists' indexes are in its memory.
  const screening = openScreening(env.screening, { db: database.db, now, log });
  const beginJobs = async () => {
    const mail = createMailTransport(env.mail);
    const running = await startJobs({
      db: database.db,
      pool: database.pool,
      database,
      auditKey: env.auditKeys[0] ?? '',
      files,
      verification,
      registries,
      screening,
      listAddresses: env.screening.listAddresses,
      payments,
      salesAddress: env.salesAddress,
      links,
      mail,
      now,
      onError: (error) => log.error({ error }, 'job failed'),
    });
    return { ...running, stop: () => running.stop().finally(() => mail.close()) };
  };
  const jobs = roles.jobs ? lateJobs(beginJobs, undo) : undefined;
  // A wake that fails costs a minute: the job runs by the clock as well.
  const wakeMail =
    jobs && (() => void jobs.runNow(sendMailJob).catch((error) => log.warn({ error }, 'mail was not woken')));
  const address = roles.http
    ? await listen(
        assembleApi({
          database,
          identity,
          files,
          verification,
          registries,
          screening,
          screeningService: env.screening.service && {
            name: 'OpenSanctions matching API',
            address: env.screening.service.url,
          },
          payments,
          appUrl: env.appUrl,
          links,
          wakeMail,
          now,
          log,
          webSecret: env.webSecret,
          auditKey: env.auditKeys[0] ?? '',
          pastAuditKeys: env.auditKeys.slice(1),
          trustedProxies: env.trustedProxies,
          metricsToken: env.metricsToken,
          checkAnswers: env.checkAnswers,
        }),
        env,
        undo,
      )
    : {};
  // People come in first: to declare every job and its hour takes a second.
  const jobsRun = jobs?.start();
  if (!roles.http) await jobsRun;
  jobsRun?.catch((error: Error) => {
    log.fatal({ error }, 'jobs could not be started');
    surroundings.onFatal?.(error);
  });
  if (lock !== undefined) {
    const deps = { database, now, auditKeys: env.auditKeys, sandbox: env.sandbox, identity: () => identity };
    const control = await startControlServer(async (name, args, report) => {
      if (isCommandName(name)) await performCommand(deps, name, args, report);
      else report({ ended: 'badly', say: `The running Assay does not know the command "${name}".` });
    });
    undo.add(control.close);
    await lock.announce({ port: control.port, secret: control.secret });
  }
  return { ...address, demoComplete: completeDemo(demoRest, log, undo) };
}

/**
 * Starts the API: takes the data folder when the database is embedded, opens and migrates the database, makes the
 * demo's sign-ins and clients in the sandbox, then serves HTTP, runs jobs, or both, while the rest of the demo is made.
 *
 * @throws Error in words for the operator; nothing is left open then.
 */
export async function startApi(
  env: Env,
  roles: Roles = { http: true, jobs: true },
  surroundings: Surroundings = {},
): Promise<RunningApi> {
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
