import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { consequences } from '../consequences.ts';
import { readDatabaseEnv, readIdentityEnv, readStorageEnv } from '../env/read-env.ts';
import { withSandboxDefault } from '../env/sandbox-default.ts';
import type { DatabaseEnv, StorageEnv } from '../env/storage-env.ts';
import { installSigningKeys } from '../kernel/audit/signing-keys.ts';
import { installConsequences } from '../kernel/command/work.ts';
import { checkDataDir, requireData } from '../kernel/database/data-dir.ts';
import {
  acquireDataDirLock,
  type DataDirLockedError,
  isDataDirLocked,
} from '../kernel/database/data-dir-lock.ts';
import { migrateDatabase } from '../kernel/database/migrate.ts';
import { type Database, openDatabase } from '../kernel/database/pool.ts';
import { createCompanyKeys } from '../kernel/keys/company-keys.ts';
import { openFileStorage } from '../records/documents/storage.ts';
import { createIdentity } from '../records/sign-in/identity.ts';
import { assertSandboxDatabase } from '../sandbox-guard.ts';
import { withSandboxSecrets } from '../sandbox-secrets.ts';
import { ensureSigningKeys, findSigningKeys } from '../signing-key-file.ts';
import type { CommandDeps } from './command-deps.ts';
import { type CommandName, commands } from './commands.ts';
import { type ProgressLine, readProgress } from './progress.ts';

type Args = Record<string, string>;
type Report = (line: ProgressLine) => void;
type Source = Readonly<Record<string, string | undefined>>;

/** Runs a command's work and reports its progress. Never throws: the last line states the outcome. */
async function reportOn(work: (say: (text: string) => void) => Promise<string>, report: Report) {
  try {
    report({ ended: 'well', say: await work((say) => report({ say })) });
  } catch (error) {
    report({ ended: 'badly', say: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Runs a command on an open, migrated database and reports its progress. Never throws: the last line states the
 * outcome.
 */
export async function performCommand(
  deps: CommandDeps,
  name: CommandName,
  args: Args,
  report: Report,
): Promise<void> {
  installConsequences(consequences);
  await reportOn((say) => commands[name].run(deps, args, say), report);
}

async function throughServer(
  { holder }: DataDirLockedError,
  name: CommandName,
  args: Args,
  report: Report,
): Promise<void> {
  if (holder.control === null) {
    throw new Error(`Another Assay (process ${holder.pid}) is starting or stopping. Try again in a moment.`);
  }
  const { port, secret } = holder.control;
  const response = await fetch(`http://127.0.0.1:${port}/commands/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
  });
  if (!response.ok || response.body === null)
    throw new Error(`The running Assay responded with ${response.status}.`);
  for await (const line of readProgress(response.body)) report(line);
}

/** A database that Assay never used contains nothing to read, and a read-only command must not migrate it. */
async function requireSchema(database: Database): Promise<void> {
  const { rows } = await database.asLogin((client) =>
    client.query(`SELECT to_regclass('assay.audit_events') IS NOT NULL AS there`),
  );
  if (rows[0]?.there === true) return;
  throw new Error(
    'This database holds no data of Assay, so nothing was verified. Set DATABASE_URL or DATA_DIR to the one that Assay runs with.',
  );
}

/** Keys and files of the environment, for a command in a process of its own. */
export function keyDeps(
  {
    idHmacKeys,
    masterKeys,
    files,
    dataDir,
  }: Pick<StorageEnv, 'idHmacKeys' | 'masterKeys' | 'files' | 'dataDir'>,
  now: () => Date,
): Pick<CommandDeps, 'sealingKey' | 'files' | 'masterKeys'> {
  const [idHmacKey = '', ...pastIdHmacKeys] = idHmacKeys;
  return {
    sealingKey: { idHmacKey, pastIdHmacKeys, companyKeys: createCompanyKeys(masterKeys, now) },
    masterKeys,
    files: async () => ({ raw: await openFileStorage(files), incomingFolder: join(dataDir, 'incoming') }),
  };
}

/** Prepares the opened database for a command; read-only ones create and migrate nothing on a server. */
async function prepare(database: Database, name: CommandName): Promise<void> {
  if (commands[name].onlyLooks) await requireSchema(database);
  // A server's schema is changed by `migrate` and at startup; read-only commands must not change it.
  const isMigrated = !commands[name].alone && (database.engine === 'pglite' || name === 'migrate');
  if (isMigrated) await migrateDatabase(database);
}

/** Runs a command that needs all of the installation. */
async function onInstallation(
  database: Database,
  env: StorageEnv,
  source: Source,
  name: CommandName,
  args: Args,
  report: Report,
) {
  const now = () => new Date();
  // A read-only command creates nothing.
  const signingKeys =
    env.signingKeys ??
    (commands[name].onlyLooks ? findSigningKeys(env.dataDir) : ensureSigningKeys(env.dataDir));
  installSigningKeys(signingKeys);
  await prepare(database, name);
  if (name === 'seed') await assertSandboxDatabase(database.db, { sandbox: env.sandbox, now });
  const identity = () => {
    const { descopeProjectId, descopeBaseUrl, descopeManagementKey } = readIdentityEnv(source);
    return createIdentity({
      projectId: descopeProjectId,
      baseUrl: descopeBaseUrl,
      managementKey: descopeManagementKey,
    });
  };
  await performCommand(
    {
      database,
      now,
      auditKeys: env.auditKeys,
      signingKeys,
      headsFolder: env.auditHeads.folder,
      sandbox: env.sandbox,
      identity,
      ...keyDeps(env, now),
    },
    name,
    args,
    report,
  );
}

/**
 * Opens the database and runs work on it, or sends the command to the running server that holds the embedded one.
 *
 * @throws Error with a message for the operator.
 */
async function withDatabase(
  env: DatabaseEnv,
  name: CommandName,
  args: Args,
  report: Report,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const run = async (opening: Promise<Database>) => {
    const database = await opening;
    await work(database).finally(database.close);
  };
  if (env.databaseUrl !== undefined) {
    const { databaseUrl, migrationUrl, pooler } = env;
    await run(openDatabase({ databaseUrl, migrationUrl, pooler, statementTimeoutMs: 600_000 }));
    return;
  }
  const lock = await acquireDataDirLock(env.dataDir).catch((error: unknown) => {
    if (isDataDirLocked(error)) return error;
    throw error;
  });
  if ('holder' in lock) {
    if (commands[name].alone) {
      throw new Error(`Assay is running on ${env.dataDir} (process ${lock.holder.pid}). Stop it first.`);
    }
    await throughServer(lock, name, args, report);
    return;
  }
  try {
    await run(openDatabase({ dataDir: env.dataDir }));
  } finally {
    await lock.release();
  }
}

/**
 * Runs a command: through the running server if that holds the embedded database, else on the database itself. Output
 * goes to `report`; its last line states the outcome.
 *
 * @throws Error with a message for the operator if it could not be started.
 */
export async function runCommand(
  name: CommandName,
  args: Args,
  environment: Source,
  report: Report,
): Promise<void> {
  const command = commands[name];
  if (command.needs === 'nothing') {
    await reportOn((say) => command.run({ now: () => new Date() }, args, say), report);
    return;
  }
  const variables = withSandboxDefault(environment);
  const dataDir = variables.DATA_DIR || './data';
  // Before anything is created in the folder, including secrets.
  if (!variables.DATABASE_URL) {
    const needsSecrets = command.needs !== 'database' && variables.SANDBOX === '1' && !variables.AUDIT_KEY;
    if (command.onlyLooks) requireData(dataDir, { needsSecrets });
    else checkDataDir(dataDir);
  }
  if (command.needs === 'database') {
    const hasSecrets = existsSync(join(dataDir, 'secrets.json'));
    const env = readDatabaseEnv(hasSecrets ? withSandboxSecrets(variables) : variables);
    await withDatabase(env, name, args, report, async (database) => {
      await prepare(database, name);
      const { auditKeys, auditHeads } = env;
      const signingKeys = env.signingKeys ?? findSigningKeys(env.dataDir);
      const deps = {
        database,
        now: () => new Date(),
        auditKeys,
        signingKeys,
        headsFolder: auditHeads.folder,
      };
      await reportOn((say) => command.run(deps, args, say), report);
    });
    return;
  }
  const source = withSandboxSecrets(variables);
  const env = readStorageEnv(source);
  await withDatabase(env, name, args, report, (database) =>
    onInstallation(database, env, source, name, args, report),
  );
}
