import { randomBytes } from 'node:crypto';
import type { Journal } from '../journal.ts';
import type {
  Catalogue,
  CheckoutSession,
  Customer,
  Invoice,
  InvoiceItem,
  PortalSession,
  Subscription,
  SubscriptionState,
} from './records.ts';
import { invoiceBody, priceOf, sessionBody, subscriptionBody, withTax } from './shapes.ts';
import type { WebhookMode, Webhooks } from './webhooks.ts';

const monthSeconds = 30 * 86_400;
const sessionSeconds = 24 * 3_600;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** How a person's card behaves on the checkout page. `slow`: the bank takes a moment to say yes. */
export type CardBehaviour = 'works' | 'slow' | 'slowThenRefused';

export type Ledger = ReturnType<typeof openLedger>;

/** Everything that happens to customers, checkouts, subscriptions and invoices, and the events that tell of it. */
export function openLedger(deps: {
  journal: Journal;
  webhooks: Webhooks;
  catalogue: Catalogue;
  appUrl: string;
  now: () => Date;
  /** How long a slow bank takes. */
  slowPaymentMs: number;
}) {
  const { journal, webhooks, catalogue } = deps;
  const customers = journal.collection<Customer>('customers');
  const sessions = journal.collection<CheckoutSession>('sessions');
  const subscriptions = journal.collection<Subscription>('subscriptions');
  const invoices = journal.collection<Invoice>('invoices');
  const items = journal.collection<InvoiceItem>('items');
  const portals = journal.collection<PortalSession>('portals');
  const timers = new Set<NodeJS.Timeout>();
  const seconds = () => Math.floor(deps.now().getTime() / 1_000);

  const checkoutUrl = (id: string) => `${deps.appUrl}/sandbox/payments/checkout/${id}`;
  const invoiceUrl = (id: string) => `${deps.appUrl}/sandbox/payments/invoice/${id}`;

  function current(session: CheckoutSession): CheckoutSession {
    if (session.status !== 'open' || session.expiresAt > seconds()) return session;
    return expireSession(session);
  }

  function expireSession(session: CheckoutSession): CheckoutSession {
    const expired: CheckoutSession = { ...session, status: 'expired' };
    sessions.put(session.id, expired);
    webhooks.emit('checkout.session.expired', shownSession(expired));
    return expired;
  }

  function shownSession(session: CheckoutSession, withSubscription = false) {
    const found = session.subscription === null ? undefined : subscriptions.get(session.subscription);
    return sessionBody(catalogue, session, {
      url: checkoutUrl(session.id),
      ...(withSubscription && found ? { subscription: subscriptionBody(catalogue, found) } : {}),
    });
  }

  function change(
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

  /** An invoice of the fee and of all that was added since the last one. */
  function invoice(subscription: Subscription, isPaid: boolean, mode?: WebhookMode): Invoice {
    const pending = items
      .values()
      .filter((item) => item.customer === subscription.customer && item.invoice === null);
    const fee = priceOf(catalogue, subscription.priceId, subscription.currency) ?? 0;
    const extra = pending.reduce((sum, { amount }) => sum + amount, 0);
    const { subtotal, tax } = withTax(catalogue, fee + extra, subscription.taxRateIds);
    const made: Invoice = {
      id: newId('in'),
      number: `SANDBOX-${String(invoices.values().length + 1).padStart(4, '0')}`,
      customer: subscription.customer,
      subscription: subscription.id,
      status: isPaid ? 'paid' : 'open',
      currency: subscription.currency,
      subtotal,
      tax,
      created: seconds(),
    };
    invoices.put(made.id, made);
    for (const item of pending) items.put(item.id, { ...item, invoice: made.id });
    webhooks.emit(
      isPaid ? 'invoice.paid' : 'invoice.payment_failed',
      invoiceBody(made, invoiceUrl(made.id)),
      mode,
    );
    return made;
  }

  function settleSlow(sessionId: string, isPaid: boolean, mode?: WebhookMode): void {
    const session = sessions.get(sessionId);
    const subscription = session?.subscription && subscriptions.get(session.subscription);
    if (!session || !subscription || subscription.status !== 'incomplete') return;
    const paid: CheckoutSession = { ...session, paymentStatus: isPaid ? 'paid' : 'unpaid' };
    sessions.put(session.id, paid);
    const made = invoice(subscription, isPaid, mode);
    const outcome = isPaid ? 'succeeded' : 'failed';
    change(
      subscription,
      { status: isPaid ? 'active' : 'incomplete_expired', latestInvoice: made.id },
      'updated',
      mode,
    );
    webhooks.emit(`checkout.session.async_payment_${outcome}`, shownSession(paid), mode);
  }

  return {
    customers,
    subscriptions,
    invoices,
    items,
    portals,
    checkoutUrl,
    invoiceUrl,
    seconds,
    shownSession,
    expireSession,
    change,

    session(id: string): CheckoutSession | undefined {
      const found = sessions.get(id);
      return found && current(found);
    },

    openSession(
      wanted: Omit<
        CheckoutSession,
        'id' | 'status' | 'paymentStatus' | 'subscription' | 'created' | 'expiresAt'
      >,
    ) {
      const made: CheckoutSession = {
        ...wanted,
        id: newId('cs_test'),
        status: 'open',
        paymentStatus: 'unpaid',
        subscription: null,
        created: seconds(),
        expiresAt: seconds() + sessionSeconds,
      };
      sessions.put(made.id, made);
      return made;
    },

    /** The person pays on the hosted page. */
    pay(session: CheckoutSession, card: CardBehaviour, mode?: WebhookMode): CheckoutSession {
      const isSlow = card !== 'works';
      const fee = priceOf(catalogue, session.priceId, session.currency) ?? 0;
      const at = seconds();
      const subscription: Subscription = {
        id: newId('sub'),
        itemId: newId('si'),
        customer: session.customer,
        priceId: session.priceId,
        currency: session.currency,
        taxRateIds: session.taxRateIds,
        status: isSlow ? 'incomplete' : 'active',
        metadata: session.subscriptionMetadata,
        created: at,
        periodStart: at,
        periodEnd: at + monthSeconds,
        cancelAtPeriodEnd: false,
        canceledAt: null,
        endedAt: null,
        latestInvoice: null,
      };
      return journal.together(() => {
        change(subscription, {}, 'created', mode);
        const customer = customers.get(session.customer);
        if (customer) customers.put(customer.id, { ...customer, cardWorks: true });
        const done: CheckoutSession = {
          ...session,
          status: 'complete',
          paymentStatus: isSlow ? 'unpaid' : fee === 0 ? 'no_payment_required' : 'paid',
          subscription: subscription.id,
        };
        sessions.put(done.id, done);
        if (isSlow) {
          const timer = setTimeout(() => {
            timers.delete(timer);
            settleSlow(done.id, card === 'slow', mode);
          }, deps.slowPaymentMs);
          timers.add(timer);
        } else {
          const made = invoice(subscription, true, mode);
          subscriptions.put(subscription.id, { ...subscription, latestInvoice: made.id });
        }
        webhooks.emit('checkout.session.completed', shownSession(done), mode);
        return done;
      });
    },

    settleSlow,

    /** The next month begins: charged to the card on file, or ended where that was asked for. */
    renew(subscription: Subscription): Subscription {
      if (subscription.cancelAtPeriodEnd) {
        return change(subscription, { status: 'canceled', endedAt: seconds() }, 'deleted');
      }
      const isPaid = customers.get(subscription.customer)?.cardWorks === true;
      const made = invoice(subscription, isPaid);
      return change(subscription, {
        status: isPaid ? 'active' : 'past_due',
        latestInvoice: made.id,
        ...(isPaid
          ? { periodStart: subscription.periodEnd, periodEnd: subscription.periodEnd + monthSeconds }
          : {}),
      });
    },

    /** A card that works is charged for what is open. */
    payOpenInvoices(subscription: Subscription): Subscription {
      for (const one of invoices.values()) {
        if (one.subscription !== subscription.id || one.status !== 'open') continue;
        const paid: Invoice = { ...one, status: 'paid' };
        invoices.put(one.id, paid);
        webhooks.emit('invoice.paid', invoiceBody(paid, invoiceUrl(paid.id)));
      }
      return subscription.status === 'past_due' ? change(subscription, { status: 'active' }) : subscription;
    },

    setStatus(subscription: Subscription, status: SubscriptionState): Subscription {
      const isEnd = status === 'canceled';
      return change(
        subscription,
        isEnd ? { status, canceledAt: seconds(), endedAt: seconds() } : { status },
        isEnd ? 'deleted' : 'updated',
      );
    },

    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
