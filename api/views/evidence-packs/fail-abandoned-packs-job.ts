import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { failPacksBefore } from './store.ts';

/** Exceeds the duration of any download. */
const hoursUntilBrokenOff = 24;

/** Fails packs whose server stopped before recording the end of their download. */
export async function failAbandonedPacks(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ ended: number }> {
  const now = deps.now();
  const before = new Date(now.getTime() - hoursUntilBrokenOff * 3_600_000).toISOString();
  return { ended: await asJobs(db, (trx) => failPacksBefore(trx, { before, at: now.toISOString() })) };
}
