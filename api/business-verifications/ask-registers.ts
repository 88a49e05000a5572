import { asJobs } from '../database/tenancy.ts';
import { askRegisters } from './asking.ts';
import type { BusinessVerificationDeps } from './present.ts';

/** Verifications of one run; what is left is due in the next. */
const mostOfOneRun = 50;

/**
 * Goes on where registers are still to be asked: what a process left that was stopped, and what could not be reached. Each verification
 * takes turns with whoever looks at it.
 *
 * @returns how many verifications were due.
 */
export async function askDueRegisters(deps: BusinessVerificationDeps): Promise<{ due: number }> {
  const due = await asJobs(deps.db, (trx) =>
    trx
      .selectFrom('business_verifications')
      .select(['company_id', 'id'])
      .where('next_ask_at', '<=', deps.now().toISOString())
      .orderBy('next_ask_at')
      .limit(mostOfOneRun)
      .execute(),
  );
  for (const { company_id: companyId, id } of due) {
    await askRegisters(deps, { companyId, id }, { withinMs: 30_000 });
  }
  return { due: due.length };
}
