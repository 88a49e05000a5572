import { type Kysely, sql } from 'kysely';
import type { Schema } from './database/schema.ts';
import { asPlatform } from './database/tenancy.ts';

/**
 * Keeps demo data and real data apart for good. In the sandbox an empty database is marked before anything
 * is written to it; a marked one is used by the sandbox alone, an unmarked one with companies never by it.
 *
 * @throws Error that says what to do when database and mode do not fit.
 */
export async function keepSandboxApart(
  db: Kysely<Schema>,
  { sandbox, now }: { sandbox: boolean; now: () => Date },
): Promise<void> {
  await asPlatform(db, async (trx) => {
    const { rows } = await sql<{ marked: boolean; used: boolean }>`
      SELECT EXISTS (SELECT FROM settings WHERE key = 'sandbox') AS marked,
             EXISTS (SELECT FROM companies) AS used`.execute(trx);
    const { marked, used } = rows[0] ?? { marked: false, used: false };
    if (marked && !sandbox) {
      throw new Error(
        'Assay cannot start: this database holds demo accounts whose password is public. Use another database, or set SANDBOX=1 to go on trying things out.',
      );
    }
    if (marked || !sandbox) return;
    if (used) {
      throw new Error(
        'Assay cannot start: SANDBOX=1 would fill a database that real companies use with demo data. Use an empty database.',
      );
    }
    await sql`INSERT INTO settings (key, value, set_at) VALUES ('sandbox', 'true', ${now().toISOString()})
      ON CONFLICT DO NOTHING`.execute(trx);
  });
}
