import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { openJournal } from '../journal.ts';
import type { NodeEnv } from '../listen.ts';
import { createPaymentsApp } from './app.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { createPaymentPages } from './pages.ts';
import type { Catalogue } from './records.ts';
import { startWebhooks, type Webhooks } from './webhooks.ts';

/** A customer with a subscription, added at the first start. */
type SeedSubscription = {
  customerId: string;
  subscriptionId: string;
  name: string;
  email: string;
  priceId: string;
  currency: string;
  taxRateIds: string[];
};

export type PaymentsOptions = {
  catalogue: Catalogue;
  seed?: readonly SeedSubscription[];
  /** Default: random; the result contains the one in use. */
  secretKey?: string;
  webhookSecret?: string;
  /** Defaults to a path of the application's address. */
  webhookUrl?: string;
  webhookDelaysMs?: readonly number[];
  slowPaymentMs?: number;
};

export type Payments = {
  app: Hono<NodeEnv>;
  pages: Hono<NodeEnv>;
  ledger: Ledger;
  webhooks: Webhooks;
  secretKey: string;
  webhookSecret: string;
  close(): Promise<void>;
};

function seedLedger(ledger: Ledger, seed: readonly SeedSubscription[]): void {
  const at = ledger.seconds();
  for (const { customerId, subscriptionId, name, email, priceId, currency, taxRateIds } of seed) {
    if (ledger.customers.get(customerId)) continue;
    const metadata = {};
    ledger.customers.put(customerId, { id: customerId, name, email, metadata, cardWorks: true, created: at });
    ledger.subscriptions.put(subscriptionId, {
      id: subscriptionId,
      itemId: `si_${subscriptionId}`,
      customer: customerId,
      priceId,
      currency,
      taxRateIds,
      status: 'active',
      metadata,
      created: at,
      periodStart: at,
      periodEnd: at + 30 * 86_400,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endedAt: null,
      latestInvoice: null,
    });
  }
}

/** The sandbox payment service: its API, pages and webhooks. @param appUrl base URL of its pages */
export function openPayments(
  deps: PaymentsOptions & { stateDir: string; appUrl: string; now: () => Date },
): Payments {
  const secretKey = deps.secretKey ?? `sk_test_${randomBytes(24).toString('hex')}`;
  const webhookSecret = deps.webhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`;
  const journal = openJournal(join(deps.stateDir, 'payments.jsonl'));
  const webhooks = startWebhooks({
    journal,
    secret: webhookSecret,
    url: deps.webhookUrl ?? `${deps.appUrl}/api/v1/webhooks/stripe`,
    now: deps.now,
    ...(deps.webhookDelaysMs === undefined ? {} : { delaysMs: deps.webhookDelaysMs }),
  });
  const { catalogue } = deps;
  const ledger = openLedger({
    journal,
    webhooks,
    catalogue,
    appUrl: deps.appUrl,
    now: deps.now,
    slowPaymentMs: deps.slowPaymentMs ?? 3_000,
  });
  seedLedger(ledger, deps.seed ?? []);
  return {
    app: createPaymentsApp({
      ledger,
      webhooks,
      journal,
      catalogue,
      secretKey,
      portalUrl: (id) => `${deps.appUrl}/sandbox/payments/portal/${id}`,
      now: deps.now,
    }),
    pages: createPaymentPages({ ledger, catalogue, releaseWebhooks: () => webhooks.release('asc') }),
    ledger,
    webhooks,
    secretKey,
    webhookSecret,
    async close() {
      ledger.close();
      await webhooks.close();
      journal.close();
    },
  };
}
