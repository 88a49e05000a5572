import type Stripe from 'stripe';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { finishWhenComplete } from '../company-setup/finish.ts';
import { syncCheckout } from './checkout.ts';
import type { Payments } from './payment-service.ts';
import { companyByCustomer, hasEvent, readCheckout } from './store.ts';
import { type BillingDeps, paymentActor, syncSubscription } from './sync-subscription.ts';

/** Maximum age of a signature, to prevent replay. */
const toleranceSeconds = 300;

const followed =
  /^(checkout\.session\.|customer\.subscription\.|invoice\.(paid|payment_failed|payment_action_required)$)/;

/** The event in a call that the payment service signed within five minutes; undefined for any other. */
function signedEvent(
  { stripe, webhookSecrets }: Payments,
  rawBody: Uint8Array,
  signature: string | null,
  now: Date,
): Stripe.Event | undefined {
  if (signature === null || signature.length > 1_000) return undefined;
  for (const secret of webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(
        Buffer.from(rawBody),
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now.getTime(),
      );
    } catch {
      // Invalid signature, or too old.
    }
  }
  return undefined;
}

function customerIn({ data }: Stripe.Event): string | undefined {
  const { customer } = data.object as { customer?: unknown };
  if (typeof customer === 'string') return customer;
  const id = (customer as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : undefined;
}

/**
 * Handles a call of the payment service: the raw body, signed with the time. 401 for an invalid signature or one older
 * than five minutes; else 200, including repeated calls, unused events and unknown customers. Throws
 * `server.unavailable` if the payment service cannot be queried, so that it calls again.
 */
export async function handlePaymentWebhook(
  deps: BillingDeps,
  rawBody: Uint8Array,
  headers: Headers,
  requestId: string,
): Promise<200 | 401> {
  if (deps.payments === undefined) return 401;
  const event = signedEvent(deps.payments, rawBody, headers.get('stripe-signature'), deps.now());
  if (event === undefined) return 401;
  const customer = customerIn(event);
  if (customer === undefined || !followed.test(event.type)) return 200;
  const companyId = await companyByCustomer(deps.db, customer);
  if (companyId === null) return 200;
  if (await asJobs(deps.db, (trx) => hasEvent(trx, companyId, event.id))) {
    // A process may have ended between writing the event down and ending the set-up.
    await finishWhenComplete(deps, paymentActor(companyId, requestId));
    return 200;
  }
  if (event.type.startsWith('checkout.session.')) {
    const { id } = event.data.object as Stripe.Checkout.Session;
    const row = await asJobs(deps.db, (trx) => readCheckout(trx, companyId, id));
    if (row !== null) await syncCheckout(deps, row, requestId);
  }
  await syncSubscription(deps, companyId, {
    requestId,
    event: { id: event.id, type: event.type, occurredAt: new Date(event.created * 1_000) },
  });
  return 200;
}
