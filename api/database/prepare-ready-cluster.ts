import { migrateDatabase } from './migrate.ts';
import { openEmbeddedFolder } from './pool.ts';
import { keepReadyCluster } from './ready-cluster.ts';

/** A step of the build: the cluster that first starts of the embedded database copy. */
await keepReadyCluster(async (folder) => {
  const database = await openEmbeddedFolder(folder);
  await migrateDatabase(database);
  // What is frozen and counted once here need not be in every copy.
  await database.asLogin((client) => client.query('VACUUM (FREEZE, ANALYZE)'));
  await database.asLogin((client) => client.query('CHECKPOINT'));
  await database.close();
});
