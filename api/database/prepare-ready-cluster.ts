import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase } from './migrate.ts';
import { openEmbeddedFolder } from './pool.ts';
import { keepReadyCluster } from './ready-cluster.ts';

/** A step of the build: the cluster that first starts of the embedded database copy. */
await keepReadyCluster(async (folder) => {
  const database = await openEmbeddedFolder(folder);
  await migrateDatabase(database);
  // What is frozen and counted once here need not be in every copy.
  await database.asLogin((client) => client.query('VACUUM (FREEZE, ANALYZE)'));
  const current = await database.asLogin(async (client) => {
    // Into a new segment, so that what closing writes cannot run over into one more.
    await client.query('SELECT pg_switch_wal()');
    await client.query('CHECKPOINT');
    const { rows } = await client.query('SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment');
    return String(rows[0].segment);
  });
  await database.close();
  // A cluster that was closed in order begins again where its log ends, and makes the next segment when it gets there: of 16 MB each, the
  // others need not be copied by every first start.
  const log = join(folder, 'pg_wal');
  for (const name of readdirSync(log))
    if (/^[0-9A-F]{24}$/.test(name) && name !== current) rmSync(join(log, name));
});
