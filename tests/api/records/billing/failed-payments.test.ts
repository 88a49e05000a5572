import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendOutbox } from '#api/integrations/email/send-outbox.ts';
import type { EmailOutcome, OutgoingEmail } from '#api/integrations/email/transport.ts';
import { outboxReceivers } from '#api/jobs/daily-jobs.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { syncPaymentsJob } from '#api/records/billing/billing-jobs.ts';
import { readMe } from '#contract/company/accounts.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { payingCompany } from './paying-company.ts';

describe.each(testEngines)('a failed payment, on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test.close());

  /** Emails to owners of a company when the job runs now. */
  async function mailed(
    company: TestCompany,
    outcome: EmailOutcome = { ok: true },
  ): Promise<OutgoingEmail[]> {
    const mails: OutgoingEmail[] = [];
    const mail = {
      send: async (email: OutgoingEmail) => {
        mails.push(email);
        return outcome;
      },
      close: () => undefined,
    };
    const { links, payments, clock } = test;
    const receivers = outboxReceivers({ mail, links, payments: payments.payments, now: clock.now });
    await sendOutbox({ db: test.database.db, now: clock.now }, receivers);
    const addresses = (
      await test.database.asSuperuser('SELECT login_id FROM assay.members WHERE company_id = $1', [
        company.id,
      ])
    ).rows.map(({ login_id }) => login_id);
    return mails.filter(({ to }) => addresses.includes(to));
  }

  const state = async ({ owner }: TestCompany) =>
    (await test.request(readMe, {}, { as: owner })).response.company;

  async function fail(customer: string): Promise<void> {
    await test.payments.portal(customer, 'badCard');
    await test.payments.portal(customer, 'renew');
    await test.payments.settled();
  }

  it('is emailed to every owner once, with the day on which access ends', async () => {
    const { made, customer } = await payingCompany(test);
    const second = await test.addMember(made.id, { role: 'owner' });
    await test.addMember(made.id, { role: 'owner', status: 'suspended' });
    expect(await mailed(made)).toEqual([]);
    await fail(customer);

    const mails = await mailed(made);
    expect(mails.map(({ to }) => to).sort()).toEqual([made.owner.loginId, second.loginId].sort());
    const { subscription, timeZone } = await state(made);
    const stops = formatDate(companyDay(new Date(subscription?.graceUntil ?? ''), timeZone));
    const [mail] = mails;
    expect(mail?.subject).toBe(`Assay: payment for Paying Sample failed, pay by ${stops}`);
    expect(mail?.text).toMatch(new RegExp(`^Update your card, or pay invoice SANDBOX-\\d+, by ${stops}:`));
    expect(mail?.text).toContain(`\n\nhttp://localhost:3000/settings/billing?company=${made.id}\n\n`);
    expect(mail?.text).toContain('The payment of NZD 171.35 for Paying Sample failed on ');
    expect(mail?.text).toContain(
      `Everything continues until ${stops}. Then these stop until payment is made:\n\n- identity and business verification checks, and screening\n- new document requests\n- monitoring\n\nYou can still read, edit and export your records.`,
    );

    // The same event by another way sends no second email.
    test.payments.mockService.webhooks.resendAll();
    await test.payments.settled();
    await syncPaymentsJob({ db: test.database.db, now: test.clock.now, payments: test.payments.payments });
    expect(await mailed(made)).toEqual([]);

    // Another invoice sends another email with the same day: grace counts from the first failure.
    await test.payments.portal(customer, 'renew');
    await test.payments.settled();
    const next = await mailed(made);
    expect(next.map(({ subject }) => subject)).toEqual([mail?.subject, mail?.subject]);
    expect(next[0]?.text).not.toBe(mail?.text);
  });

  it('is detected without a webhook from the payment service’s state', async () => {
    const { made, customer } = await payingCompany(test);
    await test.payments.portal(customer, 'badCard');
    test.payments.mockService.webhooks.setMode('never');
    await test.payments.portal(customer, 'renew');
    test.payments.mockService.webhooks.setMode('send');
    expect(await mailed(made)).toEqual([]);
    await test.database.asSuperuser(
      `UPDATE assay.subscriptions SET current_period_end = $2 WHERE company_id = $1`,
      [made.id, new Date(test.clock.now().getTime() - 60_000).toISOString()],
    );
    await syncPaymentsJob({ db: test.database.db, now: test.clock.now, payments: test.payments.payments });
    expect(await mailed(made)).toHaveLength(1);
  });

  it('is no longer emailed once paid', async () => {
    const { made, customer } = await payingCompany(test);
    await fail(customer);
    expect((await state(made)).subscription?.status).toBe('pastDue');
    await test.payments.portal(customer, 'goodCard');
    await test.payments.settled();
    expect(await state(made)).toMatchObject({ subscriptionActive: true, subscription: { status: 'active' } });
    expect(await mailed(made)).toEqual([]);
  });

  it('is emailed again after a temporary failure of the mail server, and not after a permanent one', async () => {
    const { made, customer } = await payingCompany(test);
    await fail(customer);
    const later = { ok: false, reason: '451', isFinal: false } as const;
    expect(await mailed(made, later)).toHaveLength(1);
    expect(await mailed(made)).toEqual([]);
    await test.clock.advance(61);
    expect(await mailed(made, { ok: false, reason: '550', isFinal: true })).toHaveLength(1);
    await test.clock.advance(86_400);
    expect(await mailed(made)).toEqual([]);
    await test.clock.advance(-86_461);
  });

  it('reports that access has ended after the days of grace', async () => {
    const { made, customer } = await payingCompany(test);
    await fail(customer);
    await mailed(made);
    await test.clock.advance(8 * 86_400);
    await test.payments.portal(customer, 'renew');
    await test.payments.settled();
    const [mail] = await mailed(made);
    expect(mail?.subject).toBe('Assay: payment for Paying Sample failed');
    expect(mail?.text).toContain('These have stopped until payment is made:');
    await test.clock.advance(-8 * 86_400);
  });

  it('is isolated between companies', async () => {
    const { made, customer } = await payingCompany(test);
    await fail(customer);
    const rows = await asTenant(test.database.db, test.companies.b.id, (trx) =>
      trx.selectFrom('outbox').selectAll().where('company_id', '=', made.id).execute(),
    );
    expect(rows).toEqual([]);
  });
});
