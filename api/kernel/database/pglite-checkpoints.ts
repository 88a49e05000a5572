import type { DatabaseClient } from './database-pool.ts';

/** Minimum bytes of WAL since the last checkpoint to trigger another one. */
const maxLogBytes = 64 * 1024 * 1024;

/** A check takes about a millisecond. */
const intervalMs = 10_000;

type AsLogin = <T>(work: (client: DatabaseClient) => Promise<T>) => Promise<T>;

/**
 * Checkpoints if much WAL was written since the last one; takes milliseconds, because the embedded engine does not
 * sync.
 * @returns whether it did.
 */
export async function checkpointIfLong(asLogin: AsLogin, maxBytes = maxLogBytes): Promise<boolean> {
  return asLogin(async (client) => {
    const { rows } = await client.query(
      'SELECT pg_current_wal_insert_lsn() - redo_lsn > $1 AS long FROM pg_control_checkpoint()',
      [maxBytes],
    );
    if (!rows[0].long) return false;
    await client.query('CHECKPOINT');
    return true;
  });
}

/**
 * Bounds the embedded engine's WAL. PGlite is PostgreSQL in single-user mode, which checkpoints only on close: the log
 * would grow while a server runs, and a start after a kill would replay all of it.
 * @returns a function that stops it.
 */
export function limitWalSize(asLogin: AsLogin): () => void {
  // An error here also fails requests, and is reported there.
  const timer = setInterval(() => void checkpointIfLong(asLogin).catch(() => {}), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
