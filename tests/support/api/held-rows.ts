import type { Transaction } from 'kysely';
import { expect } from 'vitest';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { TestApi } from './api.ts';

/**
 * Acts while another transaction of the company holds rows, and commits that one once the action waits for it.
 * @param hold writes to, or locks, the rows.
 * @param meanwhile done while both wait, on a server alone: the embedded database has one connection.
 */
export async function runWhileLocked<T>(
  { database }: TestApi,
  companyId: string,
  hold: (trx: Transaction<Schema>) => Promise<unknown>,
  act: () => Promise<T>,
  meanwhile: () => Promise<void> = async () => {},
): Promise<T> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    holding = asTenant(database.db, companyId, async (trx) => {
      await hold(trx);
      resolve();
      await released;
    });
    holding.catch(reject);
  });
  const acting = act();
  try {
    if (database.databaseUrl !== null) {
      await expect
        .poll(
          async () => {
            const { rows } = await database.asSuperuser(
              `SELECT count(*)::int AS waiting FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            );
            return Number(rows[0]?.waiting);
          },
          { timeout: 60_000, interval: 20 },
        )
        .toBeGreaterThan(0);
      await meanwhile();
    }
  } finally {
    release();
    await holding;
  }
  return acting;
}

/** Whether a row of a table is locked by a transaction, on a server. */
export async function isLocked({ database }: TestApi, table: string, id: string): Promise<boolean> {
  const free = await database.asSuperuser(
    `SELECT id FROM assay.${table} WHERE id = $1 FOR UPDATE SKIP LOCKED`,
    [id],
  );
  return free.rows.length === 0;
}
