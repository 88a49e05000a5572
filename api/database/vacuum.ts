import type { Database } from './pool.ts';

/**
 * Does for the embedded database what autovacuum does on a server, which PGlite does not have: gives back the room of rows that are gone
 * and counts anew what the planner goes by. One table at a time, so that requests get the connection in between. A server
 * is left to its own.
 *
 * @returns how many tables were gone through.
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
