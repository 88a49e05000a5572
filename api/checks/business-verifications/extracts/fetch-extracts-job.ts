import { asJobs } from '../../../kernel/database/tenancy.ts';
import type { BusinessVerificationDeps } from '../record/dto.ts';
import { dueOrders } from '../record/store.ts';
import { fetchExtracts } from './fetch-extracts.ts';

/** Verifications per run; the rest is due in the next. */
const maxPerRun = 50;

/**
 * Fetches pending extracts: those of interrupted processes, and of registers that were unavailable. A verification has
 * one order at a time, from the job or from a member.
 *
 * @returns the number of verifications due.
 */
export async function fetchDueExtracts(deps: BusinessVerificationDeps): Promise<{ due: number }> {
  const now = deps.now().toISOString();
  const due = await asJobs(deps.db, (trx) => dueOrders(trx, { now, limit: maxPerRun }));
  for (const order of due) await fetchExtracts(deps, order, { withinMs: 30_000 });
  return { due: due.length };
}
