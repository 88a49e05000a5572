import { createHash, randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { openCheckout, verifyCheckout } from '#contract/billing.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { currencyOf, monthlyFee, planLabels, withGst } from '#rules/billing/prices.ts';
import { needsCheckout } from '#rules/billing/subscription.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { recordEvent } from '../audit/record-event.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { isRefusal, refuse } from '../http/problems.ts';
import { readProgress } from '../onboarding/finish.ts';
import { type BillingDeps, followSubscription, paymentActor } from './follow.ts';
import { askPayments, isRefusedThere, type Payments, requirePayments } from './payment-service.ts';
import {
  type CheckoutRow,
  insertCheckout,
  insertSubscription,
  readCheckout,
  readSubscription,
  settleCheckout,
  unsettledCheckouts,
} from './store.ts';

const invalid = (sentence: string) => refuse('request.invalid', { fields: { '': [sentence] } });

/** The company's customer at the payment service, made there the first time. */
async function customerOf(
  deps: BillingDeps,
  payments: Payments,
  { member, company }: MemberCaller,
): Promise<string> {
  const known = await asTenant(deps.db, company.id, (trx) => readSubscription(trx, company.id));
  if (known !== null && !needsCheckout(known.status)) {
    throw invalid('Your company has a plan already. Change it instead of paying for a second one.');
  }
  if (known !== null) return known.customer_id;
  // Nothing that may differ goes along with this key: two owners who begin at once get one customer.
  const customer = await askPayments(payments, (stripe) =>
    stripe.customers.create(
      { metadata: { companyId: company.id } },
      { idempotencyKey: `customer-${company.id}` },
    ),
  );
  await askPayments(payments, (stripe) =>
    stripe.customers.update(customer.id, { name: company.name, email: member.loginId }),
  );
  return asJobs(deps.db, async (trx) => {
    await insertSubscription(trx, {
      company_id: company.id,
      id: uuidv7(),
      customer_id: customer.id,
      currency: currencyOf(company.billingCountryCode),
      at: deps.now().toISOString(),
    });
    const kept = await readSubscription(trx, company.id);
    return kept?.customer_id ?? customer.id;
  });
}

/** Closes the checkouts that were left open before: two of them paid would be two subscriptions. */
async function closeOthers(
  deps: BillingDeps,
  payments: Payments,
  companyId: string,
  keptId: string,
): Promise<void> {
  const open = await asTenant(deps.db, companyId, (trx) => unsettledCheckouts(trx, companyId));
  for (const other of open.filter(({ id }) => id !== keptId)) {
    try {
      await askPayments(payments, (stripe) => stripe.checkout.sessions.expire(other.id));
    } catch (error) {
      // Paid or expired in the meantime: what became of it is found out like anything else.
      if (!isRefusedThere(error)) throw error;
      continue;
    }
    await asTenant(deps.db, companyId, (trx) =>
      settleCheckout(trx, other, 'expired', deps.now().toISOString()),
    );
  }
}

/** The form's key as the payment service takes it, which is no longer than 255 characters. */
function keyOf({ company, member, request }: MemberCaller): string {
  const key = request.requestKey ?? randomUUID();
  const hash = createHash('sha256').update(`${company.id} ${member.id} ${key}`).digest('hex');
  return `checkout-${hash}`;
}

/**
 * POST /billing/checkouts. The form sent twice opens one checkout. Refuses a second plan beside one that goes on, and with `server.failed`
 * a price at the payment service that is not the one shown here: nobody pays what they did not see.
 */
export async function beginCheckout(
  deps: BillingDeps,
  { plan, from }: EndpointInput<typeof openCheckout>['body'],
  caller: MemberCaller,
): Promise<z.output<typeof openCheckout.answer>> {
  const payments = requirePayments(deps);
  const { company } = caller;
  const country = company.billingCountryCode;
  const currency = currencyOf(country);
  const { total } = withGst(monthlyFee(plan, currency), country);
  const customer = await customerOf(deps, payments, caller);
  const leftAt = from === 'onboarding' ? '/onboard?step=plan' : '/settings?view=billing';
  const metadata = { companyId: company.id, plan };
  const session = await askPayments(payments, (stripe) =>
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
      { idempotencyKey: keyOf(caller) },
    ),
  );
  if (session.amount_total !== total || session.url === null) {
    await askPayments(payments, (stripe) => stripe.checkout.sessions.expire(session.id));
    throw new Error(
      `The payment service asks ${session.amount_total} ${session.currency} for the plan ${plan}; ${total} was shown.`,
    );
  }
  await asTenant(deps.db, company.id, async (trx) => {
    const row = {
      company_id: company.id,
      id: session.id,
      plan,
      currency,
      total,
      created_at: deps.now().toISOString(),
      created_by: caller.member.id,
    };
    if (!(await insertCheckout(trx, row))) return;
    await recordMemberEvent(trx, deps, caller, {
      action: 'billing.checkoutOpened',
      resourceType: 'checkout',
      resourceId: session.id,
      detail: { plan: planLabels[plan], total, currency },
    });
  });
  await closeOthers(deps, payments, company.id, session.id);
  return { id: session.id, url: session.url };
}

function outcomeOf(session: Stripe.Checkout.Session): CheckoutRow['outcome'] {
  if (session.status !== 'complete') return session.status === 'expired' ? 'expired' : 'open';
  if (session.payment_status !== 'unpaid') return 'confirmed';
  const { subscription } = session;
  const state =
    typeof subscription === 'object' && subscription !== null ? subscription.status : 'incomplete';
  if (state === 'incomplete') return 'processing';
  return state === 'canceled' || state === 'incomplete_expired' ? 'declined' : 'confirmed';
}

/**
 * Asks the payment service about a checkout, writes down what came of it and what the subscription is now. What is settled stays as it
 * is: asked again, it answers alike.
 */
export async function lookAtCheckout(
  deps: BillingDeps,
  row: CheckoutRow,
  requestId: string,
): Promise<{ outcome: CheckoutRow['outcome']; url: string | null }> {
  if (row.settled_at !== null) return { outcome: row.outcome, url: null };
  const payments = requirePayments(deps);
  const session = await askPayments(payments, (stripe) =>
    stripe.checkout.sessions.retrieve(row.id, { expand: ['subscription'] }),
  );
  const outcome = outcomeOf(session);
  // First, so that whoever reads "confirmed" finds the company let in.
  if (outcome !== 'open' && outcome !== 'expired') {
    await followSubscription(deps, row.company_id, { requestId });
  }
  return asTenant(deps.db, row.company_id, async (trx) => {
    const isChange = await settleCheckout(trx, row, outcome, deps.now().toISOString());
    const kept = await readCheckout(trx, row.company_id, row.id);
    if (isChange && kept !== null && kept.settled_at !== null) {
      await recordEvent(trx, deps, {
        companyId: row.company_id,
        actor: paymentActor,
        action: 'billing.checkoutSettled',
        resourceType: 'checkout',
        resourceId: row.id,
        detail: { outcome: { before: row.outcome, after: kept.outcome } },
        requestId,
      });
    }
    return { outcome: kept?.outcome ?? outcome, url: outcome === 'open' ? session.url : null };
  });
}

/**
 * POST /billing/checkouts/verification: what became of one of the company's own checkouts; another company's is not there. While the
 * payment service cannot be reached it is still processing.
 */
export async function checkCheckout(
  deps: BillingDeps,
  sessionId: string,
  { company, request }: MemberCaller,
): Promise<z.output<typeof verifyCheckout.answer>> {
  const row = await asTenant(deps.db, company.id, (trx) => readCheckout(trx, company.id, sessionId));
  if (row === null) throw refuse('record.notFound');
  const found = await lookAtCheckout(deps, row, request.id).catch((error: unknown) => {
    if (!isRefusal(error) || error.code !== 'server.unavailable') throw error;
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
}
