import { newId } from './ids.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { Invoice, InvoiceItem, Subscription } from './records.ts';
import { getPrice, invoiceBody, previewBody, withTax } from './responses.ts';
import type { WebhookMode } from './webhooks.ts';

/**
 * Proration items for a price change at `at` (Unix seconds): a credit for the rest of the period at the old price and a charge for it
 * at the new one.
 */
export function prorations(
  { catalogue, seconds }: LedgerStore,
  subscription: Subscription,
  priceId: string,
  at: number,
): InvoiceItem[] {
  const { periodStart, periodEnd, currency, customer } = subscription;
  if (priceId === subscription.priceId) return [];
  const part = Math.min(1, Math.max(0, (periodEnd - at) / (periodEnd - periodStart)));
  const getName = (id: string) => catalogue.prices.find((price) => price.id === id)?.nickname ?? id;
  const line = (id: string, sign: 1 | -1, description: string): InvoiceItem => ({
    id: newId('ii'),
    customer,
    subscription: subscription.id,
    currency,
    quantity: 1,
    amount: sign * Math.round((getPrice(catalogue, id, currency) ?? 0) * part),
    description,
    metadata: {},
    invoice: null,
    proration: { from: at, to: periodEnd },
    created: seconds(),
  });
  return [
    line(subscription.priceId, -1, `Unused time on ${getName(subscription.priceId)}`),
    line(priceId, 1, `Remaining time on ${getName(priceId)}`),
  ].filter(({ amount }) => amount !== 0);
}

function pendingItems({ items }: LedgerStore, customer: string): InvoiceItem[] {
  return items.values().filter((item) => item.customer === customer && item.invoice === null);
}

/** Applies the customer's credit balance to an amount. Returns the amount due and the new balance (zero or negative). */
function applyBalance(
  { customers }: LedgerStore,
  customerId: string,
  total: number,
): { due: number; balance: number } {
  const left = total + (customers.get(customerId)?.balance ?? 0);
  return { due: Math.max(0, left), balance: Math.min(0, left) };
}

/** Issues an invoice for the fee and all pending items. A negative total becomes credit balance of the customer. */
export function issueInvoice(
  store: LedgerStore,
  subscription: Subscription,
  cardPays: boolean,
  mode?: WebhookMode,
): Invoice {
  const { catalogue, customers, invoices, items, webhooks } = store;
  const pending = pendingItems(store, subscription.customer);
  const fee = getPrice(catalogue, subscription.priceId, subscription.currency) ?? 0;
  const extra = pending.reduce((sum, { amount }) => sum + amount, 0);
  const { subtotal, tax } = withTax(catalogue, fee + extra, subscription.taxRateIds);
  const { due, balance } = applyBalance(store, subscription.customer, subtotal + tax);
  const isPaid = cardPays || due === 0;
  const invoice: Invoice = {
    id: newId('in'),
    number: `SANDBOX-${String(invoices.values().length + 1).padStart(4, '0')}`,
    customer: subscription.customer,
    subscription: subscription.id,
    status: isPaid ? 'paid' : 'open',
    currency: subscription.currency,
    subtotal,
    tax,
    amountDue: due,
    created: store.seconds(),
  };
  invoices.put(invoice.id, invoice);
  const customer = customers.get(subscription.customer);
  if (customer && (customer.balance ?? 0) !== balance) customers.put(customer.id, { ...customer, balance });
  for (const item of pending) items.put(item.id, { ...item, invoice: invoice.id });
  webhooks.emit(
    isPaid ? 'invoice.paid' : 'invoice.payment_failed',
    invoiceBody(invoice, store.invoiceUrl(invoice.id)),
    mode,
  );
  return invoice;
}

/** Voids an invoice: nothing is owed for it. */
export function voidInvoice(store: LedgerStore, invoice: Invoice, mode?: WebhookMode): Invoice {
  const voided: Invoice = { ...invoice, status: 'void' };
  store.invoices.put(voided.id, voided);
  store.webhooks.emit('invoice.voided', invoiceBody(voided, store.invoiceUrl(voided.id)), mode);
  return voided;
}

/** Marks the subscription's open invoices as paid. */
export function payInvoices(store: LedgerStore, subscription: Subscription): void {
  for (const invoice of store.invoices.values()) {
    if (invoice.subscription !== subscription.id || invoice.status !== 'open') continue;
    const paid: Invoice = { ...invoice, status: 'paid' };
    store.invoices.put(invoice.id, paid);
    store.webhooks.emit('invoice.paid', invoiceBody(paid, store.invoiceUrl(paid.id)));
  }
}

/** The vendor's body of the next invoice as it would be after a price change at `at` (Unix seconds). Stores nothing. */
export function previewInvoice(store: LedgerStore, subscription: Subscription, priceId: string, at: number) {
  const { catalogue } = store;
  const { customer, currency, taxRateIds } = subscription;
  const fee = { amount: getPrice(catalogue, priceId, currency) ?? 0, description: 'The month to come' };
  const lines = [...pendingItems(store, customer), ...prorations(store, subscription, priceId, at), fee];
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const { due } = applyBalance(store, customer, withTax(catalogue, sum, taxRateIds).total);
  return previewBody(catalogue, subscription, { lines, amountDue: due });
}
