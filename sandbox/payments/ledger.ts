import { createCheckoutPayments } from './checkout-payments.ts';
import {
  checkoutSessionBody,
  expireCheckoutSession,
  findCheckoutSession,
  type NewCheckoutSession,
  openCheckoutSession,
} from './checkout-sessions.ts';
import { previewInvoice } from './invoicing.ts';
import { openLedgerStore } from './ledger-store.ts';
import type { CheckoutSession, Subscription, SubscriptionState } from './records.ts';
import { invoiceBody } from './responses.ts';
import {
  changePrice,
  changeSubscription,
  payOpenInvoices,
  renewSubscription,
  setSubscriptionStatus,
} from './subscriptions.ts';

export type Ledger = ReturnType<typeof openLedger>;

/**
 * Customers, checkouts, subscriptions and invoices of the payment service, and every change to them with the events it emits.
 * @param deps.slowPaymentMs how long a slow bank takes
 */
export function openLedger({
  slowPaymentMs,
  ...deps
}: Parameters<typeof openLedgerStore>[0] & { slowPaymentMs: number }) {
  const store = openLedgerStore(deps);
  const { customers, subscriptions, invoices, items, portals, invoiceUrl, seconds } = store;
  const payments = createCheckoutPayments(store, slowPaymentMs);
  return {
    customers,
    subscriptions,
    invoices,
    items,
    portals,
    invoiceUrl,
    seconds,

    session: (id: string) => findCheckoutSession(store, id),
    openSession: (input: NewCheckoutSession) => openCheckoutSession(store, input),
    expireSession: (session: CheckoutSession) => expireCheckoutSession(store, session),
    visibleSession: (session: CheckoutSession, withSubscription?: boolean) =>
      checkoutSessionBody(store, session, withSubscription),
    pay: payments.pay,
    finaliseSlow: payments.finaliseSlow,

    visibleInvoice(id: string | null) {
      const invoice = id === null ? undefined : invoices.get(id);
      return invoice === undefined ? null : invoiceBody(invoice, invoiceUrl(invoice.id));
    },
    preview: (subscription: Subscription, priceId: string, at: number) =>
      previewInvoice(store, subscription, priceId, at),

    change: (subscription: Subscription, to: Partial<Subscription>) =>
      changeSubscription(store, subscription, to),
    changePrice: (subscription: Subscription, priceId: string, to: Parameters<typeof changePrice>[3]) =>
      changePrice(store, subscription, priceId, to),
    renew: (subscription: Subscription) => renewSubscription(store, subscription),
    payOpenInvoices: (subscription: Subscription) => payOpenInvoices(store, subscription),
    setStatus: (subscription: Subscription, status: SubscriptionState) =>
      setSubscriptionStatus(store, subscription, status),

    close: payments.close,
  };
}
