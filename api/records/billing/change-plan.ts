import type Stripe from 'stripe';
import type { z } from 'zod';
import type { BillingCountry } from '#contract/company/accounts.ts';
import {
  changePlan as changeEndpoint,
  previewPlan as previewEndpoint,
  type TaxedAmount,
} from '#contract/platform/billing.ts';
import { type BillingCurrency, type CheckoutPlan, monthlyFee, withGst } from '#rules/billing/prices.ts';
import { needsCheckout } from '#rules/billing/subscription.ts';
import { commandsFor, receipt } from '../../kernel/command/command.ts';
import { handlersFor, type ResponseFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { findRepeatedResponse } from '../../kernel/idempotency/idempotent-response.ts';
import { callPaymentService, formKey, type Payments, requirePayments } from './payment-service.ts';
import { readSubscription, type SubscriptionRow } from './store.ts';
import { type BillingDeps, syncSubscription } from './sync-subscription.ts';

const handler = handlersFor<BillingDeps>();

/** Validity of a preview's amounts, in milliseconds. */
const previewMs = 3_600_000;

interface Subscribed {
  row: SubscriptionRow;
  plan: CheckoutPlan;
  id: string;
  item: Stripe.SubscriptionItem;
}

/** Returns the subscription whose plan can change; throws if there is none. */
async function subscribed(
  deps: BillingDeps,
  payments: Payments,
  companyId: string,
  wanted: CheckoutPlan,
): Promise<Subscribed> {
  const row = await asTenant(deps.db, companyId, (trx) => readSubscription(trx, companyId));
  if (!row?.provider_subscription_id || row.plan === null || needsCheckout(row.status)) {
    throw invalid('There is no plan to change. Choose a plan first.');
  }
  const id = row.provider_subscription_id;
  if (row.plan === 'enterprise') {
    throw invalid('Your plan is managed by Assay. Contact us to change it.');
  }
  if (row.plan === wanted && !row.cancel_at_period_end) throw invalid('Your company already has this plan.');
  const current = await callPaymentService(payments, (stripe) => stripe.subscriptions.retrieve(id));
  const [item] = current.items.data;
  if (item === undefined) throw new Error(`The subscription ${id} has no price.`);
  return { row, plan: row.plan, id, item };
}

/** Prorations of a change at this second, excluding those of earlier changes on the same preview. */
function prorationsAt(invoice: Stripe.Invoice, seconds: number): Stripe.InvoiceLineItem[] {
  return invoice.lines.data.filter(({ parent, period }) => {
    const isPart =
      parent?.subscription_item_details?.proration === true ||
      parent?.invoice_item_details?.proration === true;
    return isPart && period.start === seconds;
  });
}

function sumAmounts(lines: readonly Stripe.InvoiceLineItem[], currency: BillingCurrency): TaxedAmount {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const gst = lines.flatMap(({ taxes }) => taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0);
  return { currency, amount, gst, total: amount + gst };
}

async function getPreview(
  payments: Payments,
  { row, plan: current, id, item }: Subscribed,
  { plan, seconds, country }: { plan: CheckoutPlan; seconds: number; country: BillingCountry },
): Promise<z.output<typeof previewEndpoint.response>> {
  const { currency } = row;
  const invoice = await callPaymentService(payments, (stripe) =>
    stripe.invoices.createPreview({
      customer: row.customer_id,
      subscription: id,
      subscription_details: {
        items: [{ id: item.id, price: payments.prices[plan] }],
        cancel_at_period_end: false,
        proration_behavior: 'create_prorations',
        proration_date: seconds,
      },
    }),
  );
  const parts = prorationsAt(invoice, seconds);
  const unused = sumAmounts(
    parts.filter(({ amount }) => amount < 0),
    currency,
  );
  const rest = sumAmounts(
    parts.filter(({ amount }) => amount >= 0),
    currency,
  );
  return {
    current,
    plan,
    monthly: { currency, ...withGst(monthlyFee(plan, currency), country) },
    proratedAt: new Date(seconds * 1_000).toISOString(),
    unused,
    rest,
    prorated: unused.total + rest.total,
    nextInvoice: {
      at: new Date(item.current_period_end * 1_000).toISOString(),
      total: invoice.amount_due,
      currency,
    },
  };
}

/** GET /billing/plan-preview: the payment service's amounts for a change at this second. */
export const previewPlan = handler(previewEndpoint, async (deps, { query: { plan } }, { company }) => {
  const payments = requirePayments(deps);
  const found = await subscribed(deps, payments, company.id, plan);
  // Our clock and the payment service's may differ by a little at the ends of a month.
  const { current_period_start: start, current_period_end: end } = found.item;
  const seconds = Math.min(end, Math.max(start, Math.floor(deps.now().getTime() / 1_000)));
  return getPreview(payments, found, { plan, seconds, country: company.billingCountryCode });
});

/** The subscription as it was, and the amount that was agreed to. */
interface PlanChangeDeps extends BillingDeps {
  changed: { row: SubscriptionRow; prorated: number };
}

const recordPlanChange = commandsFor<PlanChangeDeps>()(changeEndpoint, {
  change: async () => {},
  read: async ({ body: { plan } }) => ({ plan }),
  again: receipt,
  events({ body: { plan }, deps }) {
    const { row, prorated } = deps.changed;
    return {
      action: 'billing.planChosen',
      resourceType: 'subscription',
      resourceId: row.id,
      detail: { plan: { before: row.plan, after: plan }, prorated, currency: row.currency },
    };
  },
});

/**
 * PUT /billing/plan: changes the plan from the second of the preview; prorates at exactly the approved amounts, or changes nothing.
 * Selecting the current plan revokes its cancellation. Idempotent: a repeated form does not reach the payment service again.
 */
export const changePlan = handler(changeEndpoint, async (deps, { body }, caller) => {
  const { company, request } = caller;
  const repeated = await asTenant(deps.db, company.id, (trx) =>
    findRepeatedResponse<ResponseFor<typeof changeEndpoint>>(
      trx,
      deps,
      caller,
      { body },
      async (first) => first,
    ),
  );
  if (repeated !== undefined) return repeated;
  const payments = requirePayments(deps);
  const { plan } = body;
  const found = await subscribed(deps, payments, company.id, plan);
  const { row, id, item } = found;
  const seconds = Math.floor(Date.parse(body.proratedAt) / 1_000);
  const age = deps.now().getTime() - seconds * 1_000;
  const isOfThisMonth = seconds >= item.current_period_start && seconds <= item.current_period_end;
  if (age > previewMs || age < -previewMs || !isOfThisMonth) throw amountsChanged();
  const country = company.billingCountryCode;
  const { prorated } = await getPreview(payments, found, { plan, seconds, country });
  if (prorated !== body.prorated) throw amountsChanged();
  await callPaymentService(payments, (stripe) =>
    stripe.subscriptions.update(
      id,
      {
        items: [{ id: item.id, price: payments.prices[plan] }],
        cancel_at_period_end: false,
        proration_behavior: 'create_prorations',
        proration_date: seconds,
      },
      // Concurrent submissions of one form change the subscription once.
      { idempotencyKey: formKey('plan', caller, [plan, seconds, prorated]) },
    ),
  );
  await syncSubscription(deps, company.id, { requestId: request.id });
  return recordPlanChange.run({ ...deps, changed: { row, prorated } }, caller, { body });
});

const amountsChanged = () =>
  invalid('The amounts have changed since you opened this page. Check them below, then confirm again.');
