import type { Journal } from '../journal.ts';
import type {
  Catalogue,
  CheckoutSession,
  Customer,
  Invoice,
  InvoiceItem,
  PortalSession,
  Subscription,
} from './records.ts';
import type { Webhooks } from './webhooks.ts';

/** Length of a billing period. */
export const monthSeconds = 30 * 86_400;

export type LedgerStore = ReturnType<typeof openLedgerStore>;

/** Opens the stored records of the payment service, with the catalogue, the webhooks and the clock that every change needs. */
export function openLedgerStore(deps: {
  journal: Journal;
  webhooks: Webhooks;
  catalogue: Catalogue;
  appUrl: string;
  now: () => Date;
}) {
  const { journal, webhooks, catalogue } = deps;
  return {
    journal,
    webhooks,
    catalogue,
    customers: journal.collection<Customer>('customers'),
    sessions: journal.collection<CheckoutSession>('sessions'),
    subscriptions: journal.collection<Subscription>('subscriptions'),
    invoices: journal.collection<Invoice>('invoices'),
    items: journal.collection<InvoiceItem>('items'),
    portals: journal.collection<PortalSession>('portals'),
    checkoutUrl: (id: string) => `${deps.appUrl}/sandbox/payments/checkout/${id}`,
    invoiceUrl: (id: string) => `${deps.appUrl}/sandbox/payments/invoice/${id}`,
    /** The current time in Unix seconds. */
    seconds: () => Math.floor(deps.now().getTime() / 1_000),
  };
}
