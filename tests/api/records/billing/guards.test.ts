import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { completeCheckout, insertCheckout } from '#api/records/billing/store.ts';
import { syncSubscription } from '#api/records/billing/sync-subscription.ts';
import { openCheckout } from '#contract/platform/billing.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { payingCompany } from './paying-company.ts';

describe('billing guards', () => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
    // Changes at the payment service are synced when a test requests it.
    test.payments.mockService.webhooks.setMode('never');
  });
  afterAll(() => test.close());

  const deps = () => ({ db: test.database.db, now: test.clock.now, payments: test.payments.payments });
  const follow = (companyId: string) => syncSubscription(deps(), companyId, { requestId: 'guards' });
  const subscription = async (companyId: string) =>
    (
      await test.database.asSuperuser(
        'SELECT status, read_turn, written_turn FROM assay.subscriptions WHERE company_id = $1',
        [companyId],
      )
    ).rows[0];

  it('reject a checkout at a price other than the displayed one', async () => {
    const company = await test.addCompany('Mispriced Sample', { subscriptionActive: false });
    const { prices } = test.payments.payments;
    const { monthly, payAsYouGo } = prices;
    Object.assign(prices, { monthly: payAsYouGo });
    const opened = await test.request(openCheckout, { body: { plan: 'monthly' } }, { as: company.owner });
    Object.assign(prices, { monthly });
    expect(opened.problem.code).toBe('server.failed');
    const { rows } = await test.database.asSuperuser(
      'SELECT id FROM assay.checkout_sessions WHERE company_id = $1',
      [company.id],
    );
    expect(rows).toEqual([]);
  });

  it('discard a state read before a later write', async () => {
    const { made, customer } = await payingCompany(test);
    const set = (turn: string) =>
      test.database.asSuperuser(
        `UPDATE assay.subscriptions SET written_turn = ${turn} WHERE company_id = $1`,
        [made.id],
      );
    await set('read_turn + 1000');
    await test.payments.portal(customer, 'end');
    await follow(made.id);
    expect((await subscription(made.id))?.status).toBe('active');
    await set('read_turn');
    await follow(made.id);
    expect((await subscription(made.id))?.status).toBe('cancelled');
  });

  it('record a change once, however many syncs read it at once', async () => {
    const { made, customer } = await payingCompany(test);
    await test.payments.portal(customer, 'end');
    await Promise.all(Array.from({ length: 6 }, () => follow(made.id)));
    const { rows } = await test.database.asSuperuser(
      `SELECT seq FROM assay.audit_events WHERE chain = $1 AND action = 'subscription.statusChanged'
        AND request_id = 'guards'`,
      [made.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('leave a settled checkout unchanged', async () => {
    const { id: companyId, owner } = await test.addCompany('Settled Sample', { subscriptionActive: false });
    const at = test.clock.now().toISOString();
    const row = {
      company_id: companyId,
      id: 'cs_settled',
      plan: 'monthly',
      currency: 'NZD',
      total: 17_135,
      created_at: at,
      created_by: owner.id,
    } as const;
    await asTenant(test.database.db, companyId, async (trx) => {
      await insertCheckout(trx, row);
      expect(await completeCheckout(trx, row, 'expired', at)).toBe(true);
      expect(await completeCheckout(trx, row, 'confirmed', at)).toBe(false);
    });
  });
});
