import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import type { Migration } from '#api/kernel/database/migrations/migration.ts';
import { migrations } from '#api/kernel/database/migrations/registry.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { createEmptyDatabase, testEngines, testLogin } from '#tests/support/database/database.ts';

const extra: Migration = { name: '9999-extra', sql: 'CREATE TABLE extra (id integer)' };

const hasEmbedded = testEngines.includes('pglite');

describe.each(testEngines)('migrating an empty database on %s', (engine) => {
  let open: () => Promise<Database>;
  let drop: () => Promise<void>;
  let opened: Database[];

  beforeEach(async () => {
    opened = [];
    if (engine === 'pglite') {
      const dataDir = await mkdtemp(join(tmpdir(), 'assay-migrate-'));
      open = () => openDatabase({ dataDir });
      drop = () => rm(dataDir, { recursive: true });
    } else {
      const empty = await createEmptyDatabase();
      open = () => openDatabase({ databaseUrl: empty.databaseUrl });
      drop = empty.drop;
    }
  });
  afterEach(async () => {
    for (const database of opened) await database.close();
    await drop();
  });

  async function openOne(): Promise<Database> {
    const database = await open();
    opened.push(database);
    return database;
  }

  test('all are applied once, by a login without superuser rights that owns nothing afterwards', async () => {
    const database = await openOne();
    expect(await migrateDatabase(database)).toEqual(migrations.map(({ name }) => name));
    expect(await migrateDatabase(database)).toEqual([]);
    const { companyId } = await insertCompany(database, 'Kauri Conveyancing');
    expect(
      await asTenant(database.db, companyId, (trx) => trx.selectFrom('companies').select('id').execute()),
    ).toEqual([{ id: companyId }]);
    const owners = await database.asLogin((client) =>
      client.query(
        `SELECT DISTINCT relowner::regrole::text AS owner FROM pg_class
          WHERE relnamespace IN ('assay'::regnamespace, 'pgboss'::regnamespace) ORDER BY 1`,
      ),
    );
    expect(owners.rows).toEqual([{ owner: 'assay_owner' }]);
    if (engine === 'postgres') {
      const login = await database.asLogin((client) =>
        client.query(
          'SELECT rolname AS name, rolsuper AS superuser FROM pg_roles WHERE rolname = session_user',
        ),
      );
      expect(login.rows).toEqual([{ name: testLogin.name, superuser: false }]);
    }
  });

  test('a failing migration is rolled back, and those before it stay applied', async () => {
    const database = await openOne();
    const broken = { name: '9999-broken', sql: 'CREATE TABLE half (id integer); SELECT 1/0' };
    await expect(migrateDatabase(database, [...migrations, broken])).rejects.toMatchObject({ code: '22012' });
    expect(await migrateDatabase(database, [...migrations, extra])).toEqual([extra.name]);
    const { rows } = await database.asLogin((client) =>
      client.query(`SELECT to_regclass('assay.half') AS half`),
    );
    expect(rows).toEqual([{ half: null }]);
  });

  test('a changed, a missing and an unknown migration are rejected with the reason', async () => {
    const database = await openOne();
    await migrateDatabase(database, [...migrations, extra]);
    await expect(migrateDatabase(database)).rejects.toThrow(
      'does not know (9999-extra). Start the newer version.',
    );
    await expect(migrateDatabase(database, [...migrations, { ...extra, sql: 'SELECT 1' }])).rejects.toThrow(
      'Migration 9999-extra was changed',
    );
    const between = { name: '9998-between', sql: 'SELECT 1' };
    await expect(migrateDatabase(database, [...migrations, between, extra])).rejects.toThrow(
      'Migration 9998-between is missing from this database, though later ones are there.',
    );
  });
});

test.runIf(hasEmbedded)(
  'a login without superuser rights creates and takes on the roles under the rules of PostgreSQL 16',
  async () => {
    const database = await openDatabase({});
    await database.asLogin((client) =>
      client.query(`CREATE ROLE plain_login LOGIN CREATEROLE; GRANT CREATE ON DATABASE postgres TO plain_login;
      SET SESSION AUTHORIZATION plain_login`),
    );
    expect(await migrateDatabase(database)).toEqual(migrations.map(({ name }) => name));
    const { companyId } = await insertCompany(database, 'Kauri Conveyancing');
    expect(
      await asTenant(database.db, companyId, (trx) => trx.selectFrom('companies').select('id').execute()),
    ).toEqual([{ id: companyId }]);
    const { rows } = await database.asLogin((client) =>
      client.query(`SELECT session_user AS login, current_setting('server_version_num')::int >= 160000 AS strict,
      (SELECT count(*)::int FROM pg_class WHERE relowner = 'plain_login'::regrole) AS owned`),
    );
    expect(rows).toEqual([{ login: 'plain_login', strict: true, owned: 0 }]);
    await database.close();
  },
);

test.runIf(hasEmbedded)(
  'a login without CREATEROLE gets an error with the administrator’s steps',
  async () => {
    const database = await openDatabase({});
    await database.asLogin((client) =>
      client.query('CREATE ROLE powerless LOGIN; SET SESSION AUTHORIZATION powerless'),
    );
    await expect(migrateDatabase(database)).rejects.toThrow(
      'Grant it CREATEROLE, or let an administrator run: CREATE ROLE',
    );
    await database.close();
  },
);

test.runIf(hasEmbedded)('data written to a folder is there when it is opened again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-migrate-'));
  const first = await openDatabase({ dataDir });
  await migrateDatabase(first);
  const { companyId } = await insertCompany(first, 'Kauri Conveyancing');
  await first.close();
  const second = await openDatabase({ dataDir });
  expect(await migrateDatabase(second)).toEqual([]);
  expect(
    await asTenant(second.db, companyId, (trx) => trx.selectFrom('companies').select('name').execute()),
  ).toEqual([{ name: 'Kauri Conveyancing' }]);
  await second.close();
  await rm(dataDir, { recursive: true });
});

describe.each(testEngines.filter((engine) => engine === 'postgres'))('a %s server', () => {
  test('several processes that start together migrate a database once', async () => {
    const empty = await createEmptyDatabase();
    const servers = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ databaseUrl: empty.databaseUrl })),
    );
    try {
      const applied = await Promise.all(servers.map((database) => migrateDatabase(database)));
      expect(applied.flat().sort()).toEqual(migrations.map(({ name }) => name).sort());
    } finally {
      await Promise.all(servers.map((database) => database.close()));
      await empty.drop();
    }
  });

  test('databases sharing a server’s roles do not conflict', async () => {
    const empties = await Promise.all(Array.from({ length: 3 }, createEmptyDatabase));
    const databases = await Promise.all(empties.map(({ databaseUrl }) => openDatabase({ databaseUrl })));
    try {
      const applied = await Promise.all(databases.map((database) => migrateDatabase(database)));
      for (const item of applied) expect(item).toHaveLength(migrations.length);
    } finally {
      await Promise.all(databases.map((database) => database.close()));
      await Promise.all(empties.map(({ drop }) => drop()));
    }
  });

  test('options in the URL do not override the default role', async () => {
    const empty = await createEmptyDatabase();
    const database = await openDatabase({ databaseUrl: `${empty.databaseUrl}?options=-c%20work_mem%3D5MB` });
    try {
      await migrateDatabase(database);
      const { rows } = await database.pool.query(
        `SELECT current_user AS role, current_setting('work_mem') AS memory`,
      );
      expect(rows).toEqual([{ role: 'assay_app', memory: '5MB' }]);
    } finally {
      await database.close();
      await empty.drop();
    }
  });
});
