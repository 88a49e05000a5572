import { usageLabels } from '#rules/billing/prices.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { callPaymentService, type Payments } from './payment-service.ts';
import type { BillingDeps } from './sync-subscription.ts';
import { insertReports, openReports, type UsageReport, writeReported } from './usage-store.ts';

/** Lines per run; the next run continues. */
const maxReports = 500;

/** The payment service remembers idempotency keys at least this long; after that, existing lines are looked up first. */
const keyMemoryMs = 20 * 3_600_000;

/** Existing line at the payment service, if the response to its creation was lost. */
async function lineThere(payments: Payments, report: UsageReport): Promise<string | undefined> {
  const { data } = await callPaymentService(payments, (stripe) =>
    stripe.invoiceItems.list({ customer: report.customer_id, limit: 100 }),
  );
  return data.find(({ metadata }) => metadata?.reportId === report.id)?.id;
}

async function send(deps: BillingDeps, payments: Payments, report: UsageReport): Promise<string> {
  const isOld = deps.now().getTime() - Date.parse(report.created_at) > keyMemoryMs;
  const there = isOld ? await lineThere(payments, report) : undefined;
  if (there !== undefined) return there;
  const { one, many } = usageLabels[report.kind];
  const item = await callPaymentService(payments, (stripe) =>
    stripe.invoiceItems.create(
      {
        customer: report.customer_id,
        subscription: report.provider_subscription_id,
        currency: report.currency.toLowerCase(),
        amount: report.amount,
        description: `${report.uses} ${report.uses === 1 ? one : many}`,
        metadata: { reportId: report.id, kind: report.kind, uses: String(report.uses) },
      },
      { idempotencyKey: `usage-${report.id}` },
    ),
  );
  return item.id;
}

/**
 * Adds charges to the next invoice: one line per company and kind, with exactly the amounts displayed before each check. A line whose
 * response was lost is not duplicated.
 */
export async function reportUsage(deps: BillingDeps): Promise<{ made: number; reported: number }> {
  const { payments } = deps;
  if (payments === undefined) return { made: 0, reported: 0 };
  const at = deps.now().toISOString();
  const made = await asJobs(deps.db, (trx) => insertReports(trx, { at, limit: maxReports }));
  let reported = 0;
  for (const report of await asJobs(deps.db, (trx) => openReports(trx, maxReports))) {
    try {
      const itemId = await send(deps, payments, report);
      const reportedAt = deps.now().toISOString();
      await asJobs(deps.db, (trx) => writeReported(trx, report, { itemId, at: reportedAt }));
      reported += 1;
    } catch (error) {
      // An error of one company must not block others: the next run retries this line.
      payments.report({ error, reportId: report.id }, 'invoice item rejected');
    }
  }
  return { made, reported };
}
