import { z } from 'zod';
import { formatNumber } from '#rules/format/numbers.ts';
import { verifyChains } from '../../kernel/audit/verify-chains.ts';
import type { DatabaseClient } from '../../kernel/database/database-pool.ts';
import { migrateDatabase } from '../../kernel/database/migrate.ts';
import { migrations } from '../../kernel/database/migrations/registry.ts';
import type { Database } from '../../kernel/database/pool.ts';
import { sqlState } from '../../kernel/database/postgres-errors.ts';
import { adoptStorage } from '../../records/documents/storage-marker.ts';
import { type ArchivedEntry, damagedArchive, readArchive } from './archive.ts';
import {
  type BackupHeader,
  type BackupManifest,
  backupHeader,
  backupManifest,
  getFingerprints,
  headerName,
  manifestName,
} from './backup-format.ts';
import type { BackupDeps } from './create-backup.ts';
import { type Loader, loadAll, markRestore, readTargetState } from './rows-store.ts';

export interface RestoreDeps extends BackupDeps {
  database: Database;
}

interface Source {
  from: string;
  /** File with the secret key of an encrypted backup. */
  identity?: string | undefined;
}

/** The JSON of an entry. @throws Error if it is none of the schema. */
function parseEntry<T>(schema: z.ZodType<T>, content: Buffer, message?: string): T {
  try {
    return schema.parse(JSON.parse(content.toString()));
  } catch (error) {
    throw message === undefined ? damagedArchive(error) : new Error(message, { cause: error });
  }
}

/** Ends the reading of an archive early. */
class Enough extends Error {}

async function readHeader({ from, identity }: Source): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  await readArchive(from, identity, async (name, content) => {
    if (name !== headerName) throw new Error(`${from} is no backup of Assay.`);
    header = parseEntry(
      backupHeader,
      content,
      `${from} is no backup that this version of Assay can restore.`,
    );
    throw new Enough();
  }).catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error;
  });
  if (header === undefined) throw new Error(`${from} is no backup of Assay.`);
  return header;
}

/** The secrets must be those of the backup: sealed documents and signed heads depend on them. */
function requireSameKeys({ keyFingerprints }: BackupHeader, { keys }: RestoreDeps): void {
  const known = getFingerprints(keys);
  const missing = Object.entries(keyFingerprints)
    .filter(([name, prints]) => !prints.every((print) => known[name]?.includes(print)))
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw new Error(
    `${missing.join(', ')}: not as when the backup was made, and a backup holds no keys. Set the former values; each variable may list more.`,
  );
}

/** Brings the empty database to the schema of the backup. */
async function prepareSchema(database: Database, { migrations: made }: BackupHeader): Promise<void> {
  const upTo = migrations.slice(0, made.length);
  const isKnown = upTo.length === made.length && upTo.every(({ name }, at) => name === made[at]?.name);
  if (!isKnown) {
    throw new Error(
      'The backup was made by a newer or another version of Assay. Restore it with that version.',
    );
  }
  await migrateDatabase(database, upTo);
}

/** Files of an earlier attempt, which ended before its rows were stored. */
async function emptyStorage({ storage }: RestoreDeps, isOurs: boolean): Promise<void> {
  for await (const keys of storage.pages()) {
    if (keys.length > 0 && !isOurs) {
      throw new Error(
        'The file storage is not empty, so nothing was restored. Use an empty folder or bucket.',
      );
    }
    for (const key of keys) await storage.remove(key);
  }
}

async function prepareTarget(client: DatabaseClient, deps: RestoreDeps, id: string): Promise<void> {
  const { isUsed, restoring } = await readTargetState(client);
  if (isUsed) {
    throw new Error('The database is not empty, so nothing was restored. Use a new one.');
  }
  await emptyStorage(deps, restoring !== null);
  await markRestore(client, id, deps.now().toISOString());
}

const rowTexts = z.array(z.string());

/** Stores one entry of the archive; returns it if it is the manifest. */
async function take(
  name: string,
  content: Buffer,
  { loader, storage }: { loader: Loader; storage: RestoreDeps['storage'] },
): Promise<BackupManifest | undefined> {
  if (name === manifestName) return parseEntry(backupManifest, content);
  if (name.startsWith('files/')) {
    await storage.putBytes(name.slice('files/'.length), content, 'application/octet-stream');
  } else if (name.startsWith('rows/')) {
    const rows = parseEntry(rowTexts, content);
    await loader.addRows(name.split('/')[1] ?? '', rows).catch((error: unknown) => {
      // Text that is no row of the table.
      throw /^2[23]/.test(sqlState(error) ?? '') ? damagedArchive(error) : error;
    });
  }
  return undefined;
}

/** The manifest lists exactly what was read before it. */
function requireComplete(manifest: BackupManifest | undefined, id: string, read: readonly ArchivedEntry[]) {
  const text = (entries: readonly ArchivedEntry[]) =>
    entries.map(({ name, size, sha256 }) => `${name} ${size} ${sha256}`).join('\n');
  const before = read.filter(({ name }) => name !== manifestName);
  if (manifest?.id === id && text(manifest.entries) === text(before)) return manifest;
  throw damagedArchive();
}

async function load(
  client: DatabaseClient,
  deps: RestoreDeps,
  source: Source,
  id: string,
): Promise<BackupManifest> {
  let complete: BackupManifest | undefined;
  await loadAll(client, async (loader) => {
    let manifest: BackupManifest | undefined;
    const read = await readArchive(source.from, source.identity, async (name, content) => {
      manifest = await take(name, content, { loader, storage: deps.storage });
    });
    complete = requireComplete(manifest, id, read);
    await loader.setSequences(complete.sequences);
    await loader.markPurged(complete.destroyed, deps.now().toISOString());
  });
  if (complete === undefined) throw damagedArchive();
  return complete;
}

/**
 * Restores a backup into an empty database and an empty file storage. Rows become visible in one transaction at the end, after every hash
 * of the manifest was found right. A killed restore leaves a mark: the server does not start on it, and another restore starts again.
 * Afterwards missing migrations are applied and all audit chains verified.
 *
 * @returns a line for the operator
 * @throws Error for the operator
 */
export async function restoreBackup(
  deps: RestoreDeps,
  source: Source,
  say: (text: string) => void,
): Promise<string> {
  const { database, keys, now } = deps;
  const header = await readHeader(source);
  requireSameKeys(header, deps);
  await prepareSchema(database, header);
  const manifest = await database.asMigrator(async (client) => {
    await prepareTarget(client, deps, header.id);
    return load(client, deps, source, header.id);
  });
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  say(`${formatNumber(rows)} rows and ${formatNumber(manifest.files)} files of ${header.createdAt}`);
  await migrateDatabase(database);
  await adoptStorage({ db: database.db, storage: deps.storage, now });
  const { secrets, signingKeys } = keys;
  const verifyDeps = {
    auditKeys: secrets.AUDIT_KEY ?? [],
    publicKeys: signingKeys?.publicKeys ?? new Map(),
    signingKeys,
    now,
  };
  const { ok, chains } = await verifyChains(database.db, verifyDeps, ({ chain, broken }) => {
    if (broken !== null) say(`${chain}: broken at event ${broken.seq} (${broken.fault})`);
  });
  if (!ok)
    throw new Error('Everything was restored as it was backed up, but audit chains failed verification.');
  return `Restored ${formatNumber(rows)} rows and ${formatNumber(manifest.files)} files. All ${chains.length} audit chains verified.`;
}
