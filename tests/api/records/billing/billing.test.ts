import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendOutbox } from '#api/integrations/email/send-outbox.ts';
import { outboxReceivers } from '#api/jobs/daily-jobs.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { endGrace, syncPaymentsJob } from '#api/records/billing/billing-jobs.ts';
import { requirePayments } from '#api/records/billing/payment-service.ts';
import { finaliseUsage, reserveUsage } from '#api/records/billing/usage.ts';
import { reportUsage } from '#api/records/billing/usage-reports.ts';
import { readMe } from '#contract/company/accounts.ts';
import {
  changePlan,
  openCheckout,
  openPortal,
  previewPlan,
  readBilling,
  requestPlan,
  verifyCheckout,
} from '#contract/platform/billing.ts';
import { signEvent } from '#sandbox/payments/webhooks.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';

describe('payment for a plan', () => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
  });
  afterAll(() => test.close());

  const newCompany = () => test.addCompany('Paying Sample', { subscriptionActive: false });

  async function checkout(company: TestCompany, plan: 'monthly' | 'payAsYouGo' = 'monthly') {
    const sent = await test.request(openCheckout, { body: { plan } }, { as: company.owner });
    return sent.response;
  }

  const verify = async ({ owner }: TestCompany, sessionId: string) =>
    (await test.request(verifyCheckout, { body: { sessionId } }, { as: owner })).response;

  const company = async ({ owner }: TestCompany) =>
    (await test.request(readMe, {}, { as: owner })).response.company;

  const billing = async ({ owner }: TestCompany) => {
    const { billing: found } = (await test.request(readBilling, {}, { as: owner })).response;
    if (found === null) throw new Error('An owner sees nothing of billing.');
    return found;
  };

  const getCustomer = async ({ id }: TestCompany): Promise<string> =>
    (
      await test.database.asSuperuser('SELECT customer_id FROM assay.subscriptions WHERE company_id = $1', [
        id,
      ])
    ).rows[0]?.customer_id as string;

  async function paying(plan: 'monthly' | 'payAsYouGo' = 'monthly') {
    const made = await newCompany();
    const { id, url } = await checkout(made, plan);
    await test.payments.payOn(url, { card: 'works', webhook: 'never' });
    await verify(made, id);
    return { made, customer: await getCustomer(made), session: id };
  }

  /** The confirmation of an owner who saw the preview. */
  async function agreed({ owner }: TestCompany, plan: 'monthly' | 'payAsYouGo') {
    const { response } = await test.request(previewPlan, { query: { plan } }, { as: owner });
    return { plan, proratedAt: response.proratedAt, prorated: response.prorated };
  }

  const audited = async ({ id }: TestCompany, action: string) =>
    (
      await test.database.asSuperuser(
        `SELECT d.detail, e.actor_type FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
          WHERE e.chain = $1 AND e.action = $2 ORDER BY e.seq`,
        [id, action],
      )
    ).rows;

  it.each(['send', 'twice', 'never', 'hold'])(
    'activates the subscription once it is paid, the webhook: %s',
    async (webhook) => {
      const made = await newCompany();
      expect(await billing(made)).toMatchObject({ subscription: null, needsCheckout: true, gstPercent: 15 });
      const { id, url } = await checkout(made);
      expect(await verify(made, id)).toMatchObject({ outcome: 'open', continueUrl: url });
      const paid = await test.payments.payOn(url, { card: 'works', webhook });
      expect(paid.headers.get('location')).toBe(
        `http://localhost:3000/checkout/confirmation?session_id=${id}`,
      );
      await test.payments.settled();
      const alreadyNotified = webhook === 'send' || webhook === 'twice';
      expect((await company(made)).subscriptionActive).toBe(alreadyNotified);

      const first = await verify(made, id);
      expect(first).toMatchObject({
        outcome: 'confirmed',
        plan: 'monthly',
        total: { amount: 17_135, currency: 'NZD' },
        continueUrl: null,
      });
      expect(await company(made)).toMatchObject({
        subscriptionActive: true,
        subscription: { status: 'active', plan: 'monthly' },
      });
      test.payments.mockService.webhooks.release('desc');
      await test.payments.settled();
      expect(await verify(made, id)).toEqual(first);
      expect(await audited(made, 'company.subscriptionActiveChanged')).toMatchObject([
        { actor_type: 'system', detail: { subscriptionActive: { before: false, after: true } } },
      ]);
      // A second plan next to the first is rejected.
      const second = await test.request(openCheckout, { body: { plan: 'payAsYouGo' } }, { as: made.owner });
      expect(second.problem.code).toBe('request.invalid');
    },
  );

  it('returns the same result for the company’s own checkout, and 404 for another’s', async () => {
    const { made, session } = await paying();
    const before = await verify(made, session);
    await test.payments.portal(await getCustomer(made), 'end');
    await test.payments.settled();
    expect((await company(made)).subscriptionActive).toBe(false);
    expect(await verify(made, session)).toMatchObject({ outcome: before.outcome, total: before.total });
    for (const [owner, sessionId] of [
      [test.companies.b.owner, session],
      [made.owner, 'cs_test_nobody'],
    ] as const) {
      const found = await test.request(verifyCheckout, { body: { sessionId } }, { as: owner });
      expect(found.problem.code).toBe('record.notFound');
    }
  });

  it('distinguishes a pending payment from a rejected one, and grants no access before it arrives', async () => {
    for (const [card, outcome] of [
      ['slow', 'confirmed'],
      ['slowThenRefused', 'declined'],
    ] as const) {
      const made = await newCompany();
      const { id, url } = await checkout(made);
      await test.payments.payOn(url, { card, webhook: 'never' });
      expect((await verify(made, id)).outcome).toBe('processing');
      expect(await company(made)).toMatchObject({ subscriptionActive: false });
      test.payments.mockService.ledger.finaliseSlow(id, card === 'slow', 'never');
      expect((await verify(made, id)).outcome).toBe(outcome);
      expect((await company(made)).subscriptionActive).toBe(outcome === 'confirmed');
    }
    const made = await newCompany();
    const { id, url } = await checkout(made);
    expect((await test.payments.payOn(url, { card: 'declined' })).status).toBe(402);
    expect((await verify(made, id)).outcome).toBe('open');
    // A newer checkout expires the older one: paying both would be two plans.
    const { id: newer } = await checkout(made);
    expect((await test.payments.payOn(url, { card: 'works' })).status).toBe(410);
    expect([(await verify(made, id)).outcome, (await verify(made, newer)).outcome]).toEqual([
      'expired',
      'open',
    ]);
  });

  it('is unavailable where no payment service is configured', () => {
    expect(() => requirePayments({ now: test.clock.now })).toThrow(
      expect.objectContaining({ code: 'server.unavailable' }),
    );
  });

  it('opens one checkout for a form sent twice, and reports an unavailable payment service', async () => {
    const made = await newCompany();
    const send = () =>
      test.request(
        openCheckout,
        { body: { plan: 'monthly' }, requestKey: 'one-key-for-two-checkouts' },
        { as: made.owner },
      );
    const first = (await send()).response;
    expect((await send()).response).toEqual(first);
    await test.payments.payOn(first.url, { card: 'works', webhook: 'hold' });
    await test.payments.fault({ kind: 'drop', path: '/v1/*', times: 50 });
    expect((await verify(made, first.id)).outcome).toBe('processing');
    // A webhook arriving now is rejected, so that it is sent again.
    test.payments.mockService.webhooks.release('asc');
    await test.payments.settled();
    expect((await company(made)).subscriptionActive).toBe(false);
    expect((await billing(made)).invoices).toBeNull();
    await test.payments.clearFaults();
    expect(
      await syncPaymentsJob({ db: test.database.db, now: test.clock.now, payments: test.payments.payments }),
    ).toMatchObject({
      followed: expect.any(Number),
    });
    expect((await company(made)).subscriptionActive).toBe(true);
    expect((await verify(made, first.id)).outcome).toBe('confirmed');
  });

  it('rejects a webhook with an invalid or an outdated signature', async () => {
    const { made, customer } = await paying();
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'customer.subscription.deleted',
      created: 1,
      data: { object: { customer } },
    });
    const seconds = Math.floor(test.clock.now().getTime() / 1000);
    const { webhookSecret } = test.payments;
    const post = (signature: string | null, sent = body) =>
      test.fetch('/api/v1/webhooks/stripe', {
        method: 'POST',
        body: sent,
        headers: signature === null ? {} : { 'Stripe-Signature': signature },
      });
    for (const signature of [
      null,
      '',
      'v1=',
      signEvent('whsec_other', seconds, body),
      signEvent(webhookSecret, seconds - 301, body),
      signEvent(webhookSecret, seconds, `${body} `),
    ]) {
      expect((await post(signature)).status).toBe(401);
    }
    // A signed webhook only signals a change: the payment service's current state is read.
    expect((await post(signEvent(webhookSecret, seconds, body))).status).toBe(200);
    expect((await post(signEvent(webhookSecret, seconds, body))).status).toBe(200);
    expect((await company(made)).subscriptionActive).toBe(true);
    const strange = body.replace(customer, 'cus_of_somebody_else');
    expect((await post(signEvent(webhookSecret, seconds, strange), strange)).status).toBe(200);
    const { rows } = await test.database.asSuperuser(
      `SELECT count(*)::int AS kept FROM assay.payment_events WHERE event_id = 'evt_forged'`,
    );
    expect(rows[0]?.kept).toBe(1);
  });

  it('grants seven days of grace after a failed payment', async () => {
    const { made, customer } = await paying();
    await test.payments.portal(customer, 'badCard');
    test.payments.mockService.webhooks.setMode('hold');
    await test.payments.portal(customer, 'renew');
    test.payments.mockService.webhooks.setMode('send');
    // Events out of order, each sent twice: the payment service's current state wins.
    test.payments.mockService.webhooks.release('desc');
    await test.payments.settled();
    const late = await company(made);
    expect(late).toMatchObject({ subscriptionActive: true, subscription: { status: 'pastDue' } });
    const grace = Date.parse(late.subscription?.graceUntil ?? '') - test.clock.now().getTime();
    expect(Math.round(grace / 86_400_000)).toBe(7);
    const deps = { db: test.database.db, now: test.clock.now, payments: test.payments.payments };
    await test.clock.advance(6.9 * 86_400);
    await endGrace(deps);
    // After all sessions have expired, so the database is read.
    const now = async () =>
      (
        await test.database.asSuperuser(
          `SELECT c.subscription_active, s.status, s.grace_until FROM assay.companies c
             JOIN assay.subscriptions s ON s.company_id = c.id WHERE c.id = $1`,
          [made.id],
        )
      ).rows[0];
    expect((await now())?.subscription_active).toBe(true);
    await test.clock.advance(0.2 * 86_400);
    expect((await endGrace(deps)).ended).toBe(1);
    expect((await endGrace(deps)).ended).toBe(0);
    expect((await now())?.subscription_active).toBe(false);
    await test.payments.portal(customer, 'goodCard');
    await test.payments.settled();
    expect(await now()).toMatchObject({ subscription_active: true, status: 'active', grace_until: null });
    await test.clock.advance(-7.1 * 86_400);
  });

  it('follows a pause, an end and a restart', async () => {
    const { made, customer } = await paying();
    for (const [act, status, active] of [
      ['cancel', 'active', true],
      ['resume', 'active', true],
      ['pause', 'paused', false],
      ['unpause', 'active', true],
      ['end', 'cancelled', false],
    ] as const) {
      await test.payments.portal(customer, act);
      await test.payments.settled();
      expect(await company(made)).toMatchObject({ subscriptionActive: active, subscription: { status } });
      expect((await billing(made)).subscription?.cancelAtPeriodEnd).toBe(act === 'cancel');
    }
    const { id, url } = await checkout(made, 'payAsYouGo');
    await test.payments.payOn(url, { card: 'works', webhook: 'never' });
    expect(await verify(made, id)).toMatchObject({ outcome: 'confirmed', total: { amount: 0 } });
    expect(await company(made)).toMatchObject({ subscription: { status: 'active', plan: 'payAsYouGo' } });
  });

  it('changes the plan, links to the portal, and names the owners to other members', async () => {
    const { made } = await paying();
    const as = { as: made.owner };
    expect(
      (await test.request(changePlan, { body: await agreed(made, 'payAsYouGo') }, as)).response.plan,
    ).toBe('payAsYouGo');
    expect((await billing(made)).subscription).toMatchObject({ plan: 'payAsYouGo', status: 'active' });
    expect((await test.request(openPortal, { body: {} }, as)).response.url).toContain('/portal/');
    expect((await billing(made)).invoices).toHaveLength(1);
    const others = (await test.request(readBilling, {}, { as: made.staff })).response;
    expect(others).toEqual({ owners: [{ name: made.owner.name }], billing: null });
    const refused = await test.request(openPortal, { body: {} }, { as: made.staff });
    expect(refused.problem.code).toBe('role.forbidden');
    const never = await newCompany();
    expect((await test.request(openPortal, { body: {} }, { as: never.owner })).problem.code).toBe(
      'request.invalid',
    );
  });

  it('bills completed checks once, on the next invoice, at the displayed amounts', async () => {
    const { made, customer } = await paying('payAsYouGo');
    const of = {
      companyId: made.id,
      kind: 'identityCheck',
      resourceType: 'individualVerification',
      resourceId: crypto.randomUUID(),
    } as const;
    const { db } = test.database;
    const reserve = (keys: string[]) =>
      asTenant(db, made.id, (trx) => reserveUsage(trx, test.clock, of, keys));
    const settle = (charged: string[], released: string[]) =>
      asTenant(db, made.id, (trx) => finaliseUsage(trx, test.clock, made.id, { charged, released }));
    await reserve(['a', 'b', 'c']);
    await reserve(['a', 'b', 'c']);
    expect((await billing(made)).usage).toMatchObject({ lines: [], waiting: 3 });
    await settle(['a', 'b'], ['c']);
    await settle([], ['a']);
    await reserve(['c']);
    await settle(['c'], []);
    const { usage } = await billing(made);
    expect(usage).toMatchObject({
      lines: [{ kind: 'identityCheck', uses: 3, cost: { amount: 450, gst: 68, total: 518 } }],
      waiting: 0,
    });

    const deps = { db, now: test.clock.now, payments: test.payments.payments };
    // The line is created, its response lost: the next run must not create it again.
    await test.payments.fault({ kind: 'drop', path: '/v1/invoiceitems', times: 2 });
    expect(await reportUsage(deps)).toEqual({ made: 1, reported: 0 });
    await test.payments.clearFaults();
    expect(await reportUsage(deps)).toEqual({ made: 0, reported: 1 });
    expect(await reportUsage(deps)).toEqual({ made: 0, reported: 0 });
    const items = await test.payments.payments.stripe.invoiceItems.list({ customer });
    expect(items.data).toMatchObject([{ amount: 450, description: '3 identity sources checked' }]);
    await test.payments.portal(customer, 'renew');
    expect((await billing(made)).invoices?.[0]).toMatchObject({ total: 518, status: 'paid' });
  });

  it('stores a request for the enterprise plan, and emails it once', async () => {
    const made = await newCompany();
    const body = {
      contactName: 'Ola Sampleton',
      contactEmail: 'ola@example.test',
      message: 'Twelve offices',
    };
    const send = () =>
      test.request(requestPlan, { body, requestKey: 'one-key-for-one-request' }, { as: made.owner });
    expect((await send()).response).toEqual((await send()).response);
    expect((await billing(made)).planAskedAt).not.toBeNull();
    const mails: { to: string; text: string }[] = [];
    const deps = {
      db: test.database.db,
      now: test.clock.now,
      mail: {
        send: async (mail: { to: string; text: string }) => {
          mails.push(mail);
          return { ok: true as const };
        },
        close: () => undefined,
      },
    };
    const receivers = outboxReceivers({
      mail: deps.mail,
      links: test.links,
      now: deps.now,
      salesAddress: 'sales@example.test',
    });
    await sendOutbox(deps, receivers);
    await sendOutbox(deps, receivers);
    expect(mails.map(({ to }) => to)).toEqual(['sales@example.test']);
    expect(mails[0]?.text).toContain('Twelve offices');
  });

  it('lets no company set its own payment status, nor see another’s', async () => {
    const { made } = await paying();
    const { db } = test.database;
    await expect(
      asTenant(db, made.id, (trx) =>
        trx
          .updateTable('subscriptions')
          .set({ status: 'active' })
          .where('company_id', '=', made.id)
          .execute(),
      ),
    ).rejects.toThrow(/permission denied/);
    for (const table of ['subscriptions', 'checkout_sessions', 'usage_charges', 'plan_requests'] as const) {
      const rows = await asTenant(db, test.companies.b.id, (trx) =>
        trx.selectFrom(table).selectAll().where('company_id', '!=', test.companies.b.id).execute(),
      );
      expect(rows).toEqual([]);
    }
  });
});
