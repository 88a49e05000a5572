import { newId } from './ids.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { CheckoutSession } from './records.ts';
import { sessionBody, subscriptionBody } from './responses.ts';

const sessionSeconds = 24 * 3_600;

/** A new checkout session as its caller specifies it. */
export type NewCheckoutSession = Omit<
  CheckoutSession,
  'id' | 'status' | 'paymentStatus' | 'subscription' | 'created' | 'expiresAt'
>;

/** Stores a new session, open for 24 hours. */
export function openCheckoutSession(store: LedgerStore, input: NewCheckoutSession): CheckoutSession {
  const session: CheckoutSession = {
    ...input,
    id: newId('cs_test'),
    status: 'open',
    paymentStatus: 'unpaid',
    subscription: null,
    created: store.seconds(),
    expiresAt: store.seconds() + sessionSeconds,
  };
  store.sessions.put(session.id, session);
  return session;
}

/** Finds a session, after expiring it if it is past its expiry. */
export function findCheckoutSession(store: LedgerStore, id: string): CheckoutSession | undefined {
  const session = store.sessions.get(id);
  if (session === undefined) return undefined;
  const isCurrent = session.status !== 'open' || session.expiresAt > store.seconds();
  return isCurrent ? session : expireCheckoutSession(store, session);
}

/** Expires a session and emits its event. */
export function expireCheckoutSession(store: LedgerStore, session: CheckoutSession): CheckoutSession {
  const expired: CheckoutSession = { ...session, status: 'expired' };
  store.sessions.put(session.id, expired);
  store.webhooks.emit('checkout.session.expired', checkoutSessionBody(store, expired));
  return expired;
}

/** The vendor's body of a session. @param withSubscription whether its subscription is expanded */
export function checkoutSessionBody(
  { catalogue, subscriptions, checkoutUrl }: LedgerStore,
  session: CheckoutSession,
  withSubscription = false,
) {
  const subscription = session.subscription === null ? undefined : subscriptions.get(session.subscription);
  return sessionBody(catalogue, session, {
    url: checkoutUrl(session.id),
    ...(withSubscription && subscription ? { subscription: subscriptionBody(catalogue, subscription) } : {}),
  });
}
