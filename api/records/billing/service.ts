import type Stripe from 'stripe';
import type { BillingCountry } from '#contract/company/accounts.ts';
import {
  type BillingState,
  openPortal as openPortalEndpoint,
  type PlanOffer,
  readBilling as readEndpoint,
  type TaxedAmount,
} from '#contract/platform/billing.ts';
import {
  type BillingCurrency,
  checkoutPlans,
  getCurrency,
  gstPercent,
  monthlyFee,
  unitPrice,
  usageKinds,
  withGst,
} from '#rules/billing/prices.ts';
import { needsCheckout } from '#rules/billing/subscription.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { invalid, isApiError } from '../../kernel/http/api-error.ts';
import { syncCheckout } from './checkout.ts';
import { callPaymentService, isMissing, requirePayments } from './payment-service.ts';
import {
  getOwners,
  newestPlanRequest,
  pendingCheckouts,
  readSubscription,
  type SubscriptionRow,
  usageSince,
} from './store.ts';
import type { BillingDeps } from './sync-subscription.ts';

const handler = handlersFor<BillingDeps>();

const visibleInvoices = 6;
const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

function taxed(amount: number, currency: BillingCurrency, country: BillingCountry): TaxedAmount {
  return { currency, ...withGst(amount, country) };
}

function offersFor(country: BillingCountry): PlanOffer[] {
  const currency = getCurrency(country);
  return checkoutPlans.map((plan) => ({
    plan,
    monthly: taxed(monthlyFee(plan, currency), currency, country),
    uses: usageKinds.map((kind) => ({ kind, each: taxed(unitPrice(kind, plan), currency, country) })),
  }));
}

/** Start of the month that ends at an instant; the calendar month if null. */
function periodStart(end: string | null, now: Date): Date {
  if (end === null) return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const start = new Date(end);
  const day = start.getUTCDate();
  start.setUTCDate(1);
  start.setUTCMonth(start.getUTCMonth() - 1);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  start.setUTCDate(Math.min(day, lastDay));
  return start;
}

function invoiceLine(invoice: Stripe.Invoice): NonNullable<BillingState['invoices']>[number][] {
  const { currency } = invoice;
  const status = invoiceStatuses.find((known) => known === invoice.status);
  if ((currency !== 'nzd' && currency !== 'aud') || status === undefined) return [];
  return [
    {
      number: invoice.number ?? invoice.id,
      at: new Date(invoice.created * 1_000).toISOString(),
      total: invoice.total,
      currency: currency === 'nzd' ? 'NZD' : 'AUD',
      status,
      url: invoice.hosted_invoice_url ?? null,
    },
  ];
}

/** Invoices are optional on this page: it is shown without them if the payment service is unavailable. */
async function getInvoices(
  deps: BillingDeps,
  row: SubscriptionRow | null,
): Promise<BillingState['invoices']> {
  if (row === null) return [];
  if (deps.payments === undefined) return null;
  try {
    const { data } = await callPaymentService(deps.payments, (stripe) =>
      stripe.invoices.list({ customer: row.customer_id, limit: visibleInvoices }),
    );
    return data.flatMap(invoiceLine);
  } catch (error) {
    if (isMissing(error) || (isApiError(error) && error.code === 'server.unavailable')) return null;
    throw error;
  }
}

/** GET /billing. Polls a checkout that is being processed, so that reloading the page shows its outcome. */
export const readBilling = handler(readEndpoint, async (deps, _input, { member, company, request }) => {
  if (member.role !== 'owner') {
    return asTenant(deps.db, company.id, async (trx) => ({
      owners: await getOwners(trx, company.id),
      billing: null,
    }));
  }
  await checkProcessing(deps, company.id, request.id);
  const country = company.billingCountryCode;
  const now = deps.now();
  const read = await asTenant(deps.db, company.id, async (trx) => {
    const row = await readSubscription(trx, company.id);
    const since = periodStart(row?.current_period_end ?? null, now).toISOString();
    return {
      row,
      since,
      owners: await getOwners(trx, company.id),
      usage: await usageSince(trx, company.id, since),
      unsettled: await pendingCheckouts(trx, company.id),
      asked: await newestPlanRequest(trx, company.id),
    };
  });
  const { row } = read;
  const currency = row?.currency ?? getCurrency(country);
  return {
    owners: read.owners,
    billing: {
      subscription:
        row === null || (row.status === 'incomplete' && row.plan === null)
          ? null
          : {
              plan: row.plan,
              status: row.status,
              currency,
              currentPeriodEnd: row.current_period_end,
              graceUntil: row.grace_until,
              cancelAtPeriodEnd: row.cancel_at_period_end,
            },
      isProcessing: read.unsettled.some(({ outcome }) => outcome === 'processing'),
      needsCheckout: needsCheckout(row?.status ?? null),
      gstPercent: gstPercent[country],
      offers: offersFor(country),
      usage: {
        since: read.since,
        lines: read.usage.lines.map(({ kind, uses, amount }) => ({
          kind,
          uses,
          cost: taxed(amount, currency, country),
        })),
        waiting: read.usage.waiting,
      },
      invoices: await getInvoices(deps, row),
      planAskedAt: read.asked,
    },
  };
});

/** Checks checkouts whose payment the bank has not confirmed. A failed check is retried on the next view. */
async function checkProcessing(deps: BillingDeps, companyId: string, requestId: string): Promise<void> {
  if (deps.payments === undefined) return;
  const unsettled = await asTenant(deps.db, companyId, (trx) => pendingCheckouts(trx, companyId));
  for (const row of unsettled.filter(({ outcome }) => outcome === 'processing')) {
    await syncCheckout(deps, row, requestId).catch((error: unknown) => {
      if (!isApiError(error) || error.code !== 'server.unavailable') throw error;
    });
  }
}

/** POST /billing/portal. */
export const openPortal = handler(openPortalEndpoint, async (deps, _input, { company }) => {
  const payments = requirePayments(deps);
  const row = await asTenant(deps.db, company.id, (trx) => readSubscription(trx, company.id));
  if (row === null) throw invalid('Choose a plan first. There are no payment details yet.');
  const session = await callPaymentService(payments, (stripe) =>
    stripe.billingPortal.sessions.create({
      customer: row.customer_id,
      return_url: `${payments.appUrl}${settingsUrl('billing')}`,
    }),
  );
  return { url: session.url };
});
