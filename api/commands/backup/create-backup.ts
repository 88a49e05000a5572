import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { formatNumber } from '#rules/format/numbers.ts';
import type { DatabaseClient } from '../../kernel/database/database-pool.ts';
import type { Database } from '../../kernel/database/pool.ts';
import type { FileStorage } from '../../records/documents/storage.ts';
import { type ArchivedEntry, type ArchiveWriter, writeArchive } from './archive.ts';
import {
  type BackupKeys,
  type BackupManifest,
  backupFormat,
  getFingerprints,
  headerName,
  manifestName,
} from './backup-format.ts';
import {
  inSnapshot,
  isPurgedNow,
  listFiles,
  listTables,
  readAppliedMigrations,
  readRows,
  readSequences,
  type StoredFile,
} from './rows-store.ts';

export interface BackupDeps {
  database: Pick<Database, 'asMigrator'>;
  /** Files as they are stored, encrypted under their company's key. */
  storage: FileStorage;
  /** The same files as they were uploaded. */
  documents: FileStorage;
  now: () => Date;
  keys: BackupKeys;
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

interface DatabasePart extends Pick<BackupManifest, 'rows' | 'sequences'> {
  entries: ArchivedEntry[];
  files: StoredFile[];
}

/** Adds the header and all rows of one snapshot. */
async function addDatabase(
  client: DatabaseClient,
  archive: ArchiveWriter,
  id: string,
  { now, keys }: BackupDeps,
): Promise<DatabasePart> {
  return inSnapshot(client, async () => {
    const header = {
      format: backupFormat,
      id,
      createdAt: now().toISOString(),
      migrations: await readAppliedMigrations(client),
      keyFingerprints: getFingerprints(keys),
    };
    const entries = [await archive.add(headerName, json(header))];
    const rows: Record<string, number> = {};
    for (const table of await listTables(client)) {
      rows[table] = 0;
      let batch = 0;
      for await (const texts of readRows(client, table)) {
        batch += 1;
        rows[table] += texts.length;
        entries.push(await archive.add(`rows/${table}/${String(batch).padStart(8, '0')}.json`, json(texts)));
      }
    }
    return { entries, rows, sequences: await readSequences(client), files: await listFiles(client) };
  });
}

/** Whether a file can be decrypted, and is what was uploaded. */
async function isWhole(documents: FileStorage, { key, sha256 }: StoredFile): Promise<boolean> {
  const digest = createHash('sha256')
    .update(await documents.read(key).then(buffer))
    .digest('hex');
  return sha256 === null || sha256 === digest;
}

/** The content of a stored file; undefined if it was destroyed after the snapshot. */
async function readFile(
  { database, storage, documents }: Pick<BackupDeps, 'database' | 'storage' | 'documents'>,
  file: StoredFile,
): Promise<Buffer | undefined> {
  const bytes = await storage
    .read(file.key)
    .then(buffer)
    .catch((error: unknown) => ({ error }));
  const isRead = !('error' in bytes);
  if (isRead && (await isWhole(documents, file).catch(() => false))) return bytes;
  // Also destroyed in between: the file is read twice.
  if (await database.asMigrator((client) => isPurgedNow(client, file))) return undefined;
  if (isRead) {
    throw new Error(
      `The file ${file.key} differs from what was stored, so no backup was made. Restore it first.`,
    );
  }
  throw new Error(`The file ${file.key} cannot be read, so no backup was made.`, { cause: bytes.error });
}

/**
 * Writes a backup of the database and the stored files: one snapshot of all rows, then every file that the snapshot refers to, then a
 * manifest with their hashes. Files never change once stored, so both belong together. One file is in memory at a time.
 *
 * @param recipient public key (`age1…`) to encrypt for
 * @returns a line for the operator
 * @throws Error for the operator; then there is no backup under that name.
 */
export async function createBackup(
  deps: BackupDeps,
  { to, recipient }: { to: string; recipient?: string | undefined },
  say: (text: string) => void,
): Promise<string> {
  const id = randomUUID();
  let total = { rows: 0, files: 0 };
  await writeArchive(to, recipient, async (archive) => {
    // The connection is released before the files are read: the embedded database has one.
    const part = await deps.database.asMigrator((client) => addDatabase(client, archive, id, deps));
    const { entries, files, ...database } = part;
    const rows = Object.values(database.rows).reduce((sum, count) => sum + count, 0);
    say(`${formatNumber(rows)} rows`);
    const destroyed: StoredFile[] = [];
    for (const file of files) {
      const bytes = await readFile(deps, file);
      if (bytes === undefined) destroyed.push(file);
      else entries.push(await archive.add(`files/${file.key}`, bytes));
    }
    const manifest: BackupManifest = {
      id,
      entries,
      ...database,
      files: files.length - destroyed.length,
      destroyed,
    };
    await archive.add(manifestName, json(manifest));
    total = { rows, files: manifest.files };
  });
  return `Backed up ${formatNumber(total.rows)} rows and ${formatNumber(total.files)} files to ${to}${recipient === undefined ? ', unencrypted' : ''}.`;
}
