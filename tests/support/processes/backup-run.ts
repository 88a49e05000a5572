import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createBackup } from '#api/commands/backup/create-backup.ts';
import { restoreBackup } from '#api/commands/backup/restore-backup.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { encryptedStorage } from '#api/records/documents/encrypted-storage.ts';
import { type FileStorage, openFileStorage } from '#api/records/documents/storage.ts';
import { markerKey } from '#api/records/documents/storage-marker.ts';
import { uploadDocuments } from '#contract/documents/documents.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { testCompanyKeys, testMasterKeys } from '#tests/support/company-keys.ts';
import { createEmptyDatabase, type TestEngine } from '#tests/support/database/database.ts';
import { formWith, samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';
import { testSigningKeys } from '#tests/support/signing-keys.ts';

/** Keys of the installation that is backed up. */
export const backupKeys = {
  secrets: {
    ID_HMAC_KEY: ['identity-key-of-the-backup-test!'],
    FILE_KEYS: testMasterKeys.files,
    FIELD_KEYS: testMasterKeys.fields,
    AUDIT_KEY: ['audit-key-of-the-backup-test!!!!'],
  },
  signingKeys: testSigningKeys,
};

const encrypted = (storage: FileStorage, { db }: Pick<Database, 'db'>) =>
  encryptedStorage(storage, { db, companyKeys: testCompanyKeys });

/** The files of an API as they are stored: encrypted. */
export const storedFiles = (api: TestApi): Promise<FileStorage> =>
  openFileStorage({ kind: 'local', folder: join(api.files.folder, 'files') });

/** An API with this many clients and stored files. */
export async function openFilledApi(
  engine: TestEngine,
  { clients, files }: { clients: number; files: number },
): Promise<TestApi> {
  const api = await openTestApi(engine);
  api.files.files.storage = encrypted(await storedFiles(api), api.database);
  const picture = await samplePicture('jpeg');
  let uploader = api.companies.a.staff;
  for (let at = 0; at < clients; at += 1) {
    // Text that a careless format would change.
    const { id } = await addClient(api, api.companies.a, `O’Brien-${'xyz"\\,(){}'.charAt(at % 10)}é`);
    if (at >= files) continue;
    const file =
      at % 2 === 0
        ? { name: 'deed.pdf', bytes: samplePdf([`(deed ${at})`]) }
        : { name: 'face.jpg', bytes: picture };
    // Uploads of one person are limited.
    if (at % 200 === 199) uploader = await api.addMember(api.companies.a.id);
    const input = { params: { ownerType: 'client', ownerId: id }, body: formWith([file], {}) };
    const sent = await api.request(uploadDocuments, input as never, { as: uploader });
    if (sent.status !== 201) throw new Error(`The upload answered ${sent.status}.`);
  }
  return api;
}

export interface Target {
  database: Database;
  storage: FileStorage;
  /** Its data folder: the embedded database, and the files. */
  folder: string;
  databaseUrl: string | undefined;
  close(): Promise<void>;
}

/** An empty installation. */
export async function openTarget(engine: TestEngine): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-restore-'));
  const empty = engine === 'postgres' ? await createEmptyDatabase() : undefined;
  const database = await openDatabase(
    empty === undefined ? { dataDir: folder } : { databaseUrl: empty.databaseUrl },
  );
  return {
    database,
    storage: await openFileStorage({ kind: 'local', folder: join(folder, 'files') }),
    folder,
    databaseUrl: empty?.databaseUrl,
    async close() {
      await database.close();
      await empty?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const now = () => new Date();

export async function backUp(api: TestApi, to: string, recipient?: string): Promise<string> {
  const { database } = api;
  const storage = await storedFiles(api);
  const deps = { database, storage, documents: encrypted(storage, database), now, keys: backupKeys };
  return createBackup(deps, { to, recipient }, () => undefined);
}

export const restore = (
  { database, storage }: Pick<Target, 'database' | 'storage'>,
  source: { from: string; identity?: string },
  keys = backupKeys,
): Promise<string> =>
  restoreBackup(
    { database, storage, documents: encrypted(storage, database), now, keys },
    source,
    () => undefined,
  );

/** What an installation holds: a digest of each table's rows, its catalogue, and a digest of each file. */
export async function getContents(
  database: Pick<Database, 'asMigrator'>,
  storage: FileStorage,
): Promise<{ tables: Record<string, string>; catalogue: unknown; files: Record<string, string> }> {
  const found = await database.asMigrator(async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE assay_owner; SET LOCAL search_path TO assay, public');
    const { rows: names } = await client.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'assay'::regnamespace AND relkind = 'r' ORDER BY 1`,
    );
    const tables: Record<string, string> = {};
    for (const { name } of names) {
      // A restore takes the storage as its own.
      if (name === 'schema_migrations' || name === 'file_storage_marker') continue;
      const { rows } = await client.query(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) ORDER BY t::text COLLATE "C")), '') AS digest FROM ${name} t`,
      );
      tables[name] = rows[0].digest;
    }
    const { rows: catalogue } = await client.query(
      `SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS part FROM pg_constraint
        WHERE connamespace = 'assay'::regnamespace
       UNION ALL SELECT tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger
        WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'assay'::regnamespace)
       UNION ALL SELECT sequencename || ' ' || coalesce(last_value::text, '') FROM pg_sequences WHERE schemaname = 'assay'
       ORDER BY 1`,
    );
    await client.query('ROLLBACK');
    return { tables, catalogue };
  });
  const files: Record<string, string> = {};
  for await (const keys of storage.pages()) {
    for (const key of keys) {
      if (key === markerKey) continue;
      const bytes = await buffer(await storage.read(key));
      files[key] = createHash('sha256').update(bytes).digest('hex');
    }
  }
  return { ...found, files };
}
