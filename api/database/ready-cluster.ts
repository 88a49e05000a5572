import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsChecksum } from './migrate.ts';

/** Beside the folder of the bundle, where the build leaves it; beside the sources there is none. */
const readyFolder = fileURLToPath(new URL('../ready-cluster', import.meta.url));

const clusterIn = (folder: string) => join(folder, 'cluster');
const stampIn = (folder: string) => join(folder, 'made-for');

/** Copies a file by reference where the file system can. */
const byReferenceIfPossible = 2;

/** What a cluster depends on: the engine's version, and everything that `migrateDatabase` does to an empty one. */
function stamp(): string {
  const engine = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(readFileSync(join(engine, '../package.json'), 'utf8')) as {
    version: string;
  };
  return createHash('sha256').update(`${version}\n${migrationsChecksum()}`).digest('hex');
}

function isCurrent(folder: string): boolean {
  const file = stampIn(folder);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp();
}

/**
 * Keeps an empty, migrated cluster of the embedded database for first starts: half a second's copy instead of the seconds
 * that initdb takes. Does nothing where the one that is kept was made for this engine and these migrations.
 *
 * @param make makes such a cluster in the folder it is given, and closes it.
 */
export async function keepReadyCluster(
  make: (folder: string) => Promise<void>,
  folder = readyFolder,
): Promise<void> {
  if (isCurrent(folder)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await make(clusterIn(folder));
  // Last, so that a build that was broken off leaves nothing that counts.
  writeFileSync(stampIn(folder), stamp());
}

/**
 * Puts a cluster into a folder that has none, whole or not at all: a process killed on the way leaves what the next start
 * throws away. From the ready one where there is one of this version, else made now. The data folder's lock must be held.
 *
 * @param initialise makes an empty cluster in the folder it is given, and closes it.
 */
export async function layCluster(
  target: string,
  initialise: (folder: string) => Promise<void>,
  folder = readyFolder,
): Promise<void> {
  if (existsSync(join(target, 'PG_VERSION'))) return;
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  if (isCurrent(folder))
    cpSync(clusterIn(folder), unfinished, { recursive: true, mode: byReferenceIfPossible });
  else await initialise(unfinished);
  // Only an empty folder gives way.
  if (existsSync(target)) rmdirSync(target);
  renameSync(unfinished, target);
}
