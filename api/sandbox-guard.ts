import type { Kysely } from 'kysely';
import { markAsSandbox, readSandboxMark } from './kernel/database/settings-store.ts';
import type { Schema } from './kernel/database/tables/schema.ts';
import { asPlatform } from './kernel/database/tenancy.ts';

/**
 * Keeps demo and real data apart. In sandbox mode an empty database is marked before anything is written; a marked one
 * can only be used in sandbox mode, an unmarked one with companies never.
 *
 * @throws Error with instructions if database and mode do not match.
 */
export async function assertSandboxDatabase(
  db: Kysely<Schema>,
  { sandbox, now }: { sandbox: boolean; now: () => Date },
): Promise<void> {
  await asPlatform(db, async (trx) => {
    const { marked, used } = await readSandboxMark(trx);
    if (marked && !sandbox) {
      throw new Error(
        'Assay cannot start: this database holds demo accounts whose password is public. Use another database, or set SANDBOX=1 to continue in sandbox mode.',
      );
    }
    if (marked || !sandbox) return;
    if (used) {
      throw new Error(
        'Assay cannot start: SANDBOX=1 would fill a database that real companies use with demo data. Use an empty database.',
      );
    }
    await markAsSandbox(trx, now().toISOString());
  });
}
