import { z } from 'zod';
import { formatNumber } from '#rules/format/numbers.ts';
import type { PublicSigningKey } from '../../kernel/audit/signing-keys.ts';
import { describeBroken, verifyChains } from '../../kernel/audit/verify-chains.ts';
import type { DatabaseClient } from '../../kernel/database/database-pool.ts';
import { migrateDatabase } from '../../kernel/database/migrate.ts';
import { migrations } from '../../kernel/database/migrations/registry.ts';
import type { Database } from '../../kernel/database/pool.ts';
import { sqlState } from '../../kernel/database/postgres-errors.ts';
import { adoptStorage } from '../../records/documents/storage-marker.ts';
import { digestEntry, readArchive } from './archive.ts';
import { BackupFault, damagedBackup } from './backup-fault.ts';
import { type BackupHeader, getFingerprints } from './backup-format.ts';
import {
  type BackupSource,
  type CheckedBackup,
  checkBackup,
  parseEntry,
  requireSize,
} from './check-backup.ts';
import type { BackupDeps } from './create-backup.ts';
import { type EntryPlace, parseEntryName } from './entry-names.ts';
import { type Loader, listTables, loadAll, markRestore, readTargetState } from './rows-store.ts';

export interface RestoreDeps extends BackupDeps {
  database: Database;
}

/** What an operator asks for. */
export interface RestoreRequest {
  from: string;
  /** File with the secret key of an encrypted backup. */
  identity?: string | undefined;
  /** Keys whose signatures count, in place of the installation's own. */
  publicKeys?: ReadonlyMap<string, PublicSigningKey> | undefined;
  /** Also restores a backup without a signature. */
  isUnsignedAccepted?: boolean;
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

async function prepareTarget(
  client: DatabaseClient,
  deps: RestoreDeps,
  { header, contents }: CheckedBackup,
): Promise<void> {
  const { isUsed, restoring } = await readTargetState(client);
  if (isUsed) {
    throw new Error('The database is not empty, so nothing was restored. Use a new one.');
  }
  const tables = await listTables(client);
  const unknown = Object.keys(contents.rows).filter((table) => !tables.includes(table));
  if (unknown.length > 0) {
    throw new BackupFault(`The backup has rows of ${unknown.join(', ')}, which its version of Assay lacks.`);
  }
  await emptyStorage(deps, restoring !== null);
  await markRestore(client, header.id, deps.now().toISOString());
}

const rowTexts = z.array(z.string());

/** What the entries are stored in, and the rows so far by table. */
interface Destination {
  loader: Loader;
  storage: RestoreDeps['storage'];
  rows: Record<string, number>;
}

async function store(
  place: EntryPlace,
  content: Buffer,
  { loader, storage, rows }: Destination,
): Promise<void> {
  if (place.kind === 'file') await storage.putBytes(place.key, content, 'application/octet-stream');
  if (place.kind !== 'rows') return;
  const texts = parseEntry(rowTexts, content);
  rows[place.table] = (rows[place.table] ?? 0) + texts.length;
  await loader.addRows(place.table, texts).catch((error: unknown) => {
    // Text that is no row of the table.
    throw /^2[23]/.test(sqlState(error) ?? '') ? damagedBackup(error) : error;
  });
}

const changedMeanwhile = () => new BackupFault('The file of the backup changed while it was being restored.');

/**
 * Reads the archive again and stores its entries. The file may have changed since it was checked: each entry is compared before it is
 * stored, and the first difference ends the restore.
 */
async function storeEntries(
  { from, identity }: BackupSource,
  { entries, header }: CheckedBackup,
  destination: Destination,
): Promise<void> {
  let at = 0;
  await readArchive(from, identity, async (entry, content) => {
    const place = parseEntryName(entry.name);
    requireSize(entry, place, header.format);
    const isStored = place.kind === 'rows' || place.kind === 'file';
    const { bytes, sha256 } = await digestEntry(entry, content, isStored);
    if (!entries.isAt(at, entry.name, sha256)) throw changedMeanwhile();
    await store(place, bytes, destination);
    at += 1;
  });
  if (at !== entries.count) throw changedMeanwhile();
}

async function load(
  client: DatabaseClient,
  { storage, now }: RestoreDeps,
  source: BackupSource,
  checked: CheckedBackup,
): Promise<void> {
  const { contents } = checked;
  await loadAll(client, async (loader) => {
    const rows = Object.fromEntries(Object.keys(contents.rows).map((table) => [table, 0]));
    await storeEntries(source, checked, { loader, storage, rows });
    const isAsStated = Object.entries(rows).every(([table, count]) => contents.rows[table] === count);
    if (!isAsStated) throw new BackupFault('The backup has other numbers of rows than its manifest states.');
    await loader.setSequences(contents.sequences);
    await loader.markPurged(contents.destroyed, now().toISOString());
  });
}

/**
 * Fills the prepared target. After a failure its storage is emptied again, unless the rows were committed after all; the mark stays, so
 * that no server takes the empty database for a new one.
 */
async function fill(
  client: DatabaseClient,
  deps: RestoreDeps,
  source: BackupSource,
  checked: CheckedBackup,
): Promise<void> {
  await prepareTarget(client, deps, checked);
  try {
    await load(client, deps, source, checked);
  } catch (error) {
    const state = await readTargetState(client).catch(() => undefined);
    if (state?.restoring === checked.header.id) await emptyStorage(deps, true).catch(() => undefined);
    throw error;
  }
}

/** What was compared, for the operator. */
function describeCheck({ signedBy, entries, header }: CheckedBackup, { publicKeys }: RestoreRequest): string {
  const count = formatNumber(entries.count);
  if (signedBy !== null) {
    const owner = publicKeys === undefined ? 'of this installation' : 'of --public-key';
    return `SIGNED: with the key ${signedBy} ${owner}. All ${count} entries of the backup of ${header.createdAt} are those that were signed.`;
  }
  return [
    `UNSIGNED: this backup of ${header.createdAt} has no signature.`,
    `Compared: its ${count} entries with the hashes of its own manifest, which a person who changes a backup can recompute; after the restore, the audit chains.`,
    'Not compared: who wrote it, and whether records that the audit chains do not hold, such as members, their login IDs and the values of clients, are as they were.',
  ].join(' ');
}

/** Checks the backup. @throws BackupFault that also says that nothing was restored. */
async function check(source: BackupSource): Promise<CheckedBackup> {
  try {
    return await checkBackup(source);
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error;
    throw new BackupFault(`${error.message} Nothing was restored.`, { cause: error });
  }
}

/** @returns the number of audit chains. @throws Error for the operator if any is broken. */
async function verifyRestored(
  { database, keys, now }: RestoreDeps,
  say: (text: string) => void,
): Promise<number> {
  const { secrets, signingKeys } = keys;
  const verifyDeps = {
    auditKeys: secrets.AUDIT_KEY ?? [],
    publicKeys: signingKeys?.publicKeys ?? new Map(),
    signingKeys,
    now,
  };
  const { ok, chains } = await verifyChains(database.db, verifyDeps, ({ chain, broken }) => {
    if (broken !== null) say(describeBroken(chain, broken));
  });
  if (!ok)
    throw new Error('Everything was restored as it was backed up, but audit chains failed verification.');
  return chains.length;
}

/**
 * Restores a backup into an empty database and an empty file storage. The whole archive is checked first: names, order and hashes of its
 * entries, and the signature of its manifest. Then it is read again and stored; rows become visible in one transaction at the end. A killed
 * restore leaves a mark: the server does not start on it, and another restore starts again. Afterwards missing migrations are applied and
 * all audit chains verified.
 *
 * @returns a line for the operator
 * @throws Error for the operator; BackupFault for a backup that is not accepted
 */
export async function restoreBackup(
  deps: RestoreDeps,
  request: RestoreRequest,
  say: (text: string) => void,
): Promise<string> {
  const { database, keys, now, storage } = deps;
  const { from, identity, isUnsignedAccepted = false } = request;
  const publicKeys = request.publicKeys ?? keys.signingKeys?.publicKeys ?? new Map();
  const source = { from, identity, publicKeys, isUnsignedAccepted };
  const checked = await check(source);
  const { header, contents, signedBy } = checked;
  requireSameKeys(header, deps);
  say(describeCheck(checked, request));
  await prepareSchema(database, header);
  await database.asMigrator((client) => fill(client, deps, source, checked));
  const rows = Object.values(contents.rows).reduce((sum, count) => sum + count, 0);
  say(`${formatNumber(rows)} rows and ${formatNumber(contents.files)} files of ${header.createdAt}`);
  await migrateDatabase(database);
  await adoptStorage({ db: database.db, storage, now });
  const chains = await verifyRestored(deps, say);
  return [
    `Restored ${formatNumber(rows)} rows and ${formatNumber(contents.files)} files. All ${chains} audit chains verified.`,
    ...(signedBy === null ? ['The backup has no signature.'] : []),
  ].join(' ');
}
