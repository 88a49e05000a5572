import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changePlan,
  openCheckout,
  previewPlan,
  readBilling,
  verifyCheckout,
} from '#contract/platform/billing.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { payingCompany } from './paying-company.ts';

describe.each(testEngines)('a change of plan, on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test.close());

  type Plan = 'monthly' | 'payAsYouGo';

  const preview = ({ owner }: TestCompany, plan: Plan) =>
    test.request(previewPlan, { query: { plan } }, { as: owner });

  const change = ({ owner }: TestCompany, body: { plan: Plan; proratedAt: string; prorated: number }) =>
    test.request(changePlan, { body }, { as: owner });

  async function billing({ owner }: TestCompany) {
    const { billing: found } = (await test.request(readBilling, {}, { as: owner })).response;
    if (found === null) throw new Error('An owner sees nothing of billing.');
    return found;
  }

  it('shows its cost first, and costs that', async () => {
    const { made, customer } = await payingCompany(test, 'payAsYouGo');
    await test.clock.advance(10 * 86_400);
    const { response: seen } = await preview(made, 'monthly');
    // Twenty of the thirty days of the month are left: two thirds of the fee and of its GST.
    expect(seen).toMatchObject({
      current: 'payAsYouGo',
      plan: 'monthly',
      monthly: { amount: 14_900, gst: 2_235, total: 17_135, currency: 'NZD' },
      unused: { amount: 0, gst: 0, total: 0 },
      nextInvoice: { currency: 'NZD' },
    });
    expect(seen.rest.amount).toBeGreaterThanOrEqual(9_932);
    expect(seen.rest.amount).toBeLessThanOrEqual(9_933);
    expect(seen.prorated).toBe(seen.rest.total);
    expect(seen.nextInvoice.total).toBe(seen.rest.total + 17_135);
    expect((await billing(made)).subscription?.plan).toBe('payAsYouGo');

    const { proratedAt, prorated } = seen;
    expect((await change(made, { plan: 'monthly', proratedAt, prorated })).response).toEqual({
      plan: 'monthly',
    });
    expect((await billing(made)).subscription?.plan).toBe('monthly');
    // The payment service's invoice line equals the displayed one.
    const { data } = await test.payments.payments.stripe.invoiceItems.list({ customer });
    expect(data.map(({ amount }) => amount)).toEqual([seen.rest.amount]);
    await test.payments.portal(customer, 'renew');
    expect((await billing(made)).invoices?.[0]).toMatchObject({
      total: seen.nextInvoice.total,
      status: 'paid',
    });
    const { rows } = await test.database.asSuperuser(
      `SELECT d.detail FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
        WHERE e.chain = $1 AND e.action = 'billing.planChosen'`,
      [made.id],
    );
    expect(rows[0]?.detail).toMatchObject({ plan: { before: 'payAsYouGo', after: 'monthly' }, prorated });
    // Otherwise the balance would be due ten days after the clock is reset.
    await test.payments.settled();
    await test.clock.advance(-10 * 86_400);
  });

  it('is made once, with the same response, where the form is sent again', async () => {
    const { made, customer } = await payingCompany(test, 'payAsYouGo');
    const { proratedAt, prorated } = (await preview(made, 'monthly')).response;
    const body = { plan: 'monthly', proratedAt, prorated } as const;
    const requestKey = crypto.randomUUID();
    const send = (more: object = {}) =>
      test.request(changePlan, { body: { ...body, ...more }, requestKey }, { as: made.owner });
    expect((await send()).response).toEqual({ plan: 'monthly' });
    await test.payments.settled();
    const asked = await test.payments.requests();
    expect((await send()).response).toEqual({ plan: 'monthly' });
    const other = await send({ prorated: prorated + 1 });
    expect(other.problem).toMatchObject({ code: 'idempotencyKey.reused', current: { plan: 'monthly' } });
    expect(await test.payments.requests()).toEqual(asked);
    // The same without a key is another request, for the company's current plan.
    expect((await change(made, body)).problem.fields).toEqual({
      '': ['Your company already has this plan.'],
    });
    const { data } = await test.payments.payments.stripe.invoiceItems.list({ customer });
    expect(data).toHaveLength(1);
  });

  it('is made once where the form is sent twice at once', async () => {
    const { made, customer } = await payingCompany(test, 'payAsYouGo');
    const { proratedAt, prorated } = (await preview(made, 'monthly')).response;
    const body = { plan: 'monthly', proratedAt, prorated } as const;
    const requestKey = crypto.randomUUID();
    const send = () => test.request(changePlan, { body, requestKey }, { as: made.owner });
    const both = await Promise.all([send(), send()]);
    expect(both.some(({ status }) => status === 200)).toBe(true);
    const { data } = await test.payments.payments.stripe.invoiceItems.list({ customer });
    expect(data).toHaveLength(1);
    expect((await send()).response).toEqual({ plan: 'monthly' });
  });

  it('credits the rest of a paid month on the following invoices', async () => {
    const { made, customer } = await payingCompany(test, 'monthly');
    const { response: seen } = await preview(made, 'payAsYouGo');
    expect(seen).toMatchObject({ monthly: { total: 0 }, rest: { total: 0 }, nextInvoice: { total: 0 } });
    expect(seen.unused.total).toBe(seen.prorated);
    expect(seen.prorated).toBeLessThan(-17_000);
    expect((await change(made, seen)).response).toEqual({ plan: 'payAsYouGo' });
    await test.payments.portal(customer, 'renew');
    expect((await billing(made)).invoices?.[0]).toMatchObject({ total: seen.prorated, status: 'paid' });
    // The credit is set against the next fee: a few seconds of the month are left to pay.
    const { response: back } = await preview(made, 'monthly');
    expect(back.nextInvoice.total).toBe(back.prorated + 17_135 + seen.prorated);
  });

  it('is rejected at amounts of an hour ago, of a future time, or of a month that has ended', async () => {
    const { made, customer } = await payingCompany(test, 'payAsYouGo');
    await test.clock.advance(7_200);
    const { response: future } = await preview(made, 'monthly');
    await test.clock.advance(-7_200);
    const { response: past } = await preview(made, 'monthly');
    await test.clock.advance(3_660);
    const changed = [
      'The amounts have changed since you opened this page. Check them below, then confirm again.',
    ];
    expect((await change(made, { ...past })).problem.fields).toEqual({ '': changed });
    await test.clock.advance(-3_660);
    expect((await change(made, { ...future })).problem.fields).toEqual({ '': changed });
    const untilRenewal = 30 * 86_400 - 600;
    await test.clock.advance(untilRenewal);
    const { response: former } = await preview(made, 'monthly');
    await test.payments.portal(customer, 'renew');
    await test.clock.advance(1_200);
    expect((await change(made, { ...former })).problem.fields).toEqual({ '': changed });
    await test.payments.settled();
    await test.clock.advance(-untilRenewal - 1_200);
    expect((await billing(made)).subscription?.plan).toBe('payAsYouGo');
  });

  it('is rejected at amounts never displayed or displayed too long ago, without a change', async () => {
    const { made } = await payingCompany(test, 'payAsYouGo');
    const { proratedAt, prorated } = (await preview(made, 'monthly')).response;
    const before = new Date(Date.parse(proratedAt) - 3_700_000).toISOString();
    const ahead = new Date(Date.parse(proratedAt) + 600_000).toISOString();
    for (const body of [
      { proratedAt, prorated: prorated - 1 },
      { proratedAt, prorated: 0 },
      { proratedAt: before, prorated },
      { proratedAt: ahead, prorated: prorated },
    ]) {
      const { problem } = await change(made, { plan: 'monthly', ...body });
      expect(problem.fields).toEqual({
        '': ['The amounts have changed since you opened this page. Check them below, then confirm again.'],
      });
    }
    expect((await billing(made)).subscription?.plan).toBe('payAsYouGo');
    expect((await preview(made, 'payAsYouGo')).problem.fields).toEqual({
      '': ['Your company already has this plan.'],
    });
    const never = await test.addCompany('Never Paid', { subscriptionActive: false });
    expect((await preview(never, 'monthly')).problem.code).toBe('request.invalid');
    const { problem } = await test.request(previewPlan, { query: { plan: 'monthly' } }, { as: made.staff });
    expect(problem.code).toBe('role.forbidden');
  });

  it('is rejected for a custom plan and for an ended subscription', async () => {
    const { made } = await payingCompany(test, 'payAsYouGo');
    const { proratedAt, prorated } = (await preview(made, 'monthly')).response;
    const body = { plan: 'monthly', proratedAt, prorated } as const;
    const set = (plan: string, status: string) =>
      test.database.asSuperuser(
        'UPDATE assay.subscriptions SET plan = $2, status = $3 WHERE company_id = $1',
        [made.id, plan, status],
      );
    await set('enterprise', 'active');
    expect((await change(made, body)).problem.fields).toEqual({
      '': ['Your plan is managed by Assay. Contact us to change it.'],
    });
    await set('payAsYouGo', 'cancelled');
    expect((await change(made, body)).problem.fields).toEqual({
      '': ['There is no plan to change. Choose a plan first.'],
    });
  });

  it('resumes a plan that was set to end, at no cost', async () => {
    const { made, customer } = await payingCompany(test, 'monthly');
    await test.payments.portal(customer, 'cancel');
    await test.payments.settled();
    const { response: seen } = await preview(made, 'monthly');
    expect(seen).toMatchObject({ current: 'monthly', prorated: 0, nextInvoice: { total: 17_135 } });
    await change(made, { plan: 'monthly', proratedAt: seen.proratedAt, prorated: 0 });
    expect((await billing(made)).subscription).toMatchObject({ plan: 'monthly', cancelAtPeriodEnd: false });
  });

  it('reports an unavailable payment service, without a change', async () => {
    const { made } = await payingCompany(test, 'payAsYouGo');
    const { proratedAt, prorated } = (await preview(made, 'monthly')).response;
    await test.payments.fault({ kind: 'drop', path: '/v1/invoices/create_preview', times: 10 });
    expect((await preview(made, 'monthly')).problem.code).toBe('server.unavailable');
    const body = { plan: 'monthly', proratedAt, prorated } as const;
    expect((await change(made, body)).problem.code).toBe('server.unavailable');
    await test.payments.clearFaults();
    expect((await billing(made)).subscription?.plan).toBe('payAsYouGo');
    expect((await change(made, body)).response).toEqual({ plan: 'monthly' });
  });

  it('leaves no balance of a subscription whose first payment was rejected', async () => {
    const made = await test.addCompany('Refused Sample', { subscriptionActive: false });
    const as = { as: made.owner };
    const { id, url } = (await test.request(openCheckout, { body: { plan: 'monthly' } }, as)).response;
    await test.payments.payOn(url, { card: 'slowThenRefused' });
    test.payments.mockService.ledger.finaliseSlow(id, false);
    await test.payments.settled();
    expect((await test.request(verifyCheckout, { body: { sessionId: id } }, as)).response.outcome).toBe(
      'declined',
    );
    expect((await billing(made)).invoices).toMatchObject([{ total: 17_135, status: 'void' }]);
  });
});
