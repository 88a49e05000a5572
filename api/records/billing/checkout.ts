import type Stripe from 'stripe';
import { v7 as uuidv7 } from 'uuid';
import {
  openCheckout as openEndpoint,
  verifyCheckout as verifyEndpoint,
} from '#contract/platform/billing.ts';
import { getCurrency, monthlyFee, planLabels, withGst } from '#rules/billing/prices.ts';
import { needsCheckout } from '#rules/billing/subscription.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid, isApiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readProgress } from '../company-setup/finish.ts';
import {
  callPaymentService,
  formKey,
  isRejectedByProvider,
  type Payments,
  requirePayments,
} from './payment-service.ts';
import {
  type CheckoutRow,
  completeCheckout,
  insertCheckout,
  insertSubscription,
  pendingCheckouts,
  readCheckout,
  readSubscription,
} from './store.ts';
import { type BillingDeps, paymentActor, syncSubscription } from './sync-subscription.ts';

const handler = handlersFor<BillingDeps>();

/** Returns the company's customer at the payment service; creates it on first use. */
async function getCustomer(
  deps: BillingDeps,
  payments: Payments,
  { member, company }: MemberCaller,
): Promise<string> {
  const known = await asTenant(deps.db, company.id, (trx) => readSubscription(trx, company.id));
  if (known !== null && !needsCheckout(known.status)) {
    throw invalid('Your company already has a plan. Change it instead of paying for a second one.');
  }
  if (known !== null) return known.customer_id;
  // The parameters under this idempotency key must be constant: two owners who start concurrently share one customer.
  const customer = await callPaymentService(payments, (stripe) =>
    stripe.customers.create(
      { metadata: { companyId: company.id } },
      { idempotencyKey: `customer-${company.id}` },
    ),
  );
  await callPaymentService(payments, (stripe) =>
    stripe.customers.update(customer.id, { name: company.name, email: member.loginId }),
  );
  return asJobs(deps.db, async (trx) => {
    await insertSubscription(trx, {
      company_id: company.id,
      id: uuidv7(),
      customer_id: customer.id,
      currency: getCurrency(company.billingCountryCode),
      at: deps.now().toISOString(),
    });
    const subscription = await readSubscription(trx, company.id);
    return subscription?.customer_id ?? customer.id;
  });
}

/** Expires earlier open checkouts: paying two would create two subscriptions. */
async function closeOthers(
  deps: BillingDeps,
  payments: Payments,
  companyId: string,
  savedId: string,
): Promise<void> {
  const open = await asTenant(deps.db, companyId, (trx) => pendingCheckouts(trx, companyId));
  for (const other of open.filter(({ id }) => id !== savedId)) {
    try {
      await callPaymentService(payments, (stripe) => stripe.checkout.sessions.expire(other.id));
    } catch (error) {
      // Paid or expired in the meantime: its outcome is read as usual.
      if (!isRejectedByProvider(error)) throw error;
      continue;
    }
    await asTenant(deps.db, companyId, (trx) =>
      completeCheckout(trx, other, 'expired', deps.now().toISOString()),
    );
  }
}

/**
 * POST /billing/checkouts. Idempotent. Throws for a second plan while one continues, and `server.failed` if the payment
 * service's price differs from the displayed one.
 */
export const openCheckout = handler(openEndpoint, async (deps, { body: { plan, from } }, caller) => {
  const payments = requirePayments(deps);
  const { company } = caller;
  const country = company.billingCountryCode;
  const currency = getCurrency(country);
  const { total } = withGst(monthlyFee(plan, currency), country);
  const customer = await getCustomer(deps, payments, caller);
  const leftAt = from === 'onboarding' ? '/onboard?step=plan' : settingsUrl('billing');
  const metadata = { companyId: company.id, plan };
  const session = await callPaymentService(payments, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        currency: currency.toLowerCase(),
        client_reference_id: company.id,
        line_items: [{ price: payments.prices[plan], quantity: 1 }],
        subscription_data: { default_tax_rates: [payments.taxRates[country]], metadata },
        metadata,
        success_url: `${payments.appUrl}/checkout/confirmation?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${payments.appUrl}${leftAt}`,
      },
      { idempotencyKey: formKey('checkout', caller) },
    ),
  );
  if (session.amount_total !== total || session.url === null) {
    await callPaymentService(payments, (stripe) => stripe.checkout.sessions.expire(session.id));
    throw new Error(
      `The payment service charges ${session.amount_total} ${session.currency} for plan ${plan}; ${total} was displayed.`,
    );
  }
  await inWork(deps, callerActor(caller), async ({ trx, at, record }) => {
    const row = {
      company_id: company.id,
      id: session.id,
      plan,
      currency,
      total,
      created_at: at,
      created_by: caller.member.id,
    };
    if (!(await insertCheckout(trx, row))) return;
    record({
      action: 'billing.checkoutOpened',
      resourceType: 'checkout',
      resourceId: session.id,
      detail: { plan: planLabels[plan], total, currency },
    });
  });
  await closeOthers(deps, payments, company.id, session.id);
  return { id: session.id, url: session.url };
});

function getOutcome(session: Stripe.Checkout.Session): CheckoutRow['outcome'] {
  if (session.status !== 'complete') return session.status === 'expired' ? 'expired' : 'open';
  if (session.payment_status !== 'unpaid') return 'confirmed';
  const { subscription } = session;
  const state =
    typeof subscription === 'object' && subscription !== null ? subscription.status : 'incomplete';
  if (state === 'incomplete') return 'processing';
  return state === 'canceled' || state === 'incomplete_expired' ? 'declined' : 'confirmed';
}

/**
 * Reads a checkout from the payment service, and saves its outcome and the current subscription. Idempotent: a
 * completed checkout does not change.
 */
export async function syncCheckout(
  deps: BillingDeps,
  row: CheckoutRow,
  requestId: string,
): Promise<{ outcome: CheckoutRow['outcome']; url: string | null }> {
  if (row.settled_at !== null) return { outcome: row.outcome, url: null };
  const payments = requirePayments(deps);
  const session = await callPaymentService(payments, (stripe) =>
    stripe.checkout.sessions.retrieve(row.id, { expand: ['subscription'] }),
  );
  const outcome = getOutcome(session);
  // Before reporting "confirmed", so that the company then has access.
  if (outcome !== 'open' && outcome !== 'expired') {
    await syncSubscription(deps, row.company_id, { requestId });
  }
  return inWork(deps, paymentActor(row.company_id, requestId), async ({ trx, at, record }) => {
    const isChange = await completeCheckout(trx, row, outcome, at);
    const current = await readCheckout(trx, row.company_id, row.id);
    if (isChange && current !== null && current.settled_at !== null) {
      record({
        action: 'billing.checkoutCompleted',
        resourceType: 'checkout',
        resourceId: row.id,
        detail: { outcome: { before: row.outcome, after: current.outcome } },
      });
    }
    return { outcome: current?.outcome ?? outcome, url: outcome === 'open' ? session.url : null };
  });
}

/**
 * POST /billing/checkouts/verification: outcome of the company's checkout, 404 for other companies' checkouts. Status
 * is processing while the payment service is unavailable.
 */
export const verifyCheckout = handler(
  verifyEndpoint,
  async (deps, { body: { sessionId } }, { company, request }) => {
    const row = await asTenant(deps.db, company.id, (trx) => readCheckout(trx, company.id, sessionId));
    if (row === null) throw apiError('record.notFound');
    const found = await syncCheckout(deps, row, request.id).catch((error: unknown) => {
      if (!isApiError(error) || error.code !== 'server.unavailable') throw error;
      return { outcome: 'processing' as const, url: null };
    });
    const progress = await asTenant(deps.db, company.id, (trx) => readProgress(trx, company.id));
    return {
      outcome: found.outcome,
      plan: row.plan,
      total: { amount: row.total, currency: row.currency },
      continueUrl: found.url,
      accessRestricted: progress.accessRestricted,
      accessRestrictedReason: progress.accessRestrictedReason,
      left: progress.left,
    };
  },
);
