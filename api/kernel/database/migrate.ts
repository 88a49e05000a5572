import { createHash } from 'node:crypto';
import { type DatabaseClient, type DatabasePool, runtimeRole } from './database-pool.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations as allMigrations } from './migrations/registry.ts';
import { extensions } from './migrations-checksum.ts';
import type { Database } from './pool.ts';
import { jobQueueSchemaSql, queueOwnershipSql } from './queue-schema.ts';
import { ensureRoles } from './roles.ts';

/** Advisory lock number shared by all processes that migrate this database: 'assay' in ASCII. */
const migrationLock = 0x6173736179;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function inTransaction(client: DatabaseClient, role: string, work: () => Promise<void>): Promise<void> {
  await client.query(`BEGIN; SET LOCAL ROLE ${role}; SET LOCAL search_path TO assay, public`);
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function makeSchemas(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query(
    `SELECT to_regnamespace('assay') IS NOT NULL AS tables, to_regclass('pgboss.version') IS NOT NULL AS queue,
            ARRAY(SELECT extname::text FROM pg_extension) AS extensions`,
  );
  const existing = rows[0];
  for (const extension of extensions) {
    if (!existing.extensions.includes(extension)) {
      await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension} SCHEMA public`);
    }
  }
  if (!existing.tables) await client.query('CREATE SCHEMA assay AUTHORIZATION assay_owner');
  if (!existing.queue) {
    await client.query(
      'BEGIN; CREATE SCHEMA IF NOT EXISTS pgboss AUTHORIZATION assay_jobs; SET LOCAL ROLE assay_jobs',
    );
    try {
      await client.query(jobQueueSchemaSql());
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  }
}

/** Runs once for each database, also for one whose queue `assay_jobs` still owns. */
async function handQueueToOwner(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query(
    `SELECT nspowner::regrole::text AS owner FROM pg_namespace WHERE nspname = 'pgboss'`,
  );
  if (rows[0]?.owner === 'assay_owner') return;
  try {
    await client.query(`BEGIN; ${queueOwnershipSql}; COMMIT`);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Whether the login may only read and write rows: the schema is there, and it is no member of the role that owns it. */
async function isRuntimeLogin(client: DatabaseClient): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
                     WHERE n.nspname = 'assay' AND p.proname = 'applied_migrations')
        AND NOT (SELECT pg_has_role(session_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = 'assay_owner') AS runtime`,
  );
  return rows[0]?.runtime === true;
}

/** Throws if the schema is not this version's. */
async function requireMigrated(pool: DatabasePool, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await pool.query('SELECT name, checksum FROM assay.applied_migrations()');
  const left = pending(new Map(rows.map(({ name, checksum }) => [name, checksum])), migrations);
  if (left.length === 0) return;
  throw new Error(
    `The database lacks migrations of this version (${left.map(({ name }) => name).join(', ')}), and its login may not apply them. Run "npm run migrate" with DATABASE_MIGRATION_URL set.`,
  );
}

async function appliedMigrations(client: DatabaseClient): Promise<Map<string, string>> {
  const { rows } = await client.query('SELECT name, checksum FROM assay.schema_migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Migrations to apply. Throws for a database that a different version of the program has migrated differently. */
function pending(applied: Map<string, string>, migrations: readonly Migration[]): readonly Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database has migrations that this version of Assay does not know (${unknown.join(', ')}). Start the newer version.`,
    );
  }
  for (const { name, sql } of migrations) {
    const checksum = applied.get(name);
    if (checksum !== undefined && checksum !== sha256(sql)) {
      throw new Error(
        `Migration ${name} was changed after it had been applied to this database. Restore its text.`,
      );
    }
  }
  const left = migrations.filter(({ name }) => !applied.has(name));
  const firstLeft = left[0];
  if (firstLeft && migrations.slice(migrations.indexOf(firstLeft)).length !== left.length) {
    throw new Error(
      `Migration ${firstLeft.name} is missing from this database, though later ones are there.`,
    );
  }
  return left;
}

/** Existing roles, memberships, extensions and schemas; if all exist, nothing needs preparing. */
const preparedSql = `SELECT to_regclass('assay.schema_migrations') IS NOT NULL AND to_regclass('pgboss.version') IS NOT NULL AS prepared`;

/** Applies what is missing, serialised across processes, and returns the names. */
async function applyMigrations(client: DatabaseClient, migrations: readonly Migration[]): Promise<string[]> {
  const names: string[] = [];
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  try {
    const prepared = (await client.query(preparedSql)).rows[0].prepared;
    await ensureRoles(client);
    if (!prepared) {
      await makeSchemas(client);
      await inTransaction(client, 'assay_owner', async () => {
        await client.query(
          `CREATE TABLE IF NOT EXISTS schema_migrations (
             name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
        );
      });
    }
    await handQueueToOwner(client);
    let applied = new Map<string, string>();
    await inTransaction(client, 'assay_owner', async () => {
      applied = await appliedMigrations(client);
    });
    for (const { name, sql } of pending(applied, migrations)) {
      await inTransaction(client, 'assay_owner', async () => {
        await client.query(sql);
        await client.query('INSERT INTO assay.schema_migrations (name, checksum) VALUES ($1, $2)', [
          name,
          sha256(sql),
        ]);
      });
      names.push(name);
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  }
  return names;
}

/**
 * Migrates the database to this version's schema: roles, extensions, schemas, then each missing migration in order, in
 * its own transaction, recorded with its checksum. Serialised across processes. The migrating login needs CREATEROLE (once)
 * and CREATE on the database. A login that may only read and write rows changes nothing: the schema must be this version's.
 *
 * @returns the names of the migrations applied.
 * @throws if the database is newer than the program, or older and the login may not migrate it; if an applied migration was changed; or
 * if connections do not start as `assay_app` (a connection pooler may drop the setting).
 */
export async function migrateDatabase(
  database: Database,
  migrations: readonly Migration[] = allMigrations,
): Promise<string[]> {
  const applied = await database.asMigrator(async (client) => {
    if (await isRuntimeLogin(client)) return undefined;
    if (database.migratesDirectly) return applyMigrations(client, migrations);
    throw new Error(
      'Migrations need a session of their own, which the pooler of DATABASE_URL does not lend. Set DATABASE_MIGRATION_URL to the server itself.',
    );
  });
  const { rows } = await database.pool.query('SELECT current_user AS role');
  if (rows[0].role !== runtimeRole) {
    throw new Error(
      `Database connections come up as ${rows[0].role}, not as ${runtimeRole}. A connection pooler between may be dropping the role: connect to the server directly, or set DATABASE_POOLER=transaction and create the login as scripts/database-logins.sql does.`,
    );
  }
  if (applied === undefined) await requireMigrated(database.pool, migrations);
  return applied ?? [];
}
