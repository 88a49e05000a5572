import { sql } from 'kysely';
import type { Trx } from './tables/schema.ts';

/** Whether the database is marked as a sandbox's, and whether it contains companies. Runs as `assay_platform`. */
export async function readSandboxMark(trx: Trx): Promise<{ marked: boolean; used: boolean }> {
  const { rows } = await sql<{ marked: boolean; used: boolean }>`
      SELECT EXISTS (SELECT FROM settings WHERE key = 'sandbox') AS marked,
             EXISTS (SELECT FROM companies) AS used`.execute(trx);
  return rows[0] ?? { marked: false, used: false };
}

/** Marks the database as a sandbox's; idempotent. Runs as `assay_platform`. */
export async function markAsSandbox(trx: Trx, at: string): Promise<void> {
  await sql`INSERT INTO settings (key, value, set_at) VALUES ('sandbox', 'true', ${at})
      ON CONFLICT DO NOTHING`.execute(trx);
}

/** Key of the mark that a restore leaves until it is complete. */
export const restoreMark = 'restoreUnderWay';

/** Whether a restore into the database was begun and not completed. Runs as `assay_platform`. */
export async function hasUnfinishedRestore(trx: Trx): Promise<boolean> {
  const { rows } = await sql`SELECT FROM settings WHERE key = ${restoreMark}`.execute(trx);
  return rows.length > 0;
}
