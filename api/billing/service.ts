import type Stripe from 'stripe';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { BillingCountry } from '#contract/accounts.ts';
import type {
  BillingState,
  changePlan,
  openPortal,
  PlanOffer,
  readBilling,
  requestPlan,
  TaxedAmount,
} from '#contract/billing.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import {
  type BillingCurrency,
  checkoutPlans,
  currencyOf,
  gstPercent,
  monthlyFee,
  unitPrice,
  usageKinds,
  withGst,
} from '#rules/billing/prices.ts';
import { needsCheckout } from '#rules/billing/subscription.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { isRefusal, refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { lookAtCheckout } from './checkout.ts';
import { type BillingDeps, followSubscription } from './follow.ts';
import { askPayments, isMissing, requirePayments } from './payment-service.ts';
import {
  insertPlanRequest,
  newestPlanRequest,
  ownersOf,
  readSubscription,
  type SubscriptionRow,
  unsettledCheckouts,
  usageSince,
} from './store.ts';

const invalid = (sentence: string, field = '') =>
  refuse('request.invalid', { fields: { [field]: [sentence] } });
const shownInvoices = 6;
const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

function taxed(amount: number, currency: BillingCurrency, country: BillingCountry): TaxedAmount {
  return { currency, ...withGst(amount, country) };
}

function offersFor(country: BillingCountry): PlanOffer[] {
  const currency = currencyOf(country);
  return checkoutPlans.map((plan) => ({
    plan,
    monthly: taxed(monthlyFee(plan, currency), currency, country),
    uses: usageKinds.map((kind) => ({ kind, each: taxed(unitPrice(kind, plan), currency, country) })),
  }));
}

/** When the month began that ends at an instant; without one, the calendar month. */
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

/** Invoices are a courtesy of this page: where the payment service cannot be reached the rest is shown without them. */
async function invoicesOf(deps: BillingDeps, row: SubscriptionRow | null): Promise<BillingState['invoices']> {
  if (row === null) return [];
  if (deps.payments === undefined) return null;
  try {
    const { data } = await askPayments(deps.payments, (stripe) =>
      stripe.invoices.list({ customer: row.customer_id, limit: shownInvoices }),
    );
    return data.flatMap(invoiceLine);
  } catch (error) {
    if (isMissing(error) || (isRefusal(error) && error.code === 'server.unavailable')) return null;
    throw error;
  }
}

/** GET /billing. A checkout that is being processed is asked about on the way, so that the page goes on by itself. */
export async function showBilling(
  deps: BillingDeps,
  { member, company, request }: MemberCaller,
): Promise<z.output<typeof readBilling.answer>> {
  if (member.role !== 'owner') {
    return asTenant(deps.db, company.id, async (trx) => ({
      owners: await ownersOf(trx, company.id),
      billing: null,
    }));
  }
  await lookAtProcessing(deps, company.id, request.id);
  const country = company.billingCountryCode;
  const now = deps.now();
  const read = await asTenant(deps.db, company.id, async (trx) => {
    const row = await readSubscription(trx, company.id);
    const since = periodStart(row?.current_period_end ?? null, now).toISOString();
    return {
      row,
      since,
      owners: await ownersOf(trx, company.id),
      usage: await usageSince(trx, company.id, since),
      unsettled: await unsettledCheckouts(trx, company.id),
      asked: await newestPlanRequest(trx, company.id),
    };
  });
  const { row } = read;
  const currency = row?.currency ?? currencyOf(country);
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
      invoices: await invoicesOf(deps, row),
      planAskedAt: read.asked,
    },
  };
}

/** Asks about checkouts whose payment the bank has not confirmed. What cannot be asked now is asked at the next look. */
async function lookAtProcessing(deps: BillingDeps, companyId: string, requestId: string): Promise<void> {
  if (deps.payments === undefined) return;
  const unsettled = await asTenant(deps.db, companyId, (trx) => unsettledCheckouts(trx, companyId));
  for (const row of unsettled.filter(({ outcome }) => outcome === 'processing')) {
    await lookAtCheckout(deps, row, requestId).catch((error: unknown) => {
      if (!isRefusal(error) || error.code !== 'server.unavailable') throw error;
    });
  }
}

/** POST /billing/portal. */
export async function goToPortal(
  deps: BillingDeps,
  { company }: MemberCaller,
): Promise<z.output<typeof openPortal.answer>> {
  const payments = requirePayments(deps);
  const row = await asTenant(deps.db, company.id, (trx) => readSubscription(trx, company.id));
  if (row === null) throw invalid('Choose a plan first. There is nothing at the payment service yet.');
  const session = await askPayments(payments, (stripe) =>
    stripe.billingPortal.sessions.create({
      customer: row.customer_id,
      return_url: `${payments.appUrl}/settings?view=billing`,
    }),
  );
  return { url: session.url };
}

/**
 * PUT /billing/plan: the same subscription on another plan, from now on; the payment service sets what was paid for against what is
 * due. Chosen again, the present plan goes on where it was to end.
 */
export async function moveToPlan(
  deps: BillingDeps,
  { plan }: EndpointInput<typeof changePlan>['body'],
  caller: MemberCaller,
): Promise<z.output<typeof changePlan.answer>> {
  const payments = requirePayments(deps);
  const { company, request } = caller;
  const row = await asTenant(deps.db, company.id, (trx) => readSubscription(trx, company.id));
  const id = row?.provider_subscription_id;
  if (!row || !id || needsCheckout(row.status)) {
    throw invalid('There is no plan to change. Choose one and pay for it.');
  }
  if (row.plan === 'enterprise') {
    throw invalid('Your plan was agreed in person. Ask your Assay contact to change it.');
  }
  const current = await askPayments(payments, (stripe) => stripe.subscriptions.retrieve(id));
  const [item] = current.items.data;
  if (item === undefined) throw new Error(`The subscription ${id} has no price.`);
  await askPayments(payments, (stripe) =>
    stripe.subscriptions.update(id, {
      items: [{ id: item.id, price: payments.prices[plan] }],
      cancel_at_period_end: false,
      proration_behavior: 'create_prorations',
    }),
  );
  await followSubscription(deps, company.id, { requestId: request.id });
  await asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: { plan }, status: 200 }, async () => {
      await recordMemberEvent(trx, deps, caller, {
        action: 'billing.planChosen',
        resourceType: 'subscription',
        resourceId: row.id,
        detail: { plan: { before: row.plan, after: plan } },
      });
      return { plan };
    }),
  );
  return { plan };
}

/** POST /billing/plan-requests: kept, and mailed to whoever runs Assay. */
export async function askForPlan(
  deps: BillingDeps,
  form: EndpointInput<typeof requestPlan>['body'],
  caller: MemberCaller,
): Promise<z.output<typeof requestPlan.answer>> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: form, status: 201 }, async () => {
      const id = uuidv7();
      const askedAt = deps.now().toISOString();
      await insertPlanRequest(trx, {
        company_id: company.id,
        id,
        contact_name: form.contactName,
        contact_email: form.contactEmail,
        contact_phone: form.contactPhone ?? null,
        message: form.message,
        created_at: askedAt,
        created_by: member.id,
      });
      await recordMemberEvent(trx, deps, caller, {
        action: 'billing.planAsked',
        resourceType: 'planRequest',
        resourceId: id,
        detail: { plan: 'enterprise' },
      });
      return { id, askedAt };
    }),
  );
}
