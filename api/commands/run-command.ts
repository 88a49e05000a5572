import { createIdentity } from '../accounts/identity.ts';
import { type DataDirHeldError, isDataDirHeld, takeDataDirLock } from '../database/data-dir-lock.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/pool.ts';
import { readIdentityEnv, readStorageEnv, type StorageEnv, withSandboxDefault } from '../env.ts';
import { keepSandboxApart } from '../sandbox-marker.ts';
import { withSandboxSecrets } from '../sandbox-secrets.ts';
import { type CommandDeps, type CommandName, commands } from './commands.ts';
import { type ProgressLine, readProgress } from './progress.ts';

type Args = Record<string, string>;
type Report = (line: ProgressLine) => void;
type Source = Readonly<Record<string, string | undefined>>;

/** Runs a command on an open, migrated database and reports as it goes. Never throws: the last line tells. */
export async function performCommand(
  deps: CommandDeps,
  name: CommandName,
  args: Args,
  report: Report,
): Promise<void> {
  try {
    report({ ended: 'well', say: await commands[name].run(deps, args, (say) => report({ say })) });
  } catch (error) {
    report({ ended: 'badly', say: error instanceof Error ? error.message : String(error) });
  }
}

async function throughServer(
  { holder }: DataDirHeldError,
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
    throw new Error(`The running Assay answered ${response.status}.`);
  for await (const line of readProgress(response.body)) report(line);
}

async function onDatabase(
  database: Database,
  env: StorageEnv,
  source: Source,
  name: CommandName,
  args: Args,
  report: Report,
) {
  const now = () => new Date();
  try {
    // A server's schema is moved by `migrate` and by starting; looking at it must not change it.
    if (database.engine === 'pglite' || name === 'migrate') await migrateDatabase(database);
    if (name === 'seed') await keepSandboxApart(database.db, { sandbox: env.sandbox, now });
    const identity = () => {
      const { descopeProjectId, descopeBaseUrl, descopeManagementKey } = readIdentityEnv(source);
      return createIdentity({
        projectId: descopeProjectId,
        baseUrl: descopeBaseUrl,
        managementKey: descopeManagementKey,
      });
    };
    await performCommand(
      { database, now, auditKeys: env.auditKeys, sandbox: env.sandbox, identity },
      name,
      args,
      report,
    );
  } finally {
    await database.close();
  }
}

/**
 * Runs a command: through the running server when that holds the embedded database, else on the database
 * itself. What it says goes to `report`, whose last line says how it ended.
 *
 * @throws Error in words for the operator when it could not be begun.
 */
export async function runCommand(
  name: CommandName,
  args: Args,
  environment: Source,
  report: Report,
): Promise<void> {
  const source = withSandboxSecrets(withSandboxDefault(environment));
  const env = readStorageEnv(source);
  if (env.databaseUrl !== undefined) {
    const database = await openDatabase({ databaseUrl: env.databaseUrl, statementTimeoutMs: 600_000 });
    await onDatabase(database, env, source, name, args, report);
    return;
  }
  const lock = await takeDataDirLock(env.dataDir).catch((error: unknown) => {
    if (isDataDirHeld(error)) return error;
    throw error;
  });
  if ('holder' in lock) {
    await throughServer(lock, name, args, report);
    return;
  }
  try {
    await onDatabase(await openDatabase({ dataDir: env.dataDir }), env, source, name, args, report);
  } finally {
    await lock.release();
  }
}
