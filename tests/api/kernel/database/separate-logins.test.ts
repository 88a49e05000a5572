import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '#api/jobs/start-jobs.ts';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { migrations } from '#api/kernel/database/migrations/registry.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, testDatabaseName, testEngines } from '#tests/support/database/database.ts';

const denied = '42501';
const serverUrl = process.env.TEST_DATABASE_URL ?? '';

/** The documented statements with the logins, and the passwords of psql's variables, of this test. */
async function statements(suffix: string): Promise<string> {
  const text = await readFile('scripts/database-logins.sql', 'utf8');
  return text
    .replaceAll('assay_migrator', `assay_migrator_${suffix}`)
    .replaceAll('assay_runtime', `assay_runtime_${suffix}`)
    .replace(/:'(migrator|runtime)_password'/g, "'$1'");
}

const getCode = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: { code?: string }) => error.code,
  );

describe.runIf(testEngines.includes('postgres'))('separate logins on a server', () => {
  const suffix = randomBytes(5).toString('hex');
  const name = testDatabaseName();
  let admin: pg.Client;
  const urlAs = (login: 'migrator' | 'runtime') => {
    const url = new URL(serverUrl);
    [url.username, url.password, url.pathname] = [`assay_${login}_${suffix}`, login, `/${name}`];
    return url.href;
  };
  const opened: Database[] = [];
  const open = (settings: Parameters<typeof openDatabase>[0]) =>
    openDatabase(settings).then((database) => {
      opened.push(database);
      return database;
    });

  beforeAll(async () => {
    // Roles that other tests of the server create at the same time.
    await (await openTestDatabase('postgres')).close();
    admin = new pg.Client({ connectionString: serverUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    const inside = new pg.Client({ connectionString: url.href });
    await inside.connect();
    await inside.query(await statements(suffix));
    await inside.end();
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE IF EXISTS assay_migrator_${suffix}, assay_runtime_${suffix}`);
    await admin.end();
  });

  test('the migrator migrates, and the runtime starts on the result alone', async () => {
    const early = await open({ databaseUrl: urlAs('runtime') });
    await expect(migrateDatabase(early)).rejects.toThrow(/may not set up Assay's roles|permission denied/);
    const migrating = await open({ databaseUrl: urlAs('runtime'), migrationUrl: urlAs('migrator') });
    expect(await migrateDatabase(migrating)).toEqual(migrations.map((migration) => migration.name));
    const runtime = await open({ databaseUrl: urlAs('runtime') });
    expect(await migrateDatabase(runtime)).toEqual([]);
    const newer = [...migrations, { name: '9999-extra', sql: 'CREATE TABLE extra (id integer)' }];
    await expect(migrateDatabase(runtime, newer)).rejects.toThrow(
      'lacks migrations of this version (9999-extra), and its login may not apply them. Run "npm run migrate"',
    );
  });

  test('the runtime reads and writes a company’s rows, and neither changes the schema nor bypasses a policy', async () => {
    const runtime = await open({ databaseUrl: urlAs('runtime') });
    const { companyId } = await insertCompany(runtime, 'Kauri Conveyancing');
    await insertCompany(runtime, 'Wattle Accounting');
    const seen = await asTenant(runtime.db, companyId, (trx) =>
      trx.selectFrom('companies').select('name').execute(),
    );
    expect(seen).toEqual([{ name: 'Kauri Conveyancing' }]);
    const attempts = [
      'CREATE TABLE assay.mine (id integer)',
      'CREATE TABLE public.mine (id integer)',
      'CREATE TEMPORARY TABLE mine (id integer)',
      'CREATE SCHEMA mine',
      'ALTER TABLE assay.members NO FORCE ROW LEVEL SECURITY',
      'DROP POLICY tenant ON assay.members',
      'TRUNCATE assay.audit_events',
      'SET ROLE assay_owner',
      'ALTER ROLE CURRENT_USER BYPASSRLS',
      'CREATE ROLE mine',
      'SET session_replication_role = replica',
      'CREATE TABLE pgboss.mine (id integer)',
      'DROP TABLE pgboss.job',
    ];
    const roles = ['NONE', 'assay_app', 'assay_tenant', 'assay_platform', 'assay_jobs'];
    for (const role of roles) {
      for (const attempt of attempts) {
        const code = await runtime.asLogin(async (client) => {
          await client.query(`SET ROLE ${role}`);
          return getCode(client.query(attempt));
        });
        expect([role, attempt, code]).toEqual([role, attempt, denied]);
      }
    }
    const { rows } = await admin.query('SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = $1', [
      `assay_runtime_${suffix}`,
    ]);
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  });

  test('for a pooler, neither session settings nor named statements are sent, and the login carries the role', async () => {
    const pooled = await open({ databaseUrl: urlAs('runtime'), pooler: 'transaction', maxConnections: 1 });
    expect(await migrateDatabase(pooled)).toEqual([]);
    const { companyId } = await insertCompany(pooled, 'Rata Accounting');
    for (let time = 0; time < 4; time += 1) {
      const seen = await asTenant(pooled.db, companyId, (trx) =>
        trx.selectFrom('companies').select('name').where('id', '=', companyId).execute(),
      );
      expect(seen).toEqual([{ name: 'Rata Accounting' }]);
    }
    const { rows } = await pooled.pool.query(
      `SELECT current_user AS role, current_setting('search_path') AS path, count(s.name)::int AS named
         FROM (SELECT) AS nothing LEFT JOIN pg_prepared_statements s ON true`,
    );
    expect(rows).toEqual([{ role: 'assay_app', path: 'assay, public', named: 0 }]);
    const migrating = await open({ databaseUrl: urlAs('migrator'), pooler: 'transaction' });
    await expect(migrateDatabase(migrating)).rejects.toThrow(
      'Set DATABASE_MIGRATION_URL to the server itself.',
    );
  });

  test.each([undefined, 'transaction'] as const)(
    'the runtime creates queues and runs jobs, pooler %s',
    async (pooler) => {
      const runtime = await open({ databaseUrl: urlAs('runtime'), pooler });
      let ran: () => void = () => undefined;
      const hasRun = new Promise<void>((done) => {
        ran = done;
      });
      const jobs = await startJobs({
        database: runtime,
        db: runtime.db,
        pool: runtime.pool,
        jobs: [{ name: `runtime-job-${pooler ?? 'none'}`, cron: '0 3 * * *', run: async () => ran() }],
        pollSeconds: 1,
        onError: (error: unknown) => {
          throw error;
        },
      } as unknown as Parameters<typeof startJobs>[0]);
      await hasRun;
      await jobs.stop();
    },
  );
});
