import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPaymentService, type TestPaymentService } from '#tests/support/services/payment-service.ts';

describe('the mock payment service, called by the vendor’s own client', () => {
  let service: TestPaymentService;
  beforeAll(async () => {
    service = await startTestPaymentService(() => new Date());
  });
  afterAll(() => service.close());

  it('honours an idempotency key and rejects it for another request', async () => {
    const { stripe } = service.payments;
    const key = { idempotencyKey: 'one-key' };
    const first = await stripe.customers.create({ metadata: { companyId: 'a' } }, key);
    expect((await stripe.customers.create({ metadata: { companyId: 'a' } }, key)).id).toBe(first.id);
    await expect(stripe.customers.create({ metadata: { companyId: 'b' } }, key)).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
    expect(first.lastResponse.requestId).toMatch(/^req_/);
  });

  it('rejects unknown keys, records and prices like the vendor', async () => {
    const { stripe, prices, taxRates } = service.payments;
    const { hostname: host, port } = new URL(service.url);
    const stranger = new Stripe('sk_test_wrong', { host, port, protocol: 'http', maxNetworkRetries: 0 });
    await expect(stranger.customers.retrieve('cus_x')).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
    await expect(stripe.subscriptions.retrieve('sub_x')).rejects.toMatchObject({ code: 'resource_missing' });
    const { id: customer } = await stripe.customers.create({ name: 'Sample' });
    const session = (price: string) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        currency: 'aud',
        line_items: [{ price, quantity: 1 }],
        subscription_data: { default_tax_rates: [taxRates.AUS] },
        success_url: 'http://localhost:3000/checkout/confirmation?session_id={CHECKOUT_SESSION_ID}',
      });
    await expect(session('price_x')).rejects.toMatchObject({ code: 'resource_missing' });
    const open = await session(prices.monthly);
    expect(open).toMatchObject({ status: 'open', amount_subtotal: 13_900, amount_total: 15_290 });
    await service.payOn(open.url ?? '', { card: 'works', webhook: 'never' });
    const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
    expect(data[0]?.items.data[0]?.current_period_end).toBeGreaterThan(Date.now() / 1000);
    await expect(stripe.checkout.sessions.expire(open.id)).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
  });
});
