import type { Database } from './pool.ts';

/**
 * Replaces autovacuum, which PGlite lacks, for the embedded database: frees the space of dead rows and updates the
 * planner's statistics. One table at a time, so that requests are served in between. Does nothing on a server.
 *
 * @returns the number of tables processed.
 */
export async function vacuumEmbedded(
  database: Pick<Database, 'engine' | 'asLogin'>,
): Promise<{ tables: number }> {
  if (database.engine !== 'pglite') return { tables: 0 };
  const { rows } = await database.asLogin((client) =>
    client.query(
      `SELECT format('%I.%I', nspname, relname) AS name
         FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
        WHERE nspname IN ('assay', 'pgboss') AND relkind = 'r'
        ORDER BY relpages`,
    ),
  );
  for (const { name } of rows) {
    await database.asLogin((client) => client.query(`VACUUM (ANALYZE) ${name}`));
  }
  return { tables: rows.length };
}
