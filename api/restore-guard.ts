import type { Kysely } from 'kysely';
import { hasUnfinishedRestore } from './kernel/database/settings-store.ts';
import type { Schema } from './kernel/database/tables/schema.ts';
import { asPlatform } from './kernel/database/tenancy.ts';

/** @throws Error for the operator if a restore into this database was interrupted: its files are there, its rows are not. */
export async function assertNoUnfinishedRestore(db: Kysely<Schema>): Promise<void> {
  if (!(await asPlatform(db, hasUnfinishedRestore))) return;
  throw new Error(
    'Assay cannot start: a restore into this database was interrupted. Run "npm run restore" again.',
  );
}
