import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncScheduledReviews } from '#api/follow-up/reviews/schedule-reviews-job.ts';
import { readClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import {
  completeReview,
  listReviews,
  readReview,
  requestReview,
  transitionReview,
} from '#contract/risk/reviews.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { endOfDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';

describe('client reviews', () => {
  let api: TestApi;
  let a: TestCompany;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  const today = () => testDay('Pacific/Auckland', api.clock.now());
  const syncReviews = () => syncScheduledReviews(api.database.db, { now: api.clock.now });
  const of = async (clientId: string, status: 'open' | 'closed' = 'open') =>
    (await api.request(listReviews, { query: { clientId, status } }, { as: a.staff })).response.items;
  const getAlerts = async (resourceId: string) =>
    (await api.request(listAlerts, { query: { resourceType: 'clients', resourceId } }, { as: a.staff }))
      .response.items;

  test('exist for every client with a relationship', async () => {
    const dated = await addClient(api, a, 'Dated', {
      status: 'active',
      next_review_due_on: addDays(today(), 40),
    });
    const undated = await addClient(api, a, 'Undated', { status: 'active', risk_level: 'high' });
    const dormant = await addClient(api, a, 'Dormant', {
      status: 'dormant',
      relationship_started_on: '2020-01-31',
    });
    const draft = await addClient(api, a, 'Draft');
    await syncReviews();
    expect(await of(dated)).toMatchObject([
      { kind: 'periodic', status: 'scheduled', dueOn: addDays(today(), 40) },
    ]);
    expect(await of(undated)).toMatchObject([
      { dueOn: addMonths(today(), 12), cause: expect.stringContaining('12 months') },
    ]);
    expect(await of(dormant)).toMatchObject([{ dueOn: '2021-01-31', status: 'overdue' }]);
    expect(await of(draft)).toEqual([]);
    const { rows } = await api.database.asSuperuser(
      `SELECT count(*)::int AS forgotten FROM assay.clients c WHERE c.status IN ('active', 'dormant')
         AND NOT EXISTS (SELECT FROM assay.reviews r WHERE r.client_id = c.id AND r.status NOT IN ('completed', 'cancelled'))`,
    );
    expect(rows).toEqual([{ forgotten: 0 }]);
    await syncReviews();
    expect(await of(dated)).toHaveLength(1);
    await api.database.asSuperuser(`UPDATE assay.clients SET next_review_due_on = $1 WHERE id = $2`, [
      today(),
      dated,
    ]);
    await syncReviews();
    expect(await of(dated)).toMatchObject([{ dueOn: today(), status: 'due' }]);
    expect(await getAlerts(dated)).toMatchObject([
      { type: 'reviewDue', dueAt: endOfDay(today(), 'Pacific/Auckland').toISOString() },
    ]);
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'exited' WHERE id = $1`, [dormant]);
    await syncReviews();
    expect(await of(dormant)).toEqual([]);
    expect(await getAlerts(dormant)).toEqual([]);
  });

  test('require findings and risk, and set the next date by the rules', async () => {
    const id = await addClient(api, a, 'Reviewed', {
      status: 'active',
      risk_level: 'low',
      next_review_due_on: today(),
    });
    await syncReviews();
    const [due] = await of(id);
    const params = { id: due?.id ?? '' };
    const read = async () => (await api.request(readReview, { params }, { as: a.staff })).response;
    const done = { findings: 'Ownership is as it was', riskAfter: 'high' as const };
    const complete = (body: object) =>
      api.request(completeReview, { params, body: body as never }, { as: a.staff });
    expect((await complete({ version: due?.version, ...done })).problem.detail).toContain(
      'Start the review first',
    );
    const cancel = { version: due?.version ?? 0, to: 'cancelled' as const, reason: 'No' };
    const refused = await api.request(transitionReview, { params, body: cancel }, { as: a.staff });
    expect(refused.problem.detail).toContain('cannot be cancelled');
    const begun = (
      await api.request(
        transitionReview,
        { params, body: { version: due?.version ?? 0, to: 'inProgress' } },
        { as: a.staff },
      )
    ).response;
    expect(begun).toMatchObject({ status: 'inProgress', riskBefore: 'low', assignee: { id: a.staff.id } });
    const { latestNext } = await read();
    const later = { version: begun.version, ...done, nextDueOn: addDays(latestNext.high, 1) };
    expect((await complete(later)).problem.fields).toHaveProperty('nextDueOn');
    expect((await complete({ ...later, findings: ' ', nextDueOn: undefined })).problem.fields).toHaveProperty(
      'findings',
    );
    const finished = (await complete({ version: begun.version, ...done })).response;
    expect(finished).toMatchObject({ status: 'completed', riskAfter: 'high', nextDueOn: latestNext.high });
    expect(await of(id)).toMatchObject([{ kind: 'periodic', dueOn: latestNext.high, status: 'scheduled' }]);
    const client = (await api.request(readClient, { params: { id } }, { as: a.staff })).response;
    expect(client.nextReviewDueOn).toBe(latestNext.high);
    const alerts = await getAlerts(id);
    expect(alerts).toMatchObject([{ type: 'other', severity: 'high' }]);
    expect((await complete({ version: finished.version, ...done })).problem.detail).toContain(
      'cannot be changed',
    );
  });

  test('cannot end below the recorded risk, nor with one word at medium or high risk', async () => {
    const id = await addClient(api, a, 'Wordy', {
      status: 'active',
      risk_level: 'high',
      next_review_due_on: today(),
    });
    await syncReviews();
    const [due] = await of(id);
    const params = { id: due?.id ?? '' };
    const begun = (
      await api.request(
        transitionReview,
        { params, body: { version: due?.version ?? 0, to: 'inProgress' } },
        { as: a.staff },
      )
    ).response;
    const complete = (body: { findings: string; riskAfter: 'low' | 'medium' | 'high' }) =>
      api.request(completeReview, { params, body: { version: begun.version, ...body } }, { as: a.staff });
    const lower = (await complete({ findings: 'Nothing has changed', riskAfter: 'low' })).problem;
    expect(lower).toMatchObject({
      status: 422,
      fields: { riskAfter: [expect.stringContaining('Reassess the client')] },
      blockers: [
        { code: 'review.riskBelowRecord', provision: 'NZ s31', fix: { target: 'client.assessments' } },
      ],
    });
    const short = (await complete({ findings: 'Fine', riskAfter: 'high' })).problem;
    expect(short.fields).toEqual({ findings: [expect.stringContaining('One word')] });
    expect((await of(id))[0]).toMatchObject({ status: 'inProgress', version: begun.version });
    const done = await complete({ findings: 'Nothing has changed', riskAfter: 'high' });
    expect(done.response).toMatchObject({ status: 'completed', riskAfter: 'high' });
    // The same level requires no assessment.
    expect(await getAlerts(id)).toEqual([]);
  });

  test.each([
    ['high', 14],
    ['medium', 30],
    ['low', 60],
    [null, 14],
  ] as const)(
    'after a new party of an approved client at risk %s are due in %i days',
    async (level, days) => {
      const id = await addClient(api, a, `Approved ${days}`, {
        status: 'active',
        cdd_status: 'verified',
        cdd_decided_at: api.clock.now().toISOString(),
        risk_level: level,
      });
      const partyClientId = await addClient(api, a, `Attorney ${days}`);
      const body = { partyClientId, roles: ['authorisedRepresentative'] } as never;
      const added = await api.request(addParty, { params: { id }, body }, { as: a.staff });
      expect(added.status, added.text).toBe(201);
      expect(await of(id)).toMatchObject([
        { kind: 'triggered', trigger: 'clientChanged', riskLevel: level, dueOn: addDays(today(), days) },
      ]);
    },
  );

  test('cannot be requested for an ended relationship', async () => {
    const id = await addClient(api, a, 'Over', { status: 'exited' });
    const body = { cause: 'News of a new owner', dueOn: addDays(today(), 3) };
    const asked = await api.request(requestReview, { params: { id }, body }, { as: a.staff });
    expect(asked.problem.fields).toEqual({
      '': ['The relationship with this client has ended, so there is nothing to review.'],
    });
    expect(await of(id)).toEqual([]);
  });

  test('reject changes at a stale version, and any change once closed', async () => {
    const id = await addClient(api, a, 'Guarded', { status: 'active', risk_level: 'low' });
    const asking = { cause: 'News of a new owner', dueOn: addDays(today(), 3) };
    await api.request(requestReview, { params: { id }, body: asking }, { as: a.staff });
    const [asked] = await of(id);
    const params = { id: asked?.id ?? '' };
    const transition = (version: number, to: 'inProgress' | 'cancelled') =>
      api.request(transitionReview, { params, body: { version, to, reason: 'Not needed' } }, { as: a.staff });
    const complete = (version: number) =>
      api.request(
        completeReview,
        { params, body: { version, findings: 'As it was', riskAfter: 'low' } },
        { as: a.staff },
      );
    const version = asked?.version ?? 0;
    for (const { problem } of [await transition(version + 1, 'inProgress'), await complete(version + 1)]) {
      expect(problem).toMatchObject({ code: 'record.versionConflict', current: { id: params.id, version } });
    }
    const cancelled = (await transition(version, 'cancelled')).response;
    expect(cancelled.status).toBe('cancelled');
    for (const { status } of [
      await transition(cancelled.version, 'inProgress'),
      await complete(cancelled.version),
    ]) {
      expect(status).toBe(422);
    }
    const { response } = await api.request(readReview, { params }, { as: a.staff });
    expect(response).toMatchObject({ status: 'cancelled', version: cancelled.version });
  });

  test('are requested out of schedule with a reason, and cancelled with one', async () => {
    const id = await addClient(api, a, 'Asked', { status: 'active' });
    const request = (body: object) =>
      api.request(requestReview, { params: { id }, body: body as never }, { as: a.staff });
    expect((await request({ cause: 'New owner', dueOn: '2020-01-01' })).problem.fields).toHaveProperty(
      'dueOn',
    );
    const asked = (await request({ cause: 'New owner', dueOn: addDays(today(), 3) })).response;
    expect(asked).toMatchObject({ kind: 'triggered', trigger: 'manual', status: 'scheduled' });
    const changeStatus = (body: object) =>
      api.request(transitionReview, { params: { id: asked.id }, body: body as never }, { as: a.staff });
    expect((await changeStatus({ version: asked.version, to: 'cancelled' })).problem.fields).toHaveProperty(
      'reason',
    );
    expect(
      (await changeStatus({ version: asked.version, to: 'cancelled', reason: 'A mistake' })).response.status,
    ).toBe('cancelled');
    expect(await of(id, 'closed')).toHaveLength(1);
  });
});
