import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDueAlerts } from '#api/alerts/due-alerts.ts';
import { type Alert, listAlerts, moveAlert } from '#contract/alerts.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { readHome } from '#contract/home.ts';
import { addDays } from '#rules/calendar-dates.ts';
import { openedAlert } from '#tests/support/alerts.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api.ts';
import { testEngines } from '#tests/support/database.ts';
import { addAssessment, addClient, create, fullForm, move } from '../activities/support.ts';

describe.each(testEngines)('alerts on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  const list = async (query: EndpointRequest<typeof listAlerts>['query'], as = a.staff) =>
    (await api.request(listAlerts, { query }, { as })).answer;
  const of = (resourceType: 'clients' | 'activities', resourceId: string, as = a.staff) =>
    list({ resourceType, resourceId }, as);
  const send = (alert: Pick<Alert, 'id' | 'version'>, body: object, as = a.staff) =>
    api.request(
      moveAlert,
      {
        params: { id: alert.id },
        body: { version: alert.version, ...body } as EndpointRequest<typeof moveAlert>['body'],
      },
      { as },
    );

  test('opens one alert for one cause, for whoever looks after the record, and none again once it is closed', async () => {
    const id = await addClient(api, a, 'Riskton', { responsible_member_id: a.staff.id });
    const cause = { resourceId: id, dedupeKey: `riskRose:${id}` };
    const alert = await openedAlert(api, a, cause);
    expect(alert).toMatchObject({
      status: 'open',
      resourceName: 'Hinemoa Riskton',
      assignee: { id: a.staff.id },
    });
    await openedAlert(api, a, cause);
    expect((await of('clients', id)).items).toHaveLength(1);
    const waiting = (await api.request(readHome, {}, { as: a.staff })).answer;
    expect(waiting.alerts.map((one) => one.id)).toContain(alert.id);
    const others = (await api.request(readHome, {}, { as: a.owner })).answer;
    expect(others.alerts.map((one) => one.id)).not.toContain(alert.id);
    const taken = (await send(alert, { to: 'inProgress' })).answer;
    const closed = await send(taken, { to: 'closed', outcome: 'actioned', reason: 'Assessed anew' });
    expect(closed.answer).toMatchObject({ status: 'closed', outcome: 'actioned', reason: 'Assessed anew' });
    expect((await of('clients', id)).items).toEqual([]);
    await expect(openedAlert(api, a, cause)).rejects.toThrow('not opened');
  });

  test('moves as the lifecycle has it, with outcome and reason, and tells the other of two', async () => {
    const id = await addClient(api, a, 'Moveton');
    const alert = await openedAlert(api, a, { resourceId: id });
    expect((await send(alert, { to: 'closed', outcome: 'noAction', reason: 'No' })).problem.detail).toContain(
      'Take it up first',
    );
    expect((await send(alert, { to: 'snoozed' })).problem.fields).toHaveProperty('snoozedUntil');
    const later = new Date(api.clock.now().getTime() + 86_400_000).toISOString();
    const snoozed = (await send(alert, { to: 'snoozed', snoozedUntil: later })).answer;
    expect(snoozed).toMatchObject({ status: 'snoozed', snoozedUntil: later });
    const waiting = await list({ waitingFor: 'me' });
    expect(waiting.items.map((one) => one.id)).not.toContain(alert.id);
    const both = await Promise.all([
      send(snoozed, { to: 'inProgress' }),
      send(snoozed, { to: 'inProgress' }, a.owner),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [taken] = (await of('clients', id)).items;
    if (taken === undefined) throw new Error('The alert is gone.');
    const refused = await send(taken, { to: 'closed', outcome: 'truePositive' });
    expect(Object.keys(refused.problem.fields ?? {})).toEqual(['outcome', 'reason']);
    const match = await openedAlert(api, a, { resourceId: id, type: 'screeningMatch' });
    expect((await send(match, { to: 'snoozed', snoozedUntil: later })).problem.fields?.to?.[0]).toContain(
      'never put off',
    );
    expect((await send(match, { to: 'escalated' }, api.companies.b.owner)).problem.status).toBe(404);
    expect((await send(match, { to: 'escalated' }, a.auditor)).problem.code).toBe('role.forbidden');
  });

  test('tells of due diligence that was to come later 7, 3 and 1 days before and when it is overdue, and stops when everybody is verified', async () => {
    const au = await api.addCompany('Banksia Property', { billingCountryCode: 'AUS' });
    const customer = await addClient(api, au, 'Buyer', { cdd_status: 'verified' });
    const seller = await addClient(api, au, 'Seller');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(api.clock.now());
    const activity = await create(
      api,
      au.staff,
      fullForm(customer, {
        activityType: 'propertySale',
        parties: [
          { clientId: customer, capacity: 'customer' },
          { clientId: seller, capacity: 'otherParty' },
        ],
        currency: 'AUD',
        exchangeOn: today,
        delayedCddGround: 'The vendor is abroad',
      }),
    );
    const due = (days: number) =>
      api.database.asSuperuser('UPDATE assay.activities SET delayed_cdd_due_on = $1 WHERE id = $2', [
        addDays(today, days),
        activity.id,
      ]);
    const run = () => openDueAlerts(api.database.db, api.clock);
    const now = async () =>
      (await of('activities', activity.id, au.staff)).items.map(({ severity, summary }) => [
        severity,
        /^.*?(?: One party|\.)/.exec(summary)?.[0].slice(0, 50),
      ]);
    await due(8);
    expect(await run()).toEqual({ opened: 0, closed: 0 });
    await due(7);
    expect(await run()).toEqual({ opened: 1, closed: 0 });
    expect(await run()).toEqual({ opened: 0, closed: 0 });
    expect((await now())[0]?.[0]).toBe('medium');
    await due(2);
    expect(await run()).toEqual({ opened: 1, closed: 1 });
    expect((await now()).map(([severity]) => severity)).toEqual(['high']);
    await due(-1);
    expect(await run()).toEqual({ opened: 1, closed: 1 });
    const [overdue] = (await of('activities', activity.id, au.staff)).items;
    expect(overdue?.summary).toContain('was due on');
    await api.database.asSuperuser(`UPDATE assay.clients SET cdd_status = 'verified' WHERE id = $1`, [
      seller,
    ]);
    expect(await run()).toEqual({ opened: 0, closed: 1 });
    expect((await of('activities', activity.id, au.staff)).items).toEqual([]);
  });

  test('tells two weeks before an override ends, and stops when it is lifted', async () => {
    const id = await addClient(api, a, 'Overridden');
    const assessmentId = await addAssessment(
      api,
      a,
      { type: 'clients', id },
      { status: 'approved', level: 'high' },
    );
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(api.clock.now());
    const override = (days: number) =>
      api.database.asSuperuser(
        `UPDATE assay.risk_assessments SET override = $1, override_by = $2, final_level = 'low' WHERE id = $3`,
        [
          JSON.stringify({
            level: 'low',
            reasonCode: 'mitigated',
            reason: 'Known to the partners for many years',
            expiresOn: addDays(today, days),
            computedAtOverride: 'high',
            at: api.clock.now().toISOString(),
          }),
          a.owner.id,
          assessmentId,
        ],
      );
    await override(15);
    expect(await openDueAlerts(api.database.db, api.clock)).toEqual({ opened: 0, closed: 0 });
    await override(14);
    expect(await openDueAlerts(api.database.db, api.clock)).toEqual({ opened: 1, closed: 0 });
    expect((await of('clients', id)).items[0]).toMatchObject({
      type: 'overrideExpiring',
      severity: 'medium',
    });
    await api.database.asSuperuser(
      `UPDATE assay.risk_assessments SET override = NULL, override_by = NULL, final_level = 'high' WHERE id = $1`,
      [assessmentId],
    );
    expect(await openDueAlerts(api.database.db, api.clock)).toEqual({ opened: 0, closed: 1 });
  });

  test('never holds back cancelling, and closes what a cancelled activity was about', async () => {
    const au = await api.addCompany('Wattle Property', { billingCountryCode: 'AUS' });
    const customer = await addClient(api, au, 'Cancelled');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(api.clock.now());
    const form = fullForm(customer, { activityType: 'propertySale', currency: 'AUD', exchangeOn: today });
    const activity = await create(api, au.staff, { ...form, delayedCddGround: 'Abroad' });
    await api.database.asSuperuser('UPDATE assay.activities SET delayed_cdd_due_on = $1 WHERE id = $2', [
      today,
      activity.id,
    ]);
    expect((await openDueAlerts(api.database.db, api.clock)).opened).toBe(1);
    await move(api, au.staff, activity.id, { move: 'to', to: 'cancelled' });
    expect((await openDueAlerts(api.database.db, api.clock)).closed).toBe(1);
  });
});
