import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActivity, transitionActivity, updateActivity } from '#contract/activities.ts';
import {
  readBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import { editOwnership } from '#contract/business-verifications/ownership-endpoints.ts';
import { readDiligence, transitionClient } from '#contract/cdd/cdd.ts';
import { addParty, readParty, updateParty } from '#contract/clients/parties.ts';
import {
  recordConsent,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import { readAlert } from '#contract/monitoring/alerts.ts';
import { decideMatch, readClientMonitoring, screenClient } from '#contract/monitoring/screenings.ts';
import { createAssessment, readAssessment, saveAssessment } from '#contract/risk/assessments.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { foundAlert } from '#tests/support/api/monitoring.ts';
import { publishedTemplate, sampleAnswers } from '#tests/support/api/risk.ts';
import { personToVerify, sightedPassport, verificationNow } from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create as createClient } from '../records/clients/support.ts';
import { addClient, create, read, update } from './activities/support.ts';

describe.each(testEngines)('forms about CDD sent twice on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  const staff = () => ({ as: a.staff });

  async function events(): Promise<unknown> {
    const counted = await api.database.asSuperuser('SELECT count(*)::int AS count FROM assay.audit_events');
    return counted.rows[0]?.count;
  }

  /**
   * Sends a form again, with the response stored as this release does and then as another one might: `stored`. Both responses are `now`,
   * and nothing is recorded.
   */
  async function expectCurrent(
    requestKey: string,
    send: () => Promise<{ response: unknown }>,
    { now, stored }: { now: unknown; stored: object },
  ): Promise<void> {
    const told = await events();
    expect((await send()).response).toEqual(now);
    const { rows } = await api.database.asSuperuser(
      'UPDATE assay.request_keys SET body = $1 WHERE key = $2 RETURNING key',
      [JSON.stringify(stored), requestKey],
    );
    expect(rows).toHaveLength(1);
    expect((await send()).response).toEqual(now);
    expect(await events()).toBe(told);
  }

  test('show a created activity as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const form = { name: 'First', activityType: 'other' as const };
    const send = () => api.request(createActivity, { body: form, requestKey }, staff());
    const { response: made } = await send();
    await update(api, a.staff, made, { ...form, name: 'Renamed' });
    const now = await read(api, a.staff, made.id);
    expect(now).toMatchObject({ id: made.id, name: 'Renamed', version: 2 });
    await expectCurrent(requestKey, send, { now, stored: { id: made.id } });
  });

  test('show a changed activity as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const form = { name: 'Changed twice', activityType: 'other' as const };
    const { id, version } = await create(api, a.staff, form);
    const send = () =>
      api.request(
        updateActivity,
        { params: { id }, body: { ...form, name: 'Second', version }, requestKey },
        staff(),
      );
    const { response: second } = await send();
    await update(api, a.staff, second, { ...form, name: 'Third' });
    const now = await read(api, a.staff, id);
    expect(now).toMatchObject({ name: 'Third', version: 3 });
    await expectCurrent(requestKey, send, { now, stored: {} });
  });

  test('show an activity as it is now after a transition', async () => {
    const requestKey = crypto.randomUUID();
    const form = { name: 'Moved', activityType: 'other' as const };
    const { id, version } = await create(api, a.staff, form);
    const body = { move: 'to', to: 'inProgress', version } as const;
    const send = () => api.request(transitionActivity, { params: { id }, body, requestKey }, staff());
    const moved = await send();
    expect(moved.status).toBe(200);
    await update(api, a.staff, moved.response, { ...form, name: 'Renamed' });
    const now = await read(api, a.staff, id);
    expect(now.name).toBe('Renamed');
    await expectCurrent(requestKey, send, { now, stored: { id } });
  });

  test('show a related party as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const { id } = await createClient(api, a.staff, businessForm('Repeated Holdings Limited'));
    const body = { partyClientId: await addClient(api, a, 'Partyton'), roles: ['director' as const] };
    const send = () => api.request(addParty, { params: { id }, body, requestKey }, staff());
    const { response: added } = await send();
    const params = { id, partyId: added.id };
    const roles = ['director' as const, 'shareholder' as const];
    const more = { directPercent: '10', beneficiallyHeld: 'yes' as const };
    await api.request(updateParty, { params, body: { version: added.version, roles, ...more } }, staff());
    const { response: now } = await api.request(readParty, { params }, staff());
    expect(now).toMatchObject({ version: 2, directPercent: '10' });
    await expectCurrent(requestKey, send, { now, stored: { id: added.id } });
  });

  test('show a client’s CDD as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const params = { id: await addClient(api, a, 'Declineton') };
    const diligence = async () => (await api.request(readDiligence, { params }, staff())).response;
    const { version } = await diligence();
    const body = { lifecycle: 'client', to: 'onboarding', version } as const;
    const send = () => api.request(transitionClient, { params, body, requestKey }, staff());
    const { response: first } = await send();
    const declined = { ...body, to: 'declined', reason: 'Withdrew', version: first.version } as const;
    await api.request(transitionClient, { params, body: declined }, staff());
    const now = await diligence();
    expect(now.status).toBe('declined');
    await expectCurrent(requestKey, send, { now, stored: {} });
  });

  test('show an assessment as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const template = await publishedTemplate(api, a.owner);
    const target = { resourceType: 'clients' as const, resourceId: await addClient(api, a, 'Riskton') };
    const answers = sampleAnswers({ q: 'low' });
    const body = { templateVersionId: template.published?.id ?? '', answers };
    const send = () => api.request(createAssessment, { params: target, body, requestKey }, staff());
    const { response: made } = await send();
    const { id, version } = made;
    const changed = { version, answers: sampleAnswers({ q: 'high' }) };
    await api.request(saveAssessment, { params: { id }, body: changed }, staff());
    const { response: now } = await api.request(readAssessment, { params: { ...target, id } }, staff());
    expect(now.version).toBe(version + 1);
    await expectCurrent(requestKey, send, { now, stored: { id } });
  });

  test('show the verification of a business as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const client = await createClient(api, a.staff, businessForm('Repeated Verification Limited'));
    const send = () =>
      api.request(
        startBusinessVerification,
        { params: { clientId: client.id }, query: {}, requestKey },
        staff(),
      );
    const { response: made } = await send();
    const params = { id: made.id };
    const entry = { intent: 'addNode', name: 'Aroha Entry', kind: 'person', source: 'Register' } as const;
    await api.request(editOwnership, { params, body: { version: made.version, ...entry } }, staff());
    const { response: now } = await api.request(readBusinessVerification, { params }, staff());
    expect(now.version).toBe(made.version + 1);
    await expectCurrent(requestKey, send, { now, stored: { id: made.id } });
  });

  test('show the verification of an individual as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const { id: clientId } = await personToVerify(api, a.staff);
    const form = { method: 'documentSighted' as const, document: sightedPassport('LA909090') };
    const send = () =>
      api.request(startVerification, { params: { clientId }, body: form, requestKey }, staff());
    const { id, version } = (await send()).response;
    const body = { version, given: true, how: 'inPerson' } as const;
    await api.request(recordConsent, { params: { id }, body }, staff());
    const now = await verificationNow(api, a.staff, id);
    expect(now.version).toBe(version + 1);
    await expectCurrent(requestKey, send, { now, stored: { id } });
  });

  test('show a decided match as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const { id: alertId, matches } = await foundAlert(api, a, await addClient(api, a, 'Matchton'));
    const match = matches[0];
    const params = { id: match?.id ?? '' };
    const body = { version: match?.version ?? 0, decision: 'possible' as const };
    const send = () => api.request(decideMatch, { params, body, requestKey }, staff());
    const { response: first } = await send();
    expect(first.alertClosed).toBe(false);
    const dismissed = { decision: 'falsePositive', reasonCode: 'otherName', reason: 'Another' } as const;
    const version = first.match.version;
    await api.request(decideMatch, { params, body: { version, ...dismissed } }, staff());
    const alert = (await api.request(readAlert, { params: { id: alertId } }, staff())).response;
    expect(alert.matches[0]?.status).toBe('falsePositive');
    const now = { match: alert.matches[0], alertId, alertClosed: false };
    await expectCurrent(requestKey, send, { now, stored: { alertClosed: false } });
  });

  test('screen a client once', async () => {
    const requestKey = crypto.randomUUID();
    const params = { id: await addClient(api, a, 'Screenton') };
    const send = () => api.request(screenClient, { params, body: {}, requestKey }, staff());
    const { response: now } = await send();
    const { screened, matched, screening } = now;
    await expectCurrent(requestKey, send, {
      now,
      stored: { screened, matched, screening: { id: screening.id } },
    });
    const monitoring = await api.request(readClientMonitoring, { params, query: {} }, staff());
    expect(monitoring.response.screenings).toHaveLength(1);
  });
});
