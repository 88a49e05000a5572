import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepReviews } from '#api/reviews/keep.ts';
import { listAlerts } from '#contract/alerts.ts';
import { readClient } from '#contract/clients.ts';
import { askForReview, completeReview, listReviews, moveReview, readReview } from '#contract/reviews.ts';
import { addDays, addMonths } from '#rules/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api.ts';
import { addClient } from '../activities/support.ts';

describe('reviews', () => {
  let api: TestApi;
  let a: TestCompany;
  let today: string;
  beforeAll(async () => {
    api = await openTestApi('pglite');
    a = api.companies.a;
    today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(api.clock.now());
  });
  afterAll(() => api.close());

  const keep = () => keepReviews(api.database.db, { now: api.clock.now });
  const of = async (clientId: string, status: 'open' | 'closed' = 'open') =>
    (await api.request(listReviews, { query: { clientId, status } }, { as: a.staff })).answer.items;
  const alertsOf = async (resourceId: string) =>
    (await api.request(listAlerts, { query: { resourceType: 'clients', resourceId } }, { as: a.staff }))
      .answer.items;

  test('nobody whom the company deals with is without one', async () => {
    const dated = await addClient(api, a, 'Dated', {
      status: 'active',
      next_review_due_on: addDays(today, 40),
    });
    const undated = await addClient(api, a, 'Undated', { status: 'active', risk_level: 'high' });
    const dormant = await addClient(api, a, 'Dormant', {
      status: 'dormant',
      relationship_started_on: '2020-01-31',
    });
    const draft = await addClient(api, a, 'Draft');
    await keep();
    expect(await of(dated)).toMatchObject([
      { kind: 'periodic', status: 'scheduled', dueOn: addDays(today, 40) },
    ]);
    expect(await of(undated)).toMatchObject([
      { dueOn: addMonths(today, 12), cause: expect.stringContaining('12 months') },
    ]);
    expect(await of(dormant)).toMatchObject([{ dueOn: '2021-01-31', status: 'overdue' }]);
    expect(await of(draft)).toEqual([]);
    const { rows } = await api.database.asSuperuser(
      `SELECT count(*)::int AS forgotten FROM assay.clients c WHERE c.status IN ('active', 'dormant')
         AND NOT EXISTS (SELECT FROM assay.reviews r WHERE r.client_id = c.id AND r.status NOT IN ('completed', 'cancelled'))`,
    );
    expect(rows).toEqual([{ forgotten: 0 }]);
    await keep();
    expect(await of(dated)).toHaveLength(1);
    await api.database.asSuperuser(`UPDATE assay.clients SET next_review_due_on = $1 WHERE id = $2`, [
      today,
      dated,
    ]);
    await keep();
    expect(await of(dated)).toMatchObject([{ dueOn: today, status: 'due' }]);
    expect(await alertsOf(dated)).toMatchObject([{ type: 'reviewDue' }]);
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'exited' WHERE id = $1`, [dormant]);
    await keep();
    expect(await of(dormant)).toEqual([]);
    expect(await alertsOf(dormant)).toEqual([]);
  });

  test('record findings and risk, set the next day by the rules, and are refused without', async () => {
    const id = await addClient(api, a, 'Reviewed', {
      status: 'active',
      risk_level: 'low',
      next_review_due_on: today,
    });
    await keep();
    const [due] = await of(id);
    const params = { id: due?.id ?? '' };
    const read = async () => (await api.request(readReview, { params }, { as: a.staff })).answer;
    const done = { findings: 'Ownership is as it was', riskAfter: 'high' as const };
    const complete = (body: object) =>
      api.request(completeReview, { params, body: body as never }, { as: a.staff });
    expect((await complete({ version: due?.version, ...done })).problem.detail).toContain(
      'Start the review first',
    );
    const cancel = { version: due?.version ?? 0, to: 'cancelled' as const, reason: 'No' };
    const refused = await api.request(moveReview, { params, body: cancel }, { as: a.staff });
    expect(refused.problem.detail).toContain('cannot be cancelled');
    const begun = (
      await api.request(
        moveReview,
        { params, body: { version: due?.version ?? 0, to: 'inProgress' } },
        { as: a.staff },
      )
    ).answer;
    expect(begun).toMatchObject({ status: 'inProgress', riskBefore: 'low', assignee: { id: a.staff.id } });
    const { latestNext } = await read();
    const later = { version: begun.version, ...done, nextDueOn: addDays(latestNext.high, 1) };
    expect((await complete(later)).problem.fields).toHaveProperty('nextDueOn');
    expect((await complete({ ...later, findings: ' ', nextDueOn: undefined })).problem.fields).toHaveProperty(
      'findings',
    );
    const finished = (await complete({ version: begun.version, ...done })).answer;
    expect(finished).toMatchObject({ status: 'completed', riskAfter: 'high', nextDueOn: latestNext.high });
    expect(await of(id)).toMatchObject([{ kind: 'periodic', dueOn: latestNext.high, status: 'scheduled' }]);
    const client = (await api.request(readClient, { params: { id } }, { as: a.staff })).answer;
    expect(client.nextReviewDueOn).toBe(latestNext.high);
    const alerts = await alertsOf(id);
    expect(alerts).toMatchObject([{ type: 'other', severity: 'high' }]);
    expect((await complete({ version: finished.version, ...done })).problem.detail).toContain(
      'kept as it was',
    );
  });

  test('are asked for out of turn with a reason, and cancelled with one', async () => {
    const id = await addClient(api, a, 'Asked', { status: 'active' });
    const ask = (body: object) =>
      api.request(askForReview, { params: { id }, body: body as never }, { as: a.staff });
    expect((await ask({ cause: 'New owner', dueOn: '2020-01-01' })).problem.fields).toHaveProperty('dueOn');
    const asked = (await ask({ cause: 'New owner', dueOn: addDays(today, 3) })).answer;
    expect(asked).toMatchObject({ kind: 'triggered', trigger: 'manual', status: 'scheduled' });
    const move = (body: object) =>
      api.request(moveReview, { params: { id: asked.id }, body: body as never }, { as: a.staff });
    expect((await move({ version: asked.version, to: 'cancelled' })).problem.fields).toHaveProperty('reason');
    expect((await move({ version: asked.version, to: 'cancelled', reason: 'A mistake' })).answer.status).toBe(
      'cancelled',
    );
    expect(await of(id, 'closed')).toHaveLength(1);
  });
});
