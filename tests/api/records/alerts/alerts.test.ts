import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDueAlerts } from '#api/records/alerts/due-alerts.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { type Alert, assignAlert, listAlerts, transitionAlert } from '#contract/monitoring/alerts.ts';
import { readHome } from '#contract/views/home.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { verifyIdentity } from '#tests/support/api/due-diligence.ts';
import { foundAlert } from '#tests/support/api/monitoring.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addAssessment, addClient, create, fullForm, move } from '../../checks/activities/support.ts';

describe.each(testEngines)('alerts on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  const list = async (query: EndpointRequest<typeof listAlerts>['query'], as = a.staff) =>
    (await api.request(listAlerts, { query }, { as })).response;
  const of = (resourceType: 'clients' | 'activities', resourceId: string, as = a.staff) =>
    list({ resourceType, resourceId }, as);
  const send = (alert: Pick<Alert, 'id' | 'version'>, body: object, as = a.staff) =>
    api.request(
      transitionAlert,
      {
        params: { id: alert.id },
        body: { version: alert.version, ...body } as EndpointRequest<typeof transitionAlert>['body'],
      },
      { as },
    );

  test('opens one alert per cause, for the relationship owner, and none again once it is closed', async () => {
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
    const waiting = (await api.request(readHome, { query: {} }, { as: a.staff })).response;
    expect(waiting.work.items.map((alert) => alert.id)).toContain(alert.id);
    const others = (await api.request(readHome, { query: {} }, { as: a.owner })).response;
    expect(others.work.items.map((alert) => alert.id)).not.toContain(alert.id);
    const taken = (await send(alert, { to: 'inProgress' })).response;
    const closed = await send(taken, { to: 'closed', outcome: 'actioned', reason: 'Assessed anew' });
    expect(closed.response).toMatchObject({ status: 'closed', outcome: 'actioned', reason: 'Assessed anew' });
    expect((await of('clients', id)).items).toEqual([]);
    await expect(openedAlert(api, a, cause)).rejects.toThrow('not opened');
  });

  test('follows the lifecycle, with outcome and reason, and rejects a concurrent update with 409', async () => {
    const id = await addClient(api, a, 'Moveton');
    const alert = await openedAlert(api, a, { resourceId: id });
    expect((await send(alert, { to: 'closed', outcome: 'noAction', reason: 'No' })).problem.detail).toContain(
      'Claim the alert first',
    );
    expect((await send(alert, { to: 'snoozed' })).problem.fields).toHaveProperty('snoozedUntil');
    const later = new Date(api.clock.now().getTime() + 86_400_000).toISOString();
    const snoozed = (await send(alert, { to: 'snoozed', snoozedUntil: later })).response;
    expect(snoozed).toMatchObject({ status: 'snoozed', snoozedUntil: later });
    const waiting = await list({ waitingFor: 'me' });
    expect(waiting.items.map((item) => item.id)).not.toContain(alert.id);
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
      'cannot be snoozed',
    );
    expect((await send(match, { to: 'escalated' }, api.companies.b.owner)).problem.status).toBe(404);
    expect((await send(match, { to: 'escalated' }, a.auditor)).problem.code).toBe('role.forbidden');
  });

  test('cannot be closed as a true match without permission to confirm one', async () => {
    const id = await addClient(api, a, 'Confirmton');
    const alert = await openedAlert(api, a, { resourceId: id, type: 'screeningMatch' });
    const { response: taken } = await send(alert, { to: 'inProgress' });
    const refused = await send(taken, { to: 'closed', outcome: 'truePositive', reason: 'The same person' });
    expect(refused.problem.code).toBe('role.forbidden');
    expect((await of('clients', id)).items).toMatchObject([{ status: 'inProgress', version: taken.version }]);
  });

  test('of matches is not closed while one is undecided', async () => {
    const id = await addClient(api, a, 'Matchton');
    const { response: taken } = await send(await foundAlert(api, a, id), { to: 'inProgress' });
    const refused = await send(taken, { to: 'closed', outcome: 'falsePositive', reason: 'Someone else' });
    expect([refused.status, refused.problem.detail]).toEqual([
      422,
      'Resolve each match first. The alert then closes automatically.',
    ]);
    expect((await of('clients', id)).items).toMatchObject([{ status: 'inProgress', version: taken.version }]);
  });

  test('is assigned to active members of the company while open, at the current version', async () => {
    const id = await addClient(api, a, 'Assignton');
    const alert = await openedAlert(api, a, { resourceId: id });
    const assign = ({ version }: Pick<Alert, 'version'>, memberId: string) =>
      api.request(assignAlert, { params: { id: alert.id }, body: { version, memberId } }, { as: a.staff });
    const suspended = await api.addMember(a.id, { status: 'suspended' });
    for (const member of [suspended, api.companies.b.owner]) {
      expect((await assign(alert, member.id)).problem.fields).toEqual({
        memberId: ['Select an active member of your company'],
      });
    }
    const { response: assigned } = await assign(alert, a.owner.id);
    expect(assigned.assignee?.id).toBe(a.owner.id);
    expect((await assign(alert, a.staff.id)).problem).toMatchObject({
      code: 'record.versionConflict',
      current: { id: alert.id, version: assigned.version },
    });
    const { response: taken } = await send(assigned, { to: 'inProgress' });
    const { response: closed } = await send(taken, { to: 'closed', outcome: 'actioned', reason: 'Done' });
    expect((await assign(closed, a.owner.id)).problem.fields).toEqual({
      '': ['This alert is closed. Open it again first.'],
    });
  });

  test('warns of delayed CDD 7, 3 and 1 days before and when overdue, until everyone is verified', async () => {
    const au = await api.addCompany('Banksia Property', { billingCountryCode: 'AUS' });
    const customer = await addClient(api, au, 'Buyer');
    const seller = await addClient(api, au, 'Seller', {
      individual: { givenNames: 'Hinemoa', familyName: 'Seller', dateOfBirth: '1985-03-12' },
    });
    const today = testDay('Australia/Sydney', api.clock.now());
    const activity = await create(
      api,
      au.staff,
      fullForm(customer, {
        activityType: 'propertySale',
        designatedServiceAu: 'au.t5.1',
        parties: [
          { clientId: customer, capacity: 'customer' },
          { clientId: seller, capacity: 'otherParty' },
        ],
        currency: 'AUD',
        exchangeOn: today,
        delayedCddGround: 'The vendor is abroad',
        delayedCddRiskLimits: 'The deposit stays in the trust account meanwhile',
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
    // A status without evidence changes nothing, nor does an unverified customer.
    await api.database.asSuperuser(`UPDATE assay.clients SET cdd_status = 'verified' WHERE id = $1`, [
      seller,
    ]);
    expect(await run()).toEqual({ opened: 0, closed: 0 });
    await verifyIdentity(api, au, seller);
    expect(await run()).toEqual({ opened: 0, closed: 1 });
    expect((await of('activities', activity.id, au.staff)).items).toEqual([]);
  });

  test('warns two weeks before an override ends, and closes when it is removed', async () => {
    const id = await addClient(api, a, 'Overridden');
    const assessmentId = await addAssessment(
      api,
      a,
      { type: 'clients', id },
      { status: 'approved', level: 'high' },
    );
    const today = testDay('Pacific/Auckland', api.clock.now());
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

  test('never blocks cancelling, and closes with its cancelled activity', async () => {
    const au = await api.addCompany('Wattle Property', { billingCountryCode: 'AUS' });
    const customer = await addClient(api, au, 'Cancelled');
    const today = testDay('Australia/Sydney', api.clock.now());
    const form = fullForm(customer, {
      activityType: 'propertySale',
      designatedServiceAu: 'au.t5.1',
      parties: [
        { clientId: customer, capacity: 'customer' },
        { clientId: await addClient(api, au, 'Buyerof'), capacity: 'otherParty' },
      ],
      currency: 'AUD',
      exchangeOn: today,
    });
    const activity = await create(api, au.staff, {
      ...form,
      delayedCddGround: 'Abroad',
      delayedCddRiskLimits: 'Nothing is paid meanwhile',
    });
    await api.database.asSuperuser('UPDATE assay.activities SET delayed_cdd_due_on = $1 WHERE id = $2', [
      today,
      activity.id,
    ]);
    expect((await openDueAlerts(api.database.db, api.clock)).opened).toBe(1);
    await move(api, au.staff, activity.id, { move: 'to', to: 'cancelled' });
    expect((await openDueAlerts(api.database.db, api.clock)).closed).toBe(1);
  });
});
