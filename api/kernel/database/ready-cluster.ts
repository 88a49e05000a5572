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
import { migrationsChecksum } from './migrations-checksum.ts';

/** In the bundle's folder, where the build puts it; absent next to the sources. */
const readyFolder = fileURLToPath(new URL('../ready-cluster', import.meta.url));

const clusterIn = (folder: string) => join(folder, 'cluster');
const stampIn = (folder: string) => join(folder, 'made-for');

/** Copy-on-write where the file system supports it. */
const byReferenceIfPossible = 2;

/** Dependencies of a cluster: the engine's version, and everything that `migrateDatabase` does to an empty one. */
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
 * Saves an empty, migrated cluster of the embedded database for first starts: copying takes half a second instead of
 * initdb's seconds. Does nothing if the saved one matches this engine and these migrations.
 *
 * @param make creates such a cluster in the given folder, and closes it.
 */
export async function saveClusterTemplate(
  make: (folder: string) => Promise<void>,
  folder = readyFolder,
): Promise<void> {
  if (isCurrent(folder)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await make(clusterIn(folder));
  // Written last, so that an interrupted build leaves an invalid template.
  writeFileSync(stampIn(folder), stamp());
}

/**
 * Creates a cluster in a folder that has none, atomically: an interrupted attempt is discarded at the next start.
 * Copies the template if it matches this version, else initialises one. The data folder's lock must be held.
 *
 * @param initialise creates an empty cluster in the given folder, and closes it.
 */
export async function restoreClusterTemplate(
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
  // Removes an empty folder only.
  if (existsSync(target)) rmdirSync(target);
  renameSync(unfinished, target);
}
