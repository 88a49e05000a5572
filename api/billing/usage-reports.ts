import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type BillingCurrency, type UsageKind, usageLabels } from '#rules/billing/prices.ts';
import { asJobs } from '../database/tenancy.ts';
import type { BillingDeps } from './follow.ts';
import { askPayments, type Payments } from './payment-service.ts';

/** Lines made and sent in one run; the next run goes on. */
const mostReports = 500;

/** The payment service remembers idempotency keys at least this long; after that it is asked first whether the line is there. */
const keyMemoryMs = 20 * 3_600_000;

interface Report {
  company_id: string;
  id: string;
  kind: UsageKind;
  currency: BillingCurrency;
  uses: number;
  amount: number;
  created_at: string;
  customer_id: string;
  provider_subscription_id: string;
}

/**
 * Puts what was charged and costs something into one line per company and kind, in one statement, so that each charge is in exactly one.
 * Companies without a subscription at the payment service, and those whose bill was agreed in person, keep theirs.
 */
async function makeReports(deps: BillingDeps): Promise<number> {
  const at = deps.now().toISOString();
  return asJobs(deps.db, async (trx) => {
    const { rows } = await sql<{ company_id: string; kind: UsageKind; currency: BillingCurrency }>`
      SELECT DISTINCT u.company_id, u.kind, u.currency FROM usage_charges u
        JOIN subscriptions s ON s.company_id = u.company_id AND s.currency = u.currency
         AND s.status IN ('active', 'trialing', 'pastDue') AND s.plan IN ('payAsYouGo', 'monthly')
       WHERE u.status = 'charged' AND u.report_id IS NULL AND u.amount > 0 LIMIT ${mostReports}`.execute(trx);
    if (rows.length === 0) return 0;
    const wanted = rows.map((row) => ({ ...row, id: uuidv7() }));
    await sql`
      WITH wanted AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
               AS w(company_id uuid, kind text, currency text, id uuid)),
      locked AS (
        SELECT u.company_id, u.id, w.id AS report_id, u.kind, u.currency, u.amount FROM usage_charges u
          JOIN wanted w USING (company_id, kind, currency)
         WHERE u.status = 'charged' AND u.report_id IS NULL AND u.amount > 0
         ORDER BY u.company_id, u.id FOR UPDATE OF u),
      made AS (
        INSERT INTO usage_reports (company_id, id, kind, currency, uses, amount, created_at)
        SELECT company_id, report_id, kind, currency, count(*), sum(amount), ${at}::timestamptz
          FROM locked GROUP BY 1, 2, 3, 4 RETURNING company_id, id)
      UPDATE usage_charges u SET report_id = l.report_id FROM locked l, made m
       WHERE u.company_id = l.company_id AND u.id = l.id AND m.company_id = l.company_id AND m.id = l.report_id`.execute(
      trx,
    );
    return rows.length;
  });
}

function openReports(deps: BillingDeps): Promise<Report[]> {
  return asJobs(deps.db, async (trx) => {
    const { rows } = await sql<Report>`
      SELECT r.company_id, r.id, r.kind, r.currency, r.uses, r.amount, r.created_at, s.customer_id,
             s.provider_subscription_id
        FROM usage_reports r JOIN subscriptions s ON s.company_id = r.company_id
       WHERE r.reported_at IS NULL AND s.provider_subscription_id IS NOT NULL
         AND s.status IN ('active', 'trialing', 'pastDue')
       ORDER BY r.company_id, r.id LIMIT ${mostReports}`.execute(trx);
    return rows;
  });
}

/** The line as it is at the payment service already, where an answer was lost long ago. */
async function lineThere(payments: Payments, report: Report): Promise<string | undefined> {
  const { data } = await askPayments(payments, (stripe) =>
    stripe.invoiceItems.list({ customer: report.customer_id, limit: 100 }),
  );
  return data.find(({ metadata }) => metadata?.reportId === report.id)?.id;
}

async function send(deps: BillingDeps, payments: Payments, report: Report): Promise<string> {
  const isOld = deps.now().getTime() - Date.parse(report.created_at) > keyMemoryMs;
  const there = isOld ? await lineThere(payments, report) : undefined;
  if (there !== undefined) return there;
  const { one, many } = usageLabels[report.kind];
  const item = await askPayments(payments, (stripe) =>
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
 * The job that puts what was charged on the next invoice: one line per company and kind, of exactly the amounts that were shown before
 * each check. A line whose answer was lost is not made twice.
 */
export async function reportUsage(deps: BillingDeps): Promise<{ made: number; reported: number }> {
  const { payments } = deps;
  if (payments === undefined) return { made: 0, reported: 0 };
  const made = await makeReports(deps);
  let reported = 0;
  for (const report of await openReports(deps)) {
    try {
      const itemId = await send(deps, payments, report);
      const at = deps.now().toISOString();
      await asJobs(deps.db, (trx) =>
        trx
          .updateTable('usage_reports')
          .set({ provider_item_id: itemId, reported_at: at })
          .where('company_id', '=', report.company_id)
          .where('id', '=', report.id)
          .execute(),
      );
      reported += 1;
    } catch (error) {
      // One company's trouble is not another's: the next run tries this line again.
      payments.report({ error, reportId: report.id }, 'a line of an invoice was not taken');
    }
  }
  return { made, reported };
}
