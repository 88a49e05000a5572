import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendDigests } from '#api/follow-up/notifications/digest-job.ts';
import { digestSender, notificationSender } from '#api/follow-up/notifications/receivers.ts';
import { type OutboxReceivers, toEmailReceiver } from '#api/integrations/email/outbox-receivers.ts';
import { sendOutbox } from '#api/integrations/email/send-outbox.ts';
import type { EmailTransport, OutgoingEmail } from '#api/integrations/email/transport.ts';
import { readMe } from '#contract/company/accounts.ts';
import { assignAlert, transitionAlert } from '#contract/monitoring/alerts.ts';
import {
  createCalendarFeed,
  listNotifications,
  readCalendarFeed,
  readNotificationSettings,
  readNotifications,
  revokeCalendarFeed,
  saveNotificationSettings,
} from '#contract/notifications/notifications.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../checks/activities/support.ts';

const secretName = 'Unnameable';
const secretSummary = 'A summary that stays inside.';

describe.each(testEngines)('notifications on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;
  let clientId: string;
  let sent: OutgoingEmail[] = [];
  /** Number of emails that the mail server is yet to refuse for the time being. */
  let failures = 0;
  let now: Date;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
    now = api.clock.now();
    clientId = await addClient(api, company, secretName, { responsible_member_id: company.staff.id });
  });
  afterAll(() => api?.close());

  const mail: EmailTransport = {
    async send(email) {
      if (failures > 0) {
        failures -= 1;
        return { ok: false, reason: 'Try again later', isFinal: false };
      }
      sent.push(email);
      return { ok: true };
    },
    close: () => undefined,
  };
  const appUrl = 'https://assay.test';

  /** Sends what is queued, and returns the emails. */
  async function deliver(minutes = 1): Promise<OutgoingEmail[]> {
    sent = [];
    const later = new Date(Math.max(now.getTime(), api.clock.now().getTime()) + minutes * 60_000);
    const deps = { appUrl, now: () => later };
    await sendOutbox({ db: api.database.db, now: () => later }, {
      notification: toEmailReceiver(mail, notificationSender(deps)),
      notificationDigest: toEmailReceiver(mail, digestSender(deps)),
    } as OutboxReceivers);
    return sent;
  }
  const hourThere = new Intl.DateTimeFormat('en-NZ', {
    timeZone: 'Pacific/Auckland',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  /** The next eight o'clock of the company, later each time, in summer as in winter. */
  function nextMorning(): Date {
    const from = Math.max(now.getTime(), api.clock.now().getTime());
    let hour = new Date(Math.floor(from / 3_600_000 + 1) * 3_600_000);
    while (hourThere.format(hour) !== '08') hour = new Date(hour.getTime() + 3_600_000);
    return hour;
  }
  /** Queues summaries some minutes before or after an instant; how many. */
  async function queueDigests(instant: Date, minutes: number): Promise<number> {
    now = new Date(instant.getTime() + minutes * 60_000);
    return (await sendDigests(api.database.db, { now: () => now })).queued;
  }
  const list = async (as: TestPerson) =>
    (await api.request(listNotifications, { query: {} }, { as })).response.items;
  const unread = async (as: TestPerson) =>
    (await api.request(readMe, {}, { as })).response.member.unreadNotifications;
  const alertFor = (as: Partial<Parameters<typeof openedAlert>[2]> = {}) =>
    openedAlert(api, company, { resourceId: clientId, type: 'other', summary: secretSummary, ...as });
  const choose = (as: TestPerson, mailed: 'once' | 'digest' | 'none') =>
    api.request(
      saveNotificationSettings,
      { body: { choices: [{ kind: 'assigned', mail: mailed }] } },
      { as },
    );

  test('tell the relationship owner of an alert, in the app and by email, without a name', async () => {
    const alert = await alertFor();
    const emails = await deliver();
    expect(emails).toHaveLength(1);
    expect(emails[0]?.to).toBe(company.staff.loginId);
    expect(emails[0]?.subject).toBe('Assay: An alert was assigned to you');
    expect(emails[0]?.text).toContain(`${appUrl}/monitoring/alerts/${alert.id}?company=${company.id}`);
    expect(JSON.stringify(emails)).not.toContain(secretName);
    expect(JSON.stringify(emails)).not.toContain(secretSummary);
    const items = await list(company.staff);
    expect(items).toMatchObject([
      { kind: 'assigned', path: `/monitoring/alerts/${alert.id}`, isRead: false },
    ]);
    expect(JSON.stringify(items)).not.toContain(secretName);
    expect(await list(company.owner)).toEqual([]);
    expect(await list(api.companies.b.staff)).toEqual([]);
    expect(await unread(company.staff)).toBe(1);
    await deliver();
    expect(await list(company.staff)).toHaveLength(1);
    const upTo = items[0]?.id ?? '';
    // Another member's list stays as it is.
    await api.request(readNotifications, { body: { upTo } }, { as: company.owner });
    expect(await unread(company.staff)).toBe(1);
    await api.request(readNotifications, { body: { upTo } }, { as: company.staff });
    expect(await unread(company.staff)).toBe(0);
  });

  test('follow assignments and escalations, but not what one did oneself', async () => {
    const alert = await alertFor();
    await deliver();
    const params = { id: alert.id };
    const body = { version: alert.version, memberId: company.owner.id };
    const given = (await api.request(assignAlert, { params, body }, { as: company.staff })).response;
    const own = { version: given.version, memberId: company.staff.id };
    const mine = (await api.request(assignAlert, { params, body: own }, { as: company.staff })).response;
    expect((await deliver()).map(({ to }) => to)).toEqual([company.owner.loginId]);
    const officer = await api.addMember(company.id, { designations: ['complianceOfficer'] });
    const started = { version: mine.version, to: 'inProgress' as const };
    const taken = (await api.request(transitionAlert, { params, body: started }, { as: company.staff }))
      .response;
    const escalated = { version: taken.version, to: 'escalated' as const, reason: 'Please look' };
    await api.request(transitionAlert, { params, body: escalated }, { as: company.staff });
    expect((await deliver()).map(({ to, subject }) => [to, subject])).toEqual([
      [officer.loginId, 'Assay: An alert was escalated to you'],
    ]);
  });

  test('are emailed as the member chose: at eight in a summary, once a day, or not at all', async () => {
    await choose(company.staff, 'none');
    await alertFor();
    expect(await deliver()).toEqual([]);
    await choose(company.staff, 'digest');
    await alertFor();
    await alertFor();
    expect(await deliver()).toEqual([]);
    const eight = nextMorning();
    expect(await queueDigests(eight, -30)).toBe(0);
    expect(await queueDigests(eight, 90)).toBe(0);
    expect(await queueDigests(eight, 0)).toBe(1);
    expect(await queueDigests(eight, 10)).toBe(0);
    const emails = await deliver();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [company.staff.loginId, 'Assay: your notifications since yesterday'],
    ]);
    expect(emails[0]?.text).toContain('- An alert is assigned to you: 2');
    const { response } = await api.request(readNotificationSettings, {}, { as: company.staff });
    expect(response.choices.find(({ kind }) => kind === 'assigned')?.mail).toBe('digest');
    await choose(company.staff, 'once');
  });

  test('are listed at once, and an email that fails holds up no other', async () => {
    const queued = async () =>
      (
        await api.database.asSuperuser(
          `SELECT id FROM assay.outbox WHERE kind = 'notification' AND status = 'queued'`,
        )
      ).rows.length;
    await choose(company.staff, 'none');
    const silent = await alertFor();
    expect((await list(company.staff))[0]?.path).toBe(`/monitoring/alerts/${silent.id}`);
    expect(await queued()).toBe(0);
    await choose(company.staff, 'once');
    await alertFor();
    const second = await alertFor();
    expect((await list(company.staff))[0]?.path).toBe(`/monitoring/alerts/${second.id}`);
    expect(await queued()).toBe(2);
    failures = 1;
    expect(await deliver()).toHaveLength(1);
    expect(await deliver(5)).toHaveLength(1);
  });

  test('stay in the summary until it is sent, and those that came later wait for the next', async () => {
    await choose(company.staff, 'digest');
    await alertFor();
    const eight = nextMorning();
    expect(await queueDigests(eight, 0)).toBe(1);
    const late = await alertFor();
    await api.database.asSuperuser('UPDATE assay.notifications SET created_at = $2 WHERE path = $1', [
      `/monitoring/alerts/${late.id}`,
      new Date(eight.getTime() + 1000).toISOString(),
    ]);
    failures = 1;
    expect(await deliver()).toEqual([]);
    expect((await deliver(5)).map(({ text }) => text)).toEqual([
      expect.stringContaining('- An alert is assigned to you: 1'),
    ]);
    const tomorrow = nextMorning();
    expect(await queueDigests(tomorrow, 0)).toBe(1);
    expect((await deliver()).map(({ text }) => text)).toEqual([
      expect.stringContaining('- An alert is assigned to you: 1'),
    ]);
    expect(await queueDigests(nextMorning(), 0)).toBe(0);
  });

  test('are no longer emailed after the member chose so, or has no access any more', async () => {
    await choose(company.staff, 'digest');
    await alertFor();
    await choose(company.staff, 'none');
    expect(await queueDigests(nextMorning(), 0)).toBe(0);
    await choose(company.staff, 'once');
    await alertFor();
    await choose(company.staff, 'none');
    expect(await deliver()).toEqual([]);

    const endAccess = (at: Date | null) =>
      api.database.asSuperuser('UPDATE assay.members SET access_ends_at = $2 WHERE id = $1', [
        company.staff.id,
        at?.toISOString() ?? null,
      ]);
    await choose(company.staff, 'once');
    await alertFor();
    await endAccess(new Date(api.clock.now().getTime() - 60_000));
    expect(await deliver()).toEqual([]);
    await endAccess(null);
    await choose(company.staff, 'digest');
    await alertFor();
    const eight = nextMorning();
    expect(await queueDigests(eight, 0)).toBe(1);
    await endAccess(eight);
    expect(await deliver()).toEqual([]);
    expect(await queueDigests(nextMorning(), 0)).toBe(0);
    await endAccess(null);
    await choose(company.staff, 'once');
  });

  test('reject two choices for one kind', async () => {
    const { staff } = company;
    const before = (await api.request(readNotificationSettings, {}, { as: staff })).response;
    const answer = await api.fetch('/api/v1/notifications/settings', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${staff.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        choices: [
          { kind: 'assigned', mail: 'none' },
          { kind: 'assigned', mail: 'digest' },
        ],
      }),
    });
    expect([answer.status, (await answer.json()).fields]).toEqual([
      422,
      { choices: ['Choose once for each kind of notification'] },
    ]);
    expect((await api.request(readNotificationSettings, {}, { as: staff })).response).toEqual(before);
  });

  test('leave a member who has gone alone, and end after ninety days', async () => {
    await alertFor();
    await api.database.asSuperuser(`UPDATE assay.members SET status = 'suspended' WHERE id = $1`, [
      company.staff.id,
    ]);
    expect(await deliver()).toEqual([]);
    await api.database.asSuperuser(`UPDATE assay.members SET status = 'active' WHERE id = $1`, [
      company.staff.id,
    ]);
    const inDays = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000);
    expect((await sendDigests(api.database.db, { now: () => inDays(80) })).deleted).toBe(0);
    expect((await sendDigests(api.database.db, { now: () => inDays(120) })).deleted).toBeGreaterThan(0);
  });

  test('a calendar has the member’s dates by a secret that a new one replaces and that can be ended', async () => {
    const on = addDays(testDay('Pacific/Auckland', api.clock.now()), 20);
    await api.database.asSuperuser(
      `UPDATE assay.clients SET status = 'active', next_review_due_on = $2 WHERE id = $1`,
      [clientId, on],
    );
    const look = async (token: string) => api.request(readCalendarFeed, { body: { token } });
    const first = (await api.request(createCalendarFeed, {}, { as: company.staff })).response.token;
    const found = await look(first);
    expect(found.response.companyId).toBe(company.id);
    expect(found.response.entries).toEqual([
      { uid: `review-${clientId}@assay`, on, kind: 'review', path: `/clients/${clientId}/monitoring` },
    ]);
    expect(JSON.stringify(found.response)).not.toContain(secretName);
    const stored = await api.database.asSuperuser('SELECT token_hash FROM assay.calendar_feeds');
    expect(JSON.stringify(stored.rows)).not.toContain(first);
    const second = (await api.request(createCalendarFeed, {}, { as: company.staff })).response.token;
    expect((await look(first)).status).toBe(404);
    expect((await look(second)).response.entries).toHaveLength(1);
    const others = (await api.request(createCalendarFeed, {}, { as: api.companies.b.owner })).response.token;
    expect((await look(others)).response.entries).toEqual([]);
    await api.request(revokeCalendarFeed, {}, { as: company.staff });
    expect((await look(second)).status).toBe(404);
    expect((await look('')).status).toBe(404);
  });
});
