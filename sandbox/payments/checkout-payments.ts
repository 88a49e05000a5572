import { checkoutSessionBody } from './checkout-sessions.ts';
import { issueInvoice, voidInvoice } from './invoicing.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { CheckoutSession } from './records.ts';
import { getPrice } from './responses.ts';
import { changeSubscription, newSubscription } from './subscriptions.ts';
import type { WebhookMode } from './webhooks.ts';

/** Behaviour of the card on the checkout page. `slow`: the bank takes a moment to accept. */
export type CardBehaviour = 'works' | 'slow' | 'slowThenRefused';

/** Payments on the hosted checkout page. @param slowPaymentMs how long a slow bank takes */
export function createCheckoutPayments(store: LedgerStore, slowPaymentMs: number) {
  const timers = new Set<NodeJS.Timeout>();
  return {
    /** Pays a session: creates the subscription and charges it now, or after the bank's delay if the card is slow. */
    pay(session: CheckoutSession, card: CardBehaviour, mode?: WebhookMode): CheckoutSession {
      const isSlow = card !== 'works';
      const fee = getPrice(store.catalogue, session.priceId, session.currency) ?? 0;
      const status = isSlow ? 'incomplete' : 'active';
      const subscription = newSubscription(session, { status, at: store.seconds() });
      return store.journal.together(() => {
        changeSubscription(store, subscription, {}, 'created', mode);
        const customer = store.customers.get(session.customer);
        if (customer) store.customers.put(customer.id, { ...customer, cardWorks: true });
        const done: CheckoutSession = {
          ...session,
          status: 'complete',
          paymentStatus: isSlow ? 'unpaid' : fee === 0 ? 'no_payment_required' : 'paid',
          subscription: subscription.id,
        };
        store.sessions.put(done.id, done);
        if (isSlow) {
          const timer = setTimeout(() => {
            timers.delete(timer);
            completeSlowPayment(store, { sessionId: done.id, isPaid: card === 'slow', mode });
          }, slowPaymentMs);
          timers.add(timer);
        } else {
          const invoice = issueInvoice(store, subscription, true, mode);
          store.subscriptions.put(subscription.id, { ...subscription, latestInvoice: invoice.id });
        }
        store.webhooks.emit('checkout.session.completed', checkoutSessionBody(store, done), mode);
        return done;
      });
    },

    /** Records the bank's late response before the delay is over. */
    finaliseSlow: (sessionId: string, isPaid: boolean, mode?: WebhookMode): void =>
      completeSlowPayment(store, { sessionId, isPaid, mode }),

    close(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Records the bank's response to a slow payment; no effect if it is already recorded. */
function completeSlowPayment(
  store: LedgerStore,
  { sessionId, isPaid, mode }: { sessionId: string; isPaid: boolean; mode: WebhookMode | undefined },
): void {
  const session = store.sessions.get(sessionId);
  const subscription = session?.subscription && store.subscriptions.get(session.subscription);
  if (!session || !subscription || subscription.status !== 'incomplete') return;
  const completed: CheckoutSession = { ...session, paymentStatus: isPaid ? 'paid' : 'unpaid' };
  store.sessions.put(session.id, completed);
  const invoice = issueInvoice(store, subscription, isPaid, mode);
  // A subscription that was never paid ends, and nothing is owed for it.
  if (!isPaid && invoice.status === 'open') voidInvoice(store, invoice, mode);
  const outcome = isPaid ? 'succeeded' : 'failed';
  changeSubscription(
    store,
    subscription,
    { status: isPaid ? 'active' : 'incomplete_expired', latestInvoice: invoice.id },
    'updated',
    mode,
  );
  store.webhooks.emit(
    `checkout.session.async_payment_${outcome}`,
    checkoutSessionBody(store, completed),
    mode,
  );
}
