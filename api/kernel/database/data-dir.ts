import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the embedded database within the data folder. */
export const databaseFolderIn = (dataDir: string): string => join(dataDir, 'postgres');

const otherFolder = 'set DATA_DIR to another folder';

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

/** Why a folder cannot hold an embedded database; undefined if it does, or is empty. */
function getClusterProblem(folder: string): string | undefined {
  if (!isFolder(folder)) return `${folder} is a file, not a folder`;
  const names = readdirSync(folder);
  if (names.length === 0) return undefined;
  const missing = ['PG_VERSION', 'global', 'base', 'pg_wal'].find((name) => !names.includes(name));
  if (missing !== undefined) return `${folder} is damaged: ${missing} is missing`;
  return existsSync(join(folder, 'global/pg_control'))
    ? undefined
    : `${folder} is damaged: global/pg_control is missing`;
}

/**
 * Checks whether a process can use or create the data folder. Creates nothing.
 *
 * @throws Error with the problem and its solution.
 */
export function checkDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  if (!isFolder(dataDir)) {
    throw new Error(
      `DATA_DIR is ${dataDir}, which is a file, not a folder. Move the file away, or ${otherFolder}.`,
    );
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(
      `Assay may not write to DATA_DIR, which is ${dataDir}. Grant this user write access, or ${otherFolder}.`,
    );
  }
  const folder = databaseFolderIn(dataDir);
  const problem = existsSync(folder) ? getClusterProblem(folder) : undefined;
  if (problem !== undefined) throw damaged(problem);
}

/** Error for an embedded database that cannot be opened. */
export function damaged(problem: string, cause?: unknown): Error {
  return new Error(`${problem}. Restore the whole data folder from a backup, or ${otherFolder}.`, { cause });
}

/**
 * Checks whether the data folder holds an embedded database of Assay, for commands that only read one. Creates nothing.
 *
 * @param needsSecrets whether the keys are stored in the folder as well, as in the sandbox.
 * @throws Error with the missing part and its solution.
 */
export function requireData(dataDir: string, { needsSecrets }: { needsSecrets: boolean }): void {
  const mend = 'Set DATA_DIR to the folder that Assay runs with, or DATABASE_URL to its PostgreSQL server.';
  if (!existsSync(dataDir))
    throw new Error(`There is no folder ${dataDir}, so nothing was verified. ${mend}`);
  checkDataDir(dataDir);
  if (!existsSync(join(databaseFolderIn(dataDir), 'PG_VERSION'))) {
    throw new Error(`${dataDir} holds no data of Assay, so nothing was verified. ${mend}`);
  }
  if (needsSecrets && !existsSync(join(dataDir, 'secrets.json'))) {
    throw new Error(
      `${join(dataDir, 'secrets.json')} is missing, so signatures cannot be verified. Restore it from a backup, or set AUDIT_KEY.`,
    );
  }
}
