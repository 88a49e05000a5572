import type { Transaction } from 'kysely';
import { expect } from 'vitest';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import { asWritingTenant } from '#api/kernel/database/tenancy.ts';
import type { TestApi } from './api.ts';

type Hold = (trx: Transaction<Schema>) => Promise<unknown>;

/**
 * Acts while another transaction of the company holds rows, and commits that one once the action waits for it.
 * @param hold writes to, or locks, the rows.
 * @param meanwhile done while both wait, on a server alone: the embedded database has one connection.
 */
export const runWhileLocked = <T>(
  api: TestApi,
  companyId: string,
  hold: Hold,
  act: () => Promise<T>,
  meanwhile?: () => Promise<void>,
): Promise<T> => actBeside(api, companyId, { hold, act, meanwhile });

/** Acts while a transaction that runs alone has written, and commits that one once the action waits for it. */
export const runWhileAlone = <T>(
  api: TestApi,
  companyId: string,
  hold: Hold,
  act: () => Promise<T>,
): Promise<T> => actBeside(api, companyId, { hold, act, alone: true });

async function actBeside<T>(
  { database }: TestApi,
  companyId: string,
  {
    hold,
    act,
    meanwhile = async () => {},
    alone,
  }: { hold: Hold; act: () => Promise<T>; meanwhile?: (() => Promise<void>) | undefined; alone?: boolean },
): Promise<T> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const run = async (trx: Transaction<Schema>) => {
      await hold(trx);
      resolve();
      await released;
    };
    holding = asWritingTenant(database.db, companyId, run, { alone });
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
