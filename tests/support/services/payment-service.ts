import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPayments, type Payments } from '#api/records/billing/payment-service.ts';
import { sandboxCatalogue, sandboxPayments } from '#demo/demo-subscription.ts';
import { listen } from '#sandbox/listen.ts';
import { openPayments as openStandIn, type Payments as StandIn } from '#sandbox/payments/open-service.ts';
import { type MockServiceControls, mockServiceControls, startCallbackServer } from './mock-service.ts';

/** The mock payment service on a port of its own, whose webhooks reach the API under test over HTTP. */
export interface TestPaymentService extends MockServiceControls {
  payments: Payments;
  mockService: StandIn;
  /** Its address. */
  url: string;
  webhookSecret: string;
  /** Notifications to the operator of Assay. */
  reports: string[];
  /** Pays, or tries to, on the hosted page as a user does. @returns the page or the redirect */
  payOn(url: string, form: { card: string; webhook?: string }): Promise<Response>;
  /** Presses a button of the customer's portal for the newest subscription of a customer. */
  portal(customerId: string, act: string): Promise<void>;
  /** Waits until every pending webhook was delivered or given up. */
  settled(): Promise<void>;
  /** Target of webhooks from now on. */
  routeWebhooks(fetch: (request: Request) => Response | Promise<Response>): void;
  close(): Promise<void>;
}

/** Starts the mock service. A slow bank responds on demand: `mockService.ledger.finaliseSlow`. */
export async function startTestPaymentService(now: () => Date): Promise<TestPaymentService> {
  const stateDir = await mkdtemp(join(tmpdir(), 'assay-payments-'));
  const callbacks = await startCallbackServer();
  const appUrl = 'http://localhost:3000';
  const mockService = openStandIn({
    stateDir,
    appUrl,
    catalogue: sandboxCatalogue,
    webhookUrl: `${callbacks.url}/api/v1/webhooks/stripe`,
    webhookDelaysMs: [20, 50, 100],
    slowPaymentMs: 3_600_000,
    now,
  });
  const listening = await listen(mockService.app, '127.0.0.1', 0);
  const reports: string[] = [];
  const payments = openPayments(
    {
      secretKey: mockService.secretKey,
      webhookSecrets: [mockService.webhookSecret],
      apiBase: listening.url,
      ...sandboxPayments,
    },
    { appUrl, report: (_details, message) => void reports.push(message) },
  );
  return {
    payments,
    mockService,
    url: listening.url,
    webhookSecret: mockService.webhookSecret,
    reports,
    payOn: async (url, form) =>
      mockService.pages.request(new URL(url).pathname, { method: 'POST', body: new URLSearchParams(form) }),
    async portal(customerId, act) {
      const { id } = await payments.stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: appUrl,
      });
      const { data } = await payments.stripe.subscriptions.list({ customer: customerId, status: 'all' });
      const pressed = await mockService.pages.request(`/sandbox/payments/portal/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ subscription: data[0]?.id ?? '', act }),
      });
      if (pressed.status !== 303) throw new Error(`The portal answered ${pressed.status}.`);
    },
    ...mockServiceControls(listening.url),
    async settled() {
      while (mockService.webhooks.deliveries().some(({ state }) => state === 'waiting')) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    routeWebhooks: callbacks.response,
    async close() {
      await mockService.close();
      await listening.close();
      await callbacks.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
