import type { DatabaseClient } from './database-pool.ts';

/** Bytes of changes since the last checkpoint from which on another one is made. */
const longestLogBytes = 64 * 1024 * 1024;

/** Looked at this often; a look takes about a millisecond. */
const intervalMs = 10_000;

type AsLogin = <T>(work: (client: DatabaseClient) => Promise<T>) => Promise<T>;

/**
 * Makes a checkpoint where much has been written since the last one; it takes milliseconds, because the embedded engine
 * syncs nothing.
 *
 * @returns whether one was made.
 */
export async function checkpointIfLong(asLogin: AsLogin, longestBytes = longestLogBytes): Promise<boolean> {
  return asLogin(async (client) => {
    const { rows } = await client.query(
      'SELECT pg_current_wal_insert_lsn() - redo_lsn > $1 AS long FROM pg_control_checkpoint()',
      [longestBytes],
    );
    if (!rows[0].long) return false;
    await client.query('CHECKPOINT');
    return true;
  });
}

/**
 * Keeps the embedded engine's log of changes short. PGlite is PostgreSQL in single-user mode, which makes no checkpoint before
 * it is closed: the log would grow for as long as a server runs, and a start after a kill would go through all of it.
 *
 * @returns what ends it.
 */
export function keepLogShort(asLogin: AsLogin): () => void {
  // What fails here fails for the requests too, and is told there.
  const timer = setInterval(() => void checkpointIfLong(asLogin).catch(() => {}), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
