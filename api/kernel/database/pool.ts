import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { damaged, databaseFolderIn } from './data-dir.ts';
import {
  connectionWaitMs,
  type DatabaseClient,
  type DatabasePool,
  runtimeRole,
  sessionSettings,
} from './database-pool.ts';
import { createDriver } from './kysely-driver.ts';
import { limitWalSize } from './pglite-checkpoints.ts';
import { guardEngine } from './pglite-engine-guard.ts';
import { createPglitePool } from './pglite-pool.ts';
import { restoreClusterTemplate } from './ready-cluster.ts';
import type { Schema } from './tables/schema.ts';
import { valueParsing } from './value-parsing.ts';

export interface Database {
  engine: 'pglite' | 'postgres';
  /** Connections as `assay_app`; see tenancy.ts for how to read and write rows. */
  pool: DatabasePool;
  db: Kysely<Schema>;
  /** Whether connections pass a pooler that lends them for a transaction at a time, so that a session keeps nothing between two. */
  isPooled: boolean;
  /** Whether the connection of `asMigrator` is a session of its own: migrations hold a lock on it. */
  migratesDirectly: boolean;
  /** Lends one connection as the login role, without switching to `assay_app`. */
  asLogin<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T>;
  /** Lends one connection as the login role that migrates. */
  asMigrator<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T>;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server, 15 or newer. Without it the database is embedded. */
  databaseUrl?: string;
  /** The same server, directly, as the login that migrates; without it `databaseUrl` migrates. */
  migrationUrl?: string | undefined;
  /** The pooler that `databaseUrl` leads to; default: none. */
  pooler?: 'transaction' | undefined;
  /** Folder of the embedded database (`<dataDir>/postgres`); without it the database is in memory only. */
  dataDir?: string;
  /** Called when the embedded engine faults and is unusable. */
  onEngineStopped?: () => void;
  /** Maximum connections to a server; default 10. The embedded database has one. */
  maxConnections?: number;
  /** Statement timeout of a server; default 30,000. */
  statementTimeoutMs?: number;
}

/** Kysely over a pool. */
export function kyselyOver(pool: DatabasePool): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Separates the URL's `options`: node-postgres would silently replace ours with them. */
function parseOptions(databaseUrl: string): { connectionString: string; options: string } {
  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  return { connectionString: url.toString(), options };
}

/**
 * The pool of a transaction pooler: statements are not named, because a name is known to one server connection only and the next
 * transaction may have another.
 */
function withoutNames(pool: DatabasePool): DatabasePool {
  return {
    query: (text, values) => pool.query(text, values),
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      return {
        pipeline: client.pipeline,
        connection: client.connection,
        release: (error) => client.release(error),
        query: (statement, values) =>
          typeof statement === 'string'
            ? client.query(statement, values)
            : client.query(statement.text, statement.values),
      };
    },
  };
}

/** Runs work on a connection of its own. */
async function onConnection<T>(
  config: pg.ClientConfig,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...config, types: valueParsing });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work({
      query: (statement, values) => client.query(statement as string, values),
      release: () => {},
    });
  } finally {
    await client.end();
  }
}

/** Settings of connections through a URL, without and with those of the pool. */
function connectionOptions(databaseUrl: string, statementTimeoutMs: number) {
  const { connectionString, options } = parseOptions(databaseUrl);
  const shared = Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`);
  const login = [options, ...shared].join(' ').trim();
  return {
    connectionString,
    login,
    standing: `${login} -c role=${runtimeRole} -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${2 * statementTimeoutMs}`,
  };
}

function openServer(databaseUrl: string, settings: DatabaseOptions): Database {
  const { migrationUrl, pooler } = settings;
  const isPooled = pooler === 'transaction';
  const { connectionString, login, standing } = connectionOptions(
    databaseUrl,
    settings.statementTimeoutMs ?? 30_000,
  );
  // A transaction pooler rejects settings of a session; there the login itself carries them (scripts/database-logins.sql).
  const own = isPooled ? { connectionString } : { connectionString, options: login };
  const pool = new pg.Pool({
    connectionString,
    types: valueParsing,
    max: settings.maxConnections ?? 10,
    connectionTimeoutMillis: connectionWaitMs,
    keepAlive: true,
    pipeline: true,
    application_name: 'assay',
    ...(isPooled ? {} : { options: standing }),
  });
  // An idle connection dropped by the server is replaced at the next checkout; an unhandled event would end the
  // process.
  pool.on('error', () => {});
  pool.on('release', (_error, client) => {
    const status = (client as pg.PoolClient).getTransactionStatus();
    if (status === 'T' || status === 'E') (client as pg.PoolClient).query('ROLLBACK').catch(() => {});
  });
  const lent = isPooled ? withoutNames(pool as DatabasePool) : (pool as DatabasePool);
  return {
    engine: 'postgres',
    isPooled,
    migratesDirectly: migrationUrl !== undefined || !isPooled,
    pool: lent,
    db: kyselyOver(lent),
    asLogin: (work) => onConnection({ ...own, application_name: 'assay' }, work),
    async asMigrator(work) {
      if (migrationUrl === undefined) return onConnection({ ...own, application_name: 'assay' }, work);
      const direct = connectionOptions(migrationUrl, 0);
      return onConnection(
        {
          connectionString: direct.connectionString,
          options: direct.login,
          application_name: 'assay migrations',
        },
        work,
      );
    },
    close: () => pool.end(),
  };
}

/** WAL retained after a checkpoint; PostgreSQL's defaults would let a data folder grow by 1 GB. */
const logLimits = ['-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB'];

async function initialise(folder: string): Promise<void> {
  await (await PGlite.create({ dataDir: folder })).close();
}

async function openEmbedded(settings: DatabaseOptions): Promise<Database> {
  const { dataDir, onEngineStopped } = settings;
  const folder = dataDir === undefined ? undefined : databaseFolderIn(dataDir);
  if (folder) await restoreClusterTemplate(folder, initialise);
  return openEmbeddedFolder(folder, onEngineStopped);
}

/** Opens or creates the embedded database in this folder; without one in memory. */
export async function openEmbeddedFolder(
  folder: string | undefined,
  onEngineStopped: DatabaseOptions['onEngineStopped'] = () => {},
): Promise<Database> {
  const pglite = await PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm, btree_gin },
    startParams: [...PGlite.defaultStartParams, ...logLimits],
  }).catch((error: unknown) => {
    // The engine's own message describes a crash.
    throw folder === undefined
      ? error
      : damaged(`The embedded database in ${folder} cannot be opened`, error);
  });
  guardEngine(pglite, onEngineStopped);
  return openEmbeddedOver(pglite);
}

/** The same with an existing PGlite that has the extensions pg_trgm and btree_gin; closing also closes it. */
export async function openEmbeddedOver(pglite: PGlite): Promise<Database> {
  const pool = await createPglitePool(pglite);
  const asLogin: Database['asLogin'] = async (work) => {
    const client = await pool.connectAsLogin();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  };
  const letLogBe = limitWalSize(asLogin);
  return {
    engine: 'pglite',
    isPooled: false,
    migratesDirectly: true,
    pool,
    db: kyselyOver(pool),
    asLogin,
    asMigrator: asLogin,
    close() {
      letLogBe();
      return pool.end();
    },
  };
}

/**
 * Opens the database: a PostgreSQL server if `databaseUrl` is set, else the embedded one. The caller must hold the
 * folder's lock (data-dir-lock.ts) to open an embedded database on a folder. Does not migrate; see migrate.ts.
 */
export async function openDatabase(settings: DatabaseOptions): Promise<Database> {
  return settings.databaseUrl === undefined
    ? openEmbedded(settings)
    : openServer(settings.databaseUrl, settings);
}
