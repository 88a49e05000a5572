import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { endpoints } from '#contract/endpoints.ts';
import type { DemoRest } from '#demo/demo.ts';
import type { VerificationSettings } from './checks/individual-verifications/record/deps.ts';
import { isCommandName } from './commands/commands.ts';
import { startControlServer } from './commands/control-server.ts';
import { keyDeps, performCommand } from './commands/run-command.ts';
import { consequences } from './consequences.ts';
import { assembleApi } from './create-api.ts';
import type { Env } from './env/read-env.ts';
import { bulkActionsJob } from './follow-up/bulk-actions/run-job.ts';
import { createRequestLinks } from './follow-up/document-requests/links.ts';
import { createTxtReader } from './integrations/dns/txt-records.ts';
import { sendOutboxJob } from './integrations/email/send-outbox.ts';
import { createEmailTransport } from './integrations/email/transport.ts';
import { createClamavScanner } from './integrations/file-scanner/clamav.ts';
import { openRegistries } from './integrations/registries/registries.ts';
import { createVerificationProvider } from './integrations/verification-provider/provider.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { openHeadsBucket } from './kernel/audit/heads-bucket.ts';
import type { HeadsReceivers } from './kernel/audit/publish-heads.ts';
import { installSigningKeys, type SigningKeys } from './kernel/audit/signing-keys.ts';
import { installConsequences } from './kernel/command/work.ts';
import { checkDataDir } from './kernel/database/data-dir.ts';
import { acquireDataDirLock, type DataDirLock } from './kernel/database/data-dir-lock.ts';
import { migrateDatabase } from './kernel/database/migrate.ts';
import { engineStopped } from './kernel/database/pglite-engine-guard.ts';
import { type Database, openDatabase } from './kernel/database/pool.ts';
import type { Api } from './kernel/http/api.ts';
import { serverTimeouts } from './kernel/http/server-timeouts.ts';
import { closeSlowRequests, createUploadCheck } from './kernel/http/slow-requests.ts';
import { createLog, type Logger } from './kernel/log.ts';
import { sandboxReach } from './kernel/network-reach.ts';
import { openReadJournal, type ReadJournal } from './kernel/read-events/journal.ts';
import { openPayments } from './records/billing/payment-service.ts';
import { encryptedStorage } from './records/documents/encrypted-storage.ts';
import { openFileStorage } from './records/documents/storage.ts';
import { openScreening } from './records/screening-engine/open-screening.ts';
import { downloadFiles } from './records/screening-lists/scheduled-fetch.ts';
import type { OperatorSourceKey } from './records/screening-lists/sources.ts';
import { createIdentity, type Identity } from './records/sign-in/identity.ts';
import { assertNoUnfinishedRestore } from './restore-guard.ts';
import { assertSandboxDatabase } from './sandbox-guard.ts';
import { ensureSigningKeys } from './signing-key-file.ts';

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

/** Parts of a start and stop that depend on the environment. */
export interface RuntimeDeps {
  /** Another thread of this process ran the API before and has ended. */
  formerThreadEnded?: boolean;
  /** Called when the API cannot continue; the caller ends its process or thread. */
  onFatal?: (error: Error) => void;
}

/** Maximum wait for active requests at shutdown. */
const closeWithinMs = 10_000;

/** Cleanup steps, run in reverse order; a failing step does not prevent the others. */
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
  { formerThreadEnded, onFatal }: RuntimeDeps,
): Promise<{ database: Database; lock?: DataDirLock }> {
  if (env.databaseUrl !== undefined) {
    const { databaseUrl, migrationUrl, pooler } = env;
    const database = await openDatabase({ databaseUrl, migrationUrl, pooler });
    undo.add(database.close);
    return { database };
  }
  checkDataDir(env.dataDir);
  const lock = await acquireDataDirLock(env.dataDir, { formerThreadEnded });
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
  closeSlowRequests(server, createUploadCheck(endpoints));
  // Without a port of its own the API is internal to this machine, regardless of HOST.
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

/** Completes the demo while users have access; closing waits for the current step, and the next start continues. */
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

/** Jobs that start after users have access. A request for one before then waits; shutdown waits for running ones. */
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

type Deps = { env: Env; log: Logger; now: () => Date };

function verificationSettings(deps: Deps): VerificationSettings {
  const { env, log, now } = deps;
  return {
    provider: createVerificationProvider({
      baseUrl: env.verificationProviderUrl,
      token: env.verificationProviderToken,
      now,
      log,
    }),
    ...keyDeps(env, now).sealingKey,
    callbackUrl: `${env.appUrl}/api/v1/webhooks/verification`,
    callbackSecrets: env.verificationCallbackSecrets,
    onError: (error) => log.error({ error }, 'a verification was left to the job'),
  };
}

/** The demo's lists come from the sandbox's publishers, downloaded like those of the daily job. */
const demoLists =
  ({ screening }: Env, incomingFolder: string) =>
  (source: OperatorSourceKey) =>
    downloadFiles({ incomingFolder, reach: sandboxReach }, screening.listAddresses[source] ?? []);

/** Services shared by requests and jobs. */
async function openServices(deps: Deps, database: Database, signingKeys: SigningKeys) {
  const { env, log, now } = deps;
  const keys = keyDeps(env, now).sealingKey;
  const raw = await openFileStorage(env.files);
  const scanner = env.fileScanner && createClamavScanner(env.fileScanner);
  const filesWith = (db: Database['db']) => ({
    storage: encryptedStorage(raw, { db, companyKeys: keys.companyKeys }),
    incomingFolder: join(env.dataDir, 'incoming'),
    scanner,
  });
  const files = filesWith(database.db);
  const registries = openRegistries(env.registries, now);
  const demoRest = env.sandbox
    ? await (await import('#demo/demo.ts')).seedDemoFirst(
        {
          database,
          now,
          sealingKey: keys,
          storage: files.storage,
          publishedList: demoLists(env, files.incomingFolder),
        },
        { files: filesWith, registries },
      )
    : undefined;
  const payments =
    env.payments &&
    openPayments(env.payments, {
      appUrl: env.appUrl,
      report: (details, message) => log.error(details, message),
    });
  return {
    demoRest,
    shared: {
      database,
      files,
      verification: verificationSettings(deps),
      registries,
      // One for requests and jobs: the lists' indexes are in its memory.
      screening: openScreening(env.screening, { db: database.db, now, log }),
      payments,
      links: createRequestLinks({
        secret: keys.idHmacKey,
        pastSecrets: keys.pastIdHmacKeys ?? [],
        appUrl: env.appUrl,
      }),
      signingKeys,
      now,
    },
  };
}

type Services = Awaited<ReturnType<typeof openServices>>['shared'];

/** Receivers of the signed batches; their bucket is where the documents' is. */
async function openHeadsReceivers({
  auditHeads,
  auditHeadsBucket: bucket,
  files,
}: Env): Promise<HeadsReceivers> {
  if (bucket === undefined || files.kind !== 's3') return auditHeads;
  return { ...auditHeads, bucket: await openHeadsBucket({ ...files, bucket }) };
}

async function launchJobs({ env, log }: Deps, shared: Services) {
  const mail = createEmailTransport(env.mail);
  const running = await startJobs({
    ...shared,
    db: shared.database.db,
    pool: shared.database.pool,
    listAddresses: env.screening.listAddresses,
    auditHeads: await openHeadsReceivers(env),
    ...(env.sandbox ? { reach: sandboxReach } : {}),
    salesAddress: env.salesAddress,
    mail,
    onError: (error) => log.error({ error }, 'job failed'),
  });
  return { ...running, stop: () => running.stop().finally(() => mail.close()) };
}

function assemble(
  { env, log }: Deps,
  shared: Services,
  own: {
    identity: Identity;
    readJournal: ReadJournal;
    wakeOutbox: (() => void) | undefined;
    wakeBulkActions: (() => void) | undefined;
  },
): Api {
  return assembleApi({
    isSandbox: env.sandbox,
    ...shared,
    ...own,
    screeningService: env.screening.service && {
      name: 'OpenSanctions matching API',
      address: env.screening.service.url,
    },
    appUrl: env.appUrl,
    readTxtRecords: createTxtReader(env.dnsServer),
    log,
    webSecret: env.webSecrets[0] ?? '',
    pastWebSecrets: env.webSecrets.slice(1),
    auditKeys: env.auditKeys,
    headsFolder: env.auditHeads.folder,
    trustedProxies: env.trustedProxies,
    metricsToken: env.metricsToken,
    checkAnswers: env.checkAnswers,
  });
}

/** The journal of opened records; closing saves what is noted. */
function openJournal({ env, log, now }: Deps, { db }: Database, undo: Undo): ReadJournal {
  const journal = openReadJournal({
    db,
    folder: join(env.dataDir, 'read-events'),
    now,
    onError: (error) => log.error({ error }, 'access log was not saved'),
  });
  undo.add(journal.close);
  return journal;
}

/** Accepts commands from other processes, which find its address in the data folder's lock. */
async function announceControl(
  { env, now }: Deps,
  {
    database,
    lock,
    identity,
    signingKeys,
  }: { database: Database; lock: DataDirLock; identity: Identity; signingKeys: SigningKeys },
  undo: Undo,
): Promise<void> {
  const deps = {
    database,
    now,
    auditKeys: env.auditKeys,
    signingKeys,
    headsFolder: env.auditHeads.folder,
    sandbox: env.sandbox,
    identity: () => identity,
    ...keyDeps(env, now),
  };
  const control = await startControlServer(async (name, args, report) => {
    if (isCommandName(name)) await performCommand(deps, name, args, report);
    else report({ ended: 'badly', say: `The running Assay does not know the command "${name}".` });
  });
  undo.add(control.close);
  await lock.announce({ port: control.port, secret: control.secret });
}

async function startAll(
  env: Env,
  roles: Roles,
  log: Logger,
  undo: Undo,
  surroundings: RuntimeDeps,
): Promise<Omit<RunningApi, 'close'>> {
  const deps: Deps = { env, log, now: () => new Date() };
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
