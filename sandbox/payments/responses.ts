import type {
  Catalogue,
  CheckoutSession,
  Customer,
  Invoice,
  InvoiceItem,
  PortalSession,
  Subscription,
} from './records.ts';

/** Adds tax to an amount, rounded as the vendor does. */
export function withTax(
  catalogue: Catalogue,
  amount: number,
  taxRateIds: readonly string[],
): { subtotal: number; tax: number; total: number } {
  const tax = taxRateIds
    .map((id) => catalogue.taxRates.find((rate) => rate.id === id)?.percentage ?? 0)
    .reduce((sum, percentage) => sum + Math.round((amount * percentage) / 100), 0);
  return { subtotal: amount, tax, total: amount + tax };
}

export function getPrice(catalogue: Catalogue, priceId: string, currency: string): number | undefined {
  return catalogue.prices.find(({ id }) => id === priceId)?.unitAmounts[currency];
}

export function customerBody(customer: Customer) {
  const { id, name, email, metadata, created } = customer;
  return { id, object: 'customer', name, email, metadata, created, livemode: false };
}

export function sessionBody(
  catalogue: Catalogue,
  session: CheckoutSession,
  { url, subscription }: { url: string; subscription?: object | undefined },
) {
  const amounts = withTax(
    catalogue,
    getPrice(catalogue, session.priceId, session.currency) ?? 0,
    session.taxRateIds,
  );
  return {
    id: session.id,
    object: 'checkout.session',
    mode: 'subscription',
    ui_mode: 'hosted_page',
    status: session.status,
    payment_status: session.paymentStatus,
    url: session.status === 'open' ? url : null,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    customer: session.customer,
    customer_email: null,
    subscription: subscription ?? session.subscription,
    invoice: null,
    payment_intent: null,
    currency: session.currency,
    amount_subtotal: amounts.subtotal,
    amount_total: amounts.total,
    metadata: session.metadata,
    payment_method_types: ['card'],
    created: session.created,
    expires_at: session.expiresAt,
    livemode: false,
  };
}

export function subscriptionBody(catalogue: Catalogue, subscription: Subscription) {
  const { id, currency, customer, periodStart, periodEnd } = subscription;
  const rates = subscription.taxRateIds.flatMap((rateId) => {
    const rate = catalogue.taxRates.find((taxRate) => taxRate.id === rateId);
    return rate
      ? [{ id: rate.id, object: 'tax_rate', display_name: rate.displayName, percentage: rate.percentage }]
      : [];
  });
  return {
    id,
    object: 'subscription',
    status: subscription.status,
    customer,
    currency,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: subscription.cancelAtPeriodEnd ? periodEnd : null,
    canceled_at: subscription.canceledAt,
    ended_at: subscription.endedAt,
    trial_start: null,
    trial_end: null,
    start_date: subscription.created,
    created: subscription.created,
    billing_cycle_anchor: subscription.created,
    collection_method: 'charge_automatically',
    latest_invoice: subscription.latestInvoice,
    default_tax_rates: rates,
    metadata: subscription.metadata,
    livemode: false,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: subscription.itemId,
          object: 'subscription_item',
          quantity: 1,
          current_period_start: periodStart,
          current_period_end: periodEnd,
          price: {
            id: subscription.priceId,
            object: 'price',
            currency,
            unit_amount: getPrice(catalogue, subscription.priceId, currency) ?? 0,
            recurring: { interval: 'month', interval_count: 1 },
            lookup_key: null,
          },
        },
      ],
    },
  };
}

export function invoiceBody(invoice: Invoice, url: string) {
  return {
    id: invoice.id,
    object: 'invoice',
    number: invoice.number,
    customer: invoice.customer,
    status: invoice.status,
    currency: invoice.currency,
    subtotal: invoice.subtotal,
    total: invoice.subtotal + invoice.tax,
    amount_due: invoice.amountDue ?? invoice.subtotal + invoice.tax,
    created: invoice.created,
    hosted_invoice_url: url,
    invoice_pdf: null,
    livemode: false,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: invoice.subscription, metadata: {} },
    },
  };
}

type PreviewLine = Pick<InvoiceItem, 'amount' | 'description' | 'proration'>;

/** The next invoice as a preview: never stored, so its lines have no ids. */
export function previewBody(
  catalogue: Catalogue,
  subscription: Subscription,
  { lines, amountDue }: { lines: readonly PreviewLine[]; amountDue: number },
) {
  const { id, customer, currency, taxRateIds, periodEnd } = subscription;
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const { subtotal, total } = withTax(catalogue, sum, taxRateIds);
  return {
    id: `upcoming_in_${id}`,
    object: 'invoice',
    customer,
    status: 'draft',
    currency,
    subtotal,
    total,
    total_excluding_tax: subtotal,
    amount_due: amountDue,
    next_payment_attempt: periodEnd,
    livemode: false,
    lines: listBody(
      '/v1/invoices/upcoming/lines',
      lines.map(({ amount, description, proration }, index) => ({
        id: `il_upcoming_${index}`,
        object: 'line_item',
        amount,
        currency,
        description,
        period: proration
          ? { start: proration.from, end: proration.to }
          : { start: periodEnd, end: periodEnd },
        taxes: taxRateIds.map((rateId) => ({
          amount: withTax(catalogue, amount, [rateId]).tax,
          tax_behavior: 'exclusive',
        })),
        parent: {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: { subscription: id, proration: proration !== undefined },
        },
      })),
    ),
  };
}

export function invoiceItemBody(item: InvoiceItem) {
  const { id, customer, subscription, currency, quantity, amount, description, metadata, invoice } = item;
  return {
    id,
    object: 'invoiceitem',
    customer,
    currency,
    quantity,
    amount,
    description,
    metadata,
    invoice,
    date: item.created,
    livemode: false,
    parent: subscription ? { type: 'subscription_details', subscription_details: { subscription } } : null,
  };
}

export function portalBody(session: PortalSession, url: string) {
  return {
    id: session.id,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    customer: session.customer,
    created: session.created,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: session.returnUrl,
    url,
  };
}

export function listBody(url: string, data: unknown[]) {
  return { object: 'list', url, has_more: false, data };
}
