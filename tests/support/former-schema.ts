import { randomBytes } from 'node:crypto';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { migrations } from '#api/kernel/database/migrations/registry.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { createEmptyDatabase, type testEngines } from './database.ts';

type Statement = [text: string, values?: unknown[]];

export interface FormerSchema {
  database: Database;
  drop: () => Promise<void>;
  /** Runs statements in one transaction as the owner of the tables, to whom no policy applies. @returns the rows of the last one */
  asOwner(statements: readonly Statement[]): Promise<Record<string, unknown>[]>;
}

/** A new database with the schema before the migration of a number, such as `0039`, for rows as they were then. */
export async function openFormerSchema(
  engine: (typeof testEngines)[number],
  before: string,
): Promise<FormerSchema> {
  const empty =
    engine === 'postgres'
      ? await createEmptyDatabase(`assay_test_empty_${randomBytes(6).toString('hex')}`)
      : undefined;
  const database = await openDatabase(empty === undefined ? {} : { databaseUrl: empty.databaseUrl });
  await migrateDatabase(
    database,
    migrations.filter(({ name }) => name < before),
  );
  return {
    database,
    drop: empty?.drop ?? (async () => undefined),
    asOwner: (statements) =>
      database.asLogin(async (client) => {
        await client.query('BEGIN; SET LOCAL ROLE assay_owner; SET LOCAL search_path TO assay, public');
        try {
          let rows: Record<string, unknown>[] = [];
          for (const [text, values = []] of statements) ({ rows } = await client.query(text, values));
          await client.query('COMMIT');
          return rows;
        } catch (error) {
          await client.query('ROLLBACK');
          throw error;
        }
      }),
  };
}
