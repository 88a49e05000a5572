import { inWork, jobActor } from '../../kernel/command/work.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { syncCheckout } from './checkout.ts';
import { companiesPastGrace, companiesToFollow, pendingCheckouts } from './store.ts';
import { type BillingDeps, syncActiveFlag, syncSubscription } from './sync-subscription.ts';
import { releaseReservedBefore } from './usage-store.ts';

/** Companies per run; the next run continues. */
const maxCompanies = 200;

/** A reservation not finalised within this time belongs to a check without a result. */
const reservationDays = 7;

const endGraceJob = 'end-grace';

/** The job that ends the paid services of companies after their grace period; no other process does. */
export async function endGrace(deps: BillingDeps): Promise<{ ended: number; released: number }> {
  const now = deps.now();
  const at = now.toISOString();
  const due = await asJobs(deps.db, (trx) => companiesPastGrace(trx, at, maxCompanies));
  for (const companyId of due) {
    await inWork(deps, { ...jobActor(companyId, endGraceJob), rights: 'jobs' }, (work) =>
      syncActiveFlag(work, companyId),
    );
  }
  const before = new Date(now.getTime() - reservationDays * 86_400_000).toISOString();
  const released = await asJobs(deps.db, (trx) => releaseReservedBefore(trx, { before, at }));
  return { ended: due.length, released };
}

/**
 * Polls the payment service for missed events: unfinished checkouts and ended billing periods. A lost webhook delays an
 * update by at most an hour.
 */
export async function syncPaymentsJob(deps: BillingDeps): Promise<{ followed: number }> {
  const { payments } = deps;
  if (payments === undefined) return { followed: 0 };
  const at = deps.now().toISOString();
  const due = await asJobs(deps.db, (trx) => companiesToFollow(trx, at, maxCompanies));
  let followed = 0;
  for (const companyId of due) {
    try {
      for (const row of await asJobs(deps.db, (trx) => pendingCheckouts(trx, companyId))) {
        await syncCheckout(deps, row, 'follow-payments');
      }
      await syncSubscription(deps, companyId, { requestId: 'follow-payments' });
      followed += 1;
    } catch (error) {
      payments.report({ error, companyId }, 'subscription sync failed');
    }
  }
  return { followed };
}
