/** A price of the catalogue: the monthly amount in minor units, by currency in lower case. */
type CataloguePrice = { id: string; nickname: string; unitAmounts: Record<string, number> };
type CatalogueTaxRate = { id: string; displayName: string; percentage: number; country: string };

/** Prices and taxes configured at the payment service. */
export type Catalogue = { prices: readonly CataloguePrice[]; taxRates: readonly CatalogueTaxRate[] };

export type Customer = {
  id: string;
  name: string | null;
  email: string | null;
  metadata: Record<string, string>;
  /** Credit from a negative invoice, as a negative amount. */
  balance?: number;
  /** Whether the card on file can be charged. */
  cardWorks: boolean;
  created: number;
};

export type CheckoutSession = {
  id: string;
  customer: string;
  priceId: string;
  currency: string;
  taxRateIds: string[];
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  subscriptionMetadata: Record<string, string>;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'unpaid' | 'paid' | 'no_payment_required';
  subscription: string | null;
  created: number;
  expiresAt: number;
};

export type SubscriptionState =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused';

export type Subscription = {
  id: string;
  itemId: string;
  customer: string;
  priceId: string;
  currency: string;
  taxRateIds: string[];
  status: SubscriptionState;
  metadata: Record<string, string>;
  created: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  endedAt: number | null;
  latestInvoice: string | null;
};

export type Invoice = {
  id: string;
  number: string;
  customer: string;
  subscription: string;
  status: 'open' | 'paid' | 'void';
  currency: string;
  subtotal: number;
  tax: number;
  /** The total less the customer's credit; default: the total. */
  amountDue?: number;
  created: number;
};

export type InvoiceItem = {
  id: string;
  customer: string;
  subscription: string | null;
  currency: string;
  quantity: number;
  amount: number;
  description: string | null;
  metadata: Record<string, string>;
  invoice: string | null;
  /** The rest of the period after a price change, in Unix seconds. */
  proration?: { from: number; to: number };
  created: number;
};

export type PortalSession = { id: string; customer: string; returnUrl: string; created: number };

/** The response stored for a post with an idempotency key. */
export type IdempotentResponse = { bodyHash: string; status: number; body: unknown };

export type Delivery = {
  id: string;
  body: string;
  tries: number;
  nextTryAtMs: number;
  state: 'held' | 'waiting' | 'taken' | 'givenUp' | 'dropped';
};
