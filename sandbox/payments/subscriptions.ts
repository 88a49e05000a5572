import { newId } from './ids.ts';
import { issueInvoice, payInvoices, prorations } from './invoicing.ts';
import { type LedgerStore, monthSeconds } from './ledger-store.ts';
import type { CheckoutSession, Subscription, SubscriptionState } from './records.ts';
import { subscriptionBody } from './responses.ts';
import type { WebhookMode } from './webhooks.ts';

/** Builds the subscription that a checkout creates; it is not stored yet. */
export function newSubscription(
  session: CheckoutSession,
  { status, at }: { status: SubscriptionState; at: number },
): Subscription {
  return {
    id: newId('sub'),
    itemId: newId('si'),
    customer: session.customer,
    priceId: session.priceId,
    currency: session.currency,
    taxRateIds: session.taxRateIds,
    status,
    metadata: session.subscriptionMetadata,
    created: at,
    periodStart: at,
    periodEnd: at + monthSeconds,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    latestInvoice: null,
  };
}

/** Stores a changed subscription and emits its event. */
export function changeSubscription(
  { catalogue, subscriptions, webhooks }: LedgerStore,
  subscription: Subscription,
  to: Partial<Subscription>,
  type: 'created' | 'updated' | 'deleted' = 'updated',
  mode?: WebhookMode,
): Subscription {
  const changed = { ...subscription, ...to };
  subscriptions.put(changed.id, changed);
  webhooks.emit(`customer.subscription.${type}`, subscriptionBody(catalogue, changed), mode);
  return changed;
}

/** Changes a subscription's price; with `prorates` the rest of the period is charged with the next invoice. */
export function changePrice(
  store: LedgerStore,
  subscription: Subscription,
  priceId: string,
  to: { at: number; prorates: boolean } & Pick<Partial<Subscription>, 'cancelAtPeriodEnd'>,
): Subscription {
  const { at, prorates, ...changes } = to;
  return store.journal.together(() => {
    const items = prorates ? prorations(store, subscription, priceId, at) : [];
    for (const item of items) store.items.put(item.id, item);
    return changeSubscription(store, subscription, { ...changes, priceId });
  });
}

/** Starts the next period: charges the card on file, or ends the subscription if it cancels at the end of the period. */
export function renewSubscription(store: LedgerStore, subscription: Subscription): Subscription {
  if (subscription.cancelAtPeriodEnd) {
    return changeSubscription(
      store,
      subscription,
      { status: 'canceled', endedAt: store.seconds() },
      'deleted',
    );
  }
  const cardWorks = store.customers.get(subscription.customer)?.cardWorks === true;
  const invoice = issueInvoice(store, subscription, cardWorks);
  const isPaid = invoice.status === 'paid';
  return changeSubscription(store, subscription, {
    status: isPaid ? 'active' : 'past_due',
    latestInvoice: invoice.id,
    ...(isPaid ? { periodStart: store.seconds(), periodEnd: store.seconds() + monthSeconds } : {}),
  });
}

/** Charges open invoices to a working card; an overdue subscription becomes active. */
export function payOpenInvoices(store: LedgerStore, subscription: Subscription): Subscription {
  payInvoices(store, subscription);
  return subscription.status === 'past_due'
    ? changeSubscription(store, subscription, { status: 'active' })
    : subscription;
}

/** Sets the status; `canceled` ends the subscription now. */
export function setSubscriptionStatus(
  store: LedgerStore,
  subscription: Subscription,
  status: SubscriptionState,
): Subscription {
  const isEnd = status === 'canceled';
  return changeSubscription(
    store,
    subscription,
    isEnd ? { status, canceledAt: store.seconds(), endedAt: store.seconds() } : { status },
    isEnd ? 'deleted' : 'updated',
  );
}
