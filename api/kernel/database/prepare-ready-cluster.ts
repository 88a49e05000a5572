import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase } from './migrate.ts';
import { openEmbeddedFolder } from './pool.ts';
import { saveClusterTemplate } from './ready-cluster.ts';

/** Build step: creates the cluster that first starts of the embedded database copy. */
await saveClusterTemplate(async (folder) => {
  const database = await openEmbeddedFolder(folder);
  await migrateDatabase(database);
  // Freezing and statistics done here need not be repeated in every copy.
  await database.asLogin((client) => client.query('VACUUM (FREEZE, ANALYZE)'));
  const current = await database.asLogin(async (client) => {
    // Into a new segment, so that closing does not spill into one more.
    await client.query('SELECT pg_switch_wal()');
    await client.query('CHECKPOINT');
    const { rows } = await client.query('SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment');
    return String(rows[0].segment);
  });
  await database.close();
  // A cleanly closed cluster resumes at the end of its log and creates the next segment on demand: the other 16 MB
  // segments need not be copied by every first start.
  const log = join(folder, 'pg_wal');
  for (const name of readdirSync(log))
    if (/^[0-9A-F]{24}$/.test(name) && name !== current) rmSync(join(log, name));
});
