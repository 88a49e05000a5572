import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { consequences } from '#api/consequences.ts';
import { installSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import { installConsequences } from '#api/kernel/command/work.ts';
import type { DatabaseClient } from '#api/kernel/database/database-pool.ts';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { migrationsChecksum } from '#api/kernel/database/migrations-checksum.ts';
import { guardEngine } from '#api/kernel/database/pglite-engine-guard.ts';
import { type Database, openDatabase, openEmbeddedOver } from '#api/kernel/database/pool.ts';
import { isProcessRunning } from '#api/kernel/is-process-running.ts';
import { checkoutHash, databasePrefix, testCache } from '#tests/support/checkout.ts';
import { testSigningKeys } from '#tests/support/signing-keys.ts';

// As every entry of the product does.
installConsequences(consequences);

export type TestEngine = Database['engine'];

/** A server to test on, as a role that may create roles and databases: `postgres://root@127.0.0.1:5432/postgres`. */
const serverUrl = process.env.TEST_DATABASE_URL;

/** A transaction pooler in front of that server, which the databases of tests are then used through. */
const poolerUrl = process.env.TEST_POOLER_URL;

/** The engine of this vitest project; unset, every available one. */
const chosenEngine = process.env.TEST_ENGINE as TestEngine | undefined;

/** Tests of the database run on each: `describe.each(testEngines)('… on %s', (engine) => …)`. */
export const testEngines: readonly TestEngine[] = chosenEngine
  ? [chosenEngine]
  : serverUrl
    ? ['pglite', 'postgres']
    : ['pglite'];

/** For tests independent of the engine. */
export const testEngine: TestEngine = chosenEngine ?? 'pglite';

export interface TestDatabase extends Database {
  /** The URL for a second process or pool; null for the embedded database in memory. */
  databaseUrl: string | null;
  /** The URL of the login that migrates; null for the embedded database in memory. */
  migrationUrl: string | null;
  /** Statements as a superuser, bypassing permissions and policies: to tamper and to inspect. */
  asSuperuser(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

/** The login role of test databases: no superuser, as in production. */
export const testLogin = { name: 'assay_test_login', password: 'assay-test' } as const;

/** The login that test databases are used with: it reads and writes rows, and can change no table. */
export const runtimeLogin = { name: 'assay_test_runtime', password: 'assay-test' } as const;

const checksum = migrationsChecksum().slice(0, 12);

/** Of databases, which checkouts that share a server do not share. */
const templatePrefix = `assay_test_template_${checkoutHash}_`;

/** A name for a database or role of this process, by which the next run knows whether its process has ended. */
export const testDatabaseName = () => `${databasePrefix}${process.pid}_${randomBytes(6).toString('hex')}`;

/** Changes with what is done to a template besides the migrations. */
const templateVersion = 2;

const dumpFile = join(testCache, `database-${checksum}.tar`);

/** Dumps of former migrations. */
async function removeOtherDumps(): Promise<void> {
  for (const name of await readdir(testCache)) {
    const file = join(testCache, name);
    if (name.startsWith('database-') && !file.startsWith(dumpFile)) await rm(file, { force: true });
  }
}

/** Every file of a worker starts its database from the same bytes. A `Blob` would hand out a new copy, in pieces, each time. */
class Dump extends Blob {
  readonly #bytes: ArrayBuffer;

  constructor(bytes: ArrayBuffer) {
    super();
    this.#bytes = bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes;
  }
}

let dump: Dump | undefined;

async function embeddedDump(): Promise<Dump> {
  if (!existsSync(dumpFile)) {
    await mkdir(testCache, { recursive: true });
    const pglite = await PGlite.create({ extensions: { pg_trgm, btree_gin } });
    const database = await openEmbeddedOver(pglite);
    await migrateDatabase(database);
    const made = await pglite.dumpDataDir('none');
    await database.close();
    await removeOtherDumps();
    const unfinished = `${dumpFile}.${process.pid}-${randomBytes(4).toString('hex')}`;
    await writeFile(unfinished, new Uint8Array(await made.arrayBuffer()));
    await rename(unfinished, dumpFile);
  }
  dump ??= new Dump(Uint8Array.from(await readFile(dumpFile)).buffer);
  return dump;
}

/** Nothing survives a database in memory, so its log need not restore torn pages, and a small cache is laid out in half the time. */
const inMemory = ['-c', 'full_page_writes=off', '-c', 'wal_init_zero=off', '-c', 'shared_buffers=16MB'];

async function openEmbeddedTest(): Promise<TestDatabase> {
  const pglite = await PGlite.create({
    loadDataDir: await embeddedDump(),
    extensions: { pg_trgm, btree_gin },
    startParams: [...PGlite.defaultStartParams, ...inMemory],
  });
  guardEngine(pglite, () => undefined);
  const database = await openEmbeddedOver(pglite);
  return {
    ...database,
    databaseUrl: null,
    migrationUrl: null,
    asSuperuser: (text, values) => database.asLogin((client: DatabaseClient) => client.query(text, values)),
  };
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function getUrl(base: string, database: string, login?: { name: string; password: string }): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  if (login) {
    url.username = login.name;
    url.password = login.password;
  }
  return url.toString();
}

/** Any number of the project's own: test processes that share a server take this lock to create the login role and the template. */
const templateLock = 7_423_001;

async function makeLogin(client: pg.Client): Promise<void> {
  await client.query(
    `DO $$ BEGIN
       CREATE ROLE ${testLogin.name} LOGIN CREATEROLE NOSUPERUSER PASSWORD '${testLogin.password}';
     EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
}

/** After the first migration of a server, which creates the roles. */
async function makeRuntimeLogin(client: pg.Client): Promise<void> {
  await client.query(
    `DO $$ BEGIN
       CREATE ROLE ${runtimeLogin.name} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${runtimeLogin.password}';
     EXCEPTION WHEN duplicate_object THEN NULL; END $$;
     GRANT assay_app, assay_tenant, assay_platform, assay_jobs TO ${runtimeLogin.name};
     ALTER ROLE ${runtimeLogin.name} SET role = 'assay_app';
     ALTER ROLE ${runtimeLogin.name} SET search_path = assay, public;
     ALTER ROLE ${runtimeLogin.name} SET TimeZone = 'UTC';
     ALTER ROLE ${runtimeLogin.name} SET DateStyle = 'ISO'`,
  );
}

/**
 * An empty database on the test server with a login role that may create roles and schemas and nothing else. `drop` disconnects all users.
 */
export async function createEmptyDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  if (!serverUrl) throw new Error('Set TEST_DATABASE_URL to test on a server.');
  const name = testDatabaseName();
  await onServer(serverUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
    await makeLogin(client);
    await client.query(`CREATE DATABASE ${name}`);
    await client.query(`GRANT CREATE ON DATABASE ${name} TO ${testLogin.name}`);
  });
  return {
    databaseUrl: getUrl(serverUrl, name, testLogin),
    drop: () =>
      onServer(serverUrl, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}

/** A database filled by a dump's statements, run as a superuser with Assay's roles in place; `drop` as of an empty one. */
export async function createFilledDatabase(
  dump: string,
): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  // The roles that own the dump's objects are created with the first migrated database of a server.
  await (await openTestDatabase('postgres')).close();
  const database = await createEmptyDatabase();
  const { pathname } = new URL(database.databaseUrl);
  await onServer(getUrl(serverUrl ?? '', pathname.slice(1)), (client) => client.query(dump));
  return database;
}

/**
 * Leaves vacuuming and statistics to the tests that need them. An autovacuum worker that analyses any table holds a snapshot, and what was
 * updated since stays visible to it: a VACUUM at the same time then cleans nothing, and plans depend on the moment.
 */
async function disableAutovacuum(client: pg.Client): Promise<void> {
  await client.query(
    `DO $$ DECLARE name regclass; BEGIN
       FOR name IN SELECT oid FROM pg_class
         WHERE relkind = 'r' AND relnamespace IN ('assay'::regnamespace, 'pgboss'::regnamespace)
       LOOP EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', name); END LOOP;
     END $$`,
  );
}

/** Templates of this checkout's former migrations, and incomplete ones of a killed run. */
async function dropFormerTemplates(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1) AND datname <> $2`,
    [templatePrefix, template],
  );
  for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

let hasDroppedLeftovers = false;

/** Databases and roles of this checkout's processes that were killed. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  if (hasDroppedLeftovers) return;
  hasDroppedLeftovers = true;
  const { rows } = await client.query<{ kind: 'DATABASE' | 'ROLE'; name: string }>(
    `SELECT 'DATABASE' AS kind, datname AS name FROM pg_database WHERE starts_with(datname, $1)
     UNION ALL SELECT 'ROLE', rolname FROM pg_roles WHERE starts_with(rolname, $1)`,
    [databasePrefix],
  );
  for (const { kind, name } of rows) {
    const pid = Number(name.slice(databasePrefix.length).split('_')[0]);
    if (isProcessRunning(pid)) continue;
    await client.query(`DROP ${kind} IF EXISTS ${name}${kind === 'DATABASE' ? ' WITH (FORCE)' : ''}`);
  }
}

async function ensureTemplate(url: string, template: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
    await dropLeftovers(client);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount) return;
    await makeLogin(client);
    const unfinished = `${template}_making`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    await client.query(`GRANT CREATE ON DATABASE ${unfinished} TO ${testLogin.name}`);
    const database = await openDatabase({ databaseUrl: getUrl(url, unfinished, testLogin) });
    await migrateDatabase(database);
    await database.close();
    await makeRuntimeLogin(client);
    await onServer(getUrl(url, unfinished), disableAutovacuum);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
    await dropFormerTemplates(client, template);
  });
}

/**
 * Sends the statement that drops a database without awaiting it: the server checkpoints first, a second or more of disk time, and completes
 * the statement after the client has disconnected.
 */
async function beginDrop(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks now must not fail a test.
  client.on('error', () => undefined);
  await client.connect();
  void client
    .query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    .catch((error: unknown) => console.error(`The database ${name} is left behind.`, error))
    .finally(() => client.end());
}

async function openServerTest(url: string): Promise<TestDatabase> {
  const template = `${templatePrefix}${checksum}_${templateVersion}`;
  const name = testDatabaseName();
  await ensureTemplate(url, template);
  await onServer(url, async (client) => {
    // A copy of the files costs the server a quarter of what a copy through its log does.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    // No test stops the server, so none needs its commits on the disk.
    await client.query(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
  });
  const databaseUrl = getUrl(url, name, runtimeLogin);
  const migrationUrl = getUrl(url, name, testLogin);
  const database = await openDatabase(
    poolerUrl === undefined
      ? { databaseUrl, migrationUrl }
      : { databaseUrl: getUrl(poolerUrl, name, runtimeLogin), migrationUrl, pooler: 'transaction' },
  );
  const superuser = new pg.Client({
    connectionString: getUrl(url, name),
    options: '-c search_path=assay,public',
  });
  await superuser.connect();
  return {
    ...database,
    databaseUrl,
    migrationUrl,
    asSuperuser: (text, values) => superuser.query(text, values),
    async close() {
      await database.close();
      await superuser.end();
      await beginDrop(url, name);
    },
  };
}

/**
 * A fresh, migrated database of its own. Close it after the tests: a server's database is dropped then, soon after. Takes about a third of
 * a second; the first on a machine, or after a change of migrations, some seconds.
 */
export async function openTestDatabase(engine: TestEngine): Promise<TestDatabase> {
  // Each time: a test that starts a whole API in this process installs its own.
  installSigningKeys(testSigningKeys);
  if (engine === 'pglite') return openEmbeddedTest();
  if (!serverUrl) throw new Error('Set TEST_DATABASE_URL to test on a server.');
  return openServerTest(serverUrl);
}
