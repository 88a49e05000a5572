import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { migrations } from '#api/kernel/database/migrations/registry.ts';
import { openDatabase } from '#api/kernel/database/pool.ts';
import { createEmptyDatabase, type TestEngine } from './database.ts';

/** An SQL statement with its parameters. */
type Statement = [text: string, values?: unknown[]];

export interface FormerSchema {
  /** Runs statements in one transaction as the owner of the tables, to whom no policy applies. @returns the rows of the last statement */
  asOwner(statements: Statement[]): Promise<Record<string, unknown>[]>;
  /** Applies the other migrations. @param isChosen limits them by name; all by default */
  migrate(isChosen?: (name: string) => boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens an empty database with the schema of a former version, for tests of what a migration does to existing rows.
 * @param before number of the first migration that is not applied, e.g. `0044`
 */
export async function openFormerSchema(engine: TestEngine, before: string): Promise<FormerSchema> {
  const empty = engine === 'postgres' ? await createEmptyDatabase() : undefined;
  const database = await openDatabase(empty === undefined ? {} : { databaseUrl: empty.databaseUrl });
  const migrate: FormerSchema['migrate'] = async (isChosen = () => true) => {
    await migrateDatabase(
      database,
      migrations.filter(({ name }) => name < before || isChosen(name)),
    );
  };
  const close = async () => {
    await database.close();
    await empty?.drop();
  };
  try {
    await migrate(() => false);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    migrate,
    close,
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
