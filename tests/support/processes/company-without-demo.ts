import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import { seedClients } from '#demo/seed-clients.ts';

const now = () => new Date();

/**
 * Fills an empty database with the companies and members of the demo sign-ins and `clients` clients without any work. It is no sandbox
 * database afterwards, so that processes start on it without creating the demo's records.
 */
export async function seedWithoutDemo(database: Database, clients: number): Promise<void> {
  await migrateDatabase(database);
  await assertSandboxDatabase(database.db, { sandbox: true, now });
  await seedClients({ database, now }, { clients });
  await database.asLogin((client) => client.query(`DELETE FROM assay.settings WHERE key = 'sandbox'`));
}

/** The same for the empty database that processes with this environment use, while none of them runs. */
export async function prepareCompany(env: Record<string, string>): Promise<void> {
  const { DATABASE_URL, DATA_DIR = '' } = env;
  const database = await openDatabase(
    DATABASE_URL === undefined ? { dataDir: DATA_DIR } : { databaseUrl: DATABASE_URL },
  );
  try {
    await seedWithoutDemo(database, 0);
  } finally {
    await database.close();
  }
}
