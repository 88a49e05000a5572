import type { TestDatabase } from './database.ts';

/**
 * Vacuums and analyses tables of the schema `assay`, as autovacuum does on a server some time after many writes. Commits of a test
 * database reach the log later, and until then VACUUM marks no page as visible to all, so that an index-only scan seems expensive: a
 * commit that waits for the log comes first.
 */
export async function vacuumAnalyze(database: TestDatabase, tables: readonly string[]): Promise<void> {
  await database.asSuperuser(
    `BEGIN; SET LOCAL synchronous_commit TO on; SELECT pg_logical_emit_message(true, 'tests', ''); COMMIT`,
  );
  for (const table of tables) await database.asSuperuser(`VACUUM ANALYZE assay.${table}`);
}
