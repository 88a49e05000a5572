import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { formatNumber } from '#rules/format/numbers.ts';
import { signManifest } from '../../kernel/audit/signed-manifest.ts';
import type { SigningKey } from '../../kernel/audit/signing-keys.ts';
import type { DatabaseClient } from '../../kernel/database/database-pool.ts';
import type { Database } from '../../kernel/database/pool.ts';
import type { FileStorage } from '../../records/documents/storage.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import {
  type BackupHeader,
  type BackupKeys,
  type BackupManifest,
  backupFormat,
  getFingerprints,
  maxEntryBytes,
  rowsEntryBytes,
} from './backup-format.ts';
import { createListDigest } from './entry-list.ts';
import {
  fileName,
  headerName,
  manifestName,
  parseEntryName,
  rowsName,
  signatureName,
} from './entry-names.ts';
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

/** An archive whose entries are listed for the manifest. */
interface ListedArchive {
  add(name: string, bytes: Buffer): Promise<void>;
  /** What the manifest says of the entries so far. */
  end(): BackupManifest['entries'];
}

/** @throws Error for an entry that no restore would accept. */
function requireRestorable(name: string, bytes: Buffer): void {
  const max = maxEntryBytes(parseEntryName(name), backupFormat);
  if (bytes.length <= max) return;
  throw new Error(
    `${name} has ${formatNumber(bytes.length)} bytes, more than the ${formatNumber(max)} that a restore reads, so no backup was made.`,
  );
}

function listEntries(archive: ArchiveWriter): ListedArchive {
  const list = createListDigest();
  const total = { count: 0, bytes: 0 };
  return {
    async add(name, bytes) {
      requireRestorable(name, bytes);
      const { sha256 } = await archive.add(name, bytes);
      list.add(name, sha256);
      total.count += 1;
      total.bytes += bytes.length;
    },
    end: () => ({ ...total, sha256: list.end() }),
  };
}

/** Rows as the entries that hold them: as many in each as its size allows. */
function* toRowEntries(texts: readonly string[]): Generator<Buffer> {
  const bytes = json(texts);
  if (bytes.length <= rowsEntryBytes || texts.length === 1) yield bytes;
  else {
    const half = Math.ceil(texts.length / 2);
    yield* toRowEntries(texts.slice(0, half));
    yield* toRowEntries(texts.slice(half));
  }
}

interface DatabasePart extends Pick<BackupManifest, 'rows' | 'sequences'> {
  files: StoredFile[];
}

/** Adds the header and all rows of one snapshot. */
async function addDatabase(
  client: DatabaseClient,
  archive: ListedArchive,
  id: string,
  { now, keys }: BackupDeps,
): Promise<DatabasePart> {
  return inSnapshot(client, async () => {
    const header: BackupHeader = {
      format: backupFormat,
      id,
      createdAt: now().toISOString(),
      migrations: await readAppliedMigrations(client),
      keyFingerprints: getFingerprints(keys),
    };
    await archive.add(headerName, json(header));
    const rows: Record<string, number> = {};
    for (const table of await listTables(client)) {
      rows[table] = 0;
      let batch = 0;
      for await (const texts of readRows(client, table)) {
        rows[table] += texts.length;
        for (const bytes of toRowEntries(texts)) {
          batch += 1;
          await archive.add(rowsName(table, batch), bytes);
        }
      }
    }
    return { rows, sequences: await readSequences(client), files: await listFiles(client) };
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

/** @throws Error for the operator if there is no key: an unsigned backup proves nothing. */
function requireSigningKey({ signingKeys }: BackupKeys): SigningKey {
  if (signingKeys !== undefined) return signingKeys.current;
  throw new Error(
    'There is no key to sign the backup with, so no backup was made. Set AUDIT_SIGNING_KEY as the server has it; without it the server generates audit-signing-key.pem in DATA_DIR when it starts.',
  );
}

/** The manifest and its signature. */
async function addManifest(archive: ArchiveWriter, manifest: BackupManifest, key: SigningKey): Promise<void> {
  const bytes = json(manifest);
  requireRestorable(manifestName, bytes);
  await archive.add(manifestName, bytes);
  await archive.add(signatureName, json(signManifest('backup', bytes, key)));
}

/**
 * Writes a backup of the database and the stored files: one snapshot of all rows, then every file that the snapshot refers to, then a
 * manifest with a digest of them all, and its signature with the key of the audit log. Files never change once stored, so both belong
 * together. One file is in memory at a time.
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
  const key = requireSigningKey(deps.keys);
  let total = { rows: 0, files: 0 };
  await writeArchive(to, recipient, async (archive) => {
    const listed = listEntries(archive);
    // The connection is released before the files are read: the embedded database has one.
    const part = await deps.database.asMigrator((client) => addDatabase(client, listed, id, deps));
    const { files, ...database } = part;
    const rows = Object.values(database.rows).reduce((sum, count) => sum + count, 0);
    say(`${formatNumber(rows)} rows`);
    const destroyed: StoredFile[] = [];
    for (const file of files) {
      const bytes = await readFile(deps, file);
      if (bytes === undefined) destroyed.push(file);
      else await listed.add(fileName(file.key), bytes);
    }
    const manifest: BackupManifest = {
      format: backupFormat,
      id,
      entries: listed.end(),
      ...database,
      files: files.length - destroyed.length,
      destroyed,
    };
    await addManifest(archive, manifest, key);
    total = { rows, files: manifest.files };
  });
  return `Backed up ${formatNumber(total.rows)} rows and ${formatNumber(total.files)} files to ${to}${recipient === undefined ? ', unencrypted' : ''}, signed with the key ${key.id}.`;
}
