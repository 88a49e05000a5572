import { afterAll, beforeAll, expect, it } from 'vitest';
import { announcePrivacyClocks } from '#api/follow-up/privacy/clocks-job.ts';
import { sendOutbox } from '#api/integrations/email/send-outbox.ts';
import type { OutgoingEmail } from '#api/integrations/email/transport.ts';
import { outboxReceivers } from '#api/jobs/daily-jobs.ts';
import { announceSupportRequests } from '#api/views/support/notify-job.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { decideSupportGrant } from '#contract/platform/support.ts';
import { assessBreach, recordBreach } from '#contract/privacy/breaches.ts';
import { decidePrivacyRequest, recordPrivacyRequest } from '#contract/privacy/requests.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { requestGrant } from '#tests/support/api/support-grants.ts';
import { testEngine } from '#tests/support/database/database.ts';

let test: TestApi;
let a: TestCompany;
let officer: TestPerson;
const timeZone = 'Pacific/Auckland';

beforeAll(async () => {
  test = await openTestApi(testEngine);
  ({ a } = test.companies);
  officer = await test.addMember(a.id, { designations: ['complianceOfficer'] });
  await test.database.asSuperuser(
    `UPDATE assay.companies SET regulated_in = ARRAY['NZL'], time_zone = $2 WHERE id = $1`,
    [a.id, timeZone],
  );
});
afterAll(() => test.close());

const today = () => companyDay(test.clock.now(), timeZone);
const announce = () => announcePrivacyClocks(test.database.db, { now: test.clock.now });

/** Emails sent now: recipients of each subject. */
async function mailed(): Promise<{ to: Record<string, string[]>; text: string }> {
  const mails: OutgoingEmail[] = [];
  const mail = {
    send: async (email: OutgoingEmail) => {
      mails.push(email);
      return { ok: true } as const;
    },
    close: () => undefined,
  };
  const { links, payments, clock } = test;
  const receivers = outboxReceivers({ mail, links, payments: payments.payments, now: clock.now });
  await sendOutbox({ db: test.database.db, now: clock.now }, receivers);
  const to: Record<string, string[]> = {};
  for (const email of mails) to[email.subject] = [...(to[email.subject] ?? []), email.to];
  return { to, text: mails.map(({ text }) => text).join('\n') };
}

const alerts = async (type: 'privacyClock' | 'supportRequest') =>
  (await test.request(listAlerts, { query: { type } } as never, { as: a.auditor })).response.items.map(
    ({ resourceType, resourceName, severity, summary }) => ({
      resourceType,
      resourceName,
      severity,
      summary,
    }),
  );
const responsible = () => [a.owner.loginId, officer.loginId].sort();

it('a privacy breach is announced a day before its end, and when it is overdue, until it is assessed', async () => {
  const body = {
    summary: 'Laptop lost',
    description: 'Left on a train with copies of passports.',
    kinds: ['loss'],
    information: ['identityDocuments'],
    awareOn: today(),
    awareTime: '00:00',
  };
  const { response } = await test.request(recordBreach, { body } as never, { as: a.staff });
  expect(await announce()).toEqual({ opened: 0, closed: 0 });
  await test.clock.advance(
    (Date.parse(response.countries[0]?.dueAt ?? '') - test.clock.now().getTime()) / 1000 - 3600,
  );
  expect(await announce()).toEqual({ opened: 1, closed: 0 });
  expect(await announce()).toEqual({ opened: 0, closed: 0 });
  expect(await alerts('privacyClock')).toEqual([
    {
      resourceType: 'privacyBreaches',
      resourceName: 'Laptop lost',
      severity: 'medium',
      summary: expect.stringMatching(
        /^Notification of a privacy breach \(NZ Privacy Act 2020 s114\) is due .+\.$/,
      ),
    },
  ]);
  const soon = await mailed();
  expect(soon.to['Assay: privacy breach due soon']?.sort()).toEqual(responsible());
  expect(soon.text).toContain(`/settings/privacy?breach=${response.id}`);
  expect(soon.text).not.toContain('Laptop');

  await test.clock.advance(3700);
  expect(await announce()).toEqual({ opened: 1, closed: 1 });
  expect((await alerts('privacyClock')).map(({ severity }) => severity)).toEqual(['high']);
  const assessment = {
    version: response.version,
    country: 'NZL',
    outcome: 'notNotifiable',
    reason: 'The disk of the laptop is encrypted.',
  };
  const assessed = await test.request(
    assessBreach,
    { params: { id: response.id }, body: assessment } as never,
    { as: a.owner },
  );
  expect(assessed.status).toBe(200);
  expect(await announce()).toEqual({ opened: 0, closed: 1 });
  // What is done before the email leaves is no longer announced.
  expect((await mailed()).to).toEqual({});
});

it('a request for access is announced before its last day, at the client, without names in the email', async () => {
  const { id } = await addClient(test, a, 'Nameless');
  const body = {
    kind: 'access',
    receivedOn: addDays(today(), -20),
    requestedBy: 'The client',
    details: 'Everything',
  };
  const recorded = await test.request(recordPrivacyRequest, { params: { id }, body } as never, {
    as: a.staff,
  });
  expect(recorded.status).toBe(201);
  const { dueOn, version, id: requestId } = recorded.response;
  const daysLeft = (Date.parse(dueOn) - Date.parse(today())) / 86_400_000;
  await test.clock.advance(Math.max(0, daysLeft - 5) * 86_400);
  expect(await announce()).toEqual({ opened: 1, closed: 0 });
  expect(await alerts('privacyClock')).toMatchObject([{ resourceType: 'clients', severity: 'medium' }]);
  const { to, text } = await mailed();
  expect(to['Assay: privacy request due soon']?.sort()).toEqual(responsible());
  expect(text).not.toContain('Nameless');
  await test.clock.advance(6 * 86_400);
  expect(await announce()).toEqual({ opened: 1, closed: 1 });
  const decision = { version, decision: 'granted', reason: 'Everything was sent by post.' };
  await test.request(decidePrivacyRequest, { params: { id: requestId }, body: decision } as never, {
    as: a.owner,
  });
  expect(await announce()).toEqual({ opened: 0, closed: 1 });
});

it('a request for support access reaches every owner once, and is settled by the decision', async () => {
  const run = () => announceSupportRequests(test.database.db, { now: test.clock.now });
  const { id, version } = await requestGrant({ test, company: a });
  expect(await run()).toEqual({ opened: 1 });
  expect(await run()).toEqual({ opened: 0 });
  expect(await alerts('supportRequest')).toMatchObject([
    { resourceType: 'supportGrants', resourceName: test.admin.name, severity: 'medium' },
  ]);
  const { to, text } = await mailed();
  expect(to).toEqual({ 'Assay: support requests access to your records': [a.owner.loginId] });
  expect(text).toContain('Import fails, ticket 12');
  await test.request(
    decideSupportGrant,
    { params: { id }, body: { version, decision: 'declined' } },
    { as: a.owner },
  );
  await run();
  expect(await alerts('supportRequest')).toEqual([]);
});
