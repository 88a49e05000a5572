import type { Env } from '../env/read-env.ts';
import { checkDataDir } from '../kernel/database/data-dir.ts';
import { acquireDataDirLock, type DataDirLock } from '../kernel/database/data-dir-lock.ts';
import { engineStopped } from '../kernel/database/pglite-engine-guard.ts';
import { type Database, openDatabase } from '../kernel/database/pool.ts';
import type { Undo } from './undo.ts';

/** Parts of a start and stop that depend on the environment. */
export interface RuntimeDeps {
  /** Another thread of this process ran the API before and has ended. */
  formerThreadEnded?: boolean;
  /** Called when the API cannot continue; the caller ends its process or thread. */
  onFatal?: (error: Error) => void;
}

/** The database server of the environment, or the embedded database in the locked data folder. */
export async function openOwnDatabase(
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
