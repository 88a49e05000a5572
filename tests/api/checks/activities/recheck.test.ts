import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectRechecks } from '#api/checks/evidence-gaps/rechecks-store.ts';
import { recordRechecks } from '#api/checks/evidence-gaps/record-rechecks.ts';
import { dailyJobs, type JobDeps } from '#api/jobs/daily-jobs.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { readActivityHistory } from '#contract/activities.ts';
import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import { createAssessment, decideAssessment } from '#contract/risk/assessments.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import type { RecheckCause } from '#rules/activities/activity-recheck.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { publishedTemplate, sampleAnswers, sampleContent, sampleQuestion } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import {
  type ActivityForm,
  addClient,
  create,
  fullForm,
  move,
  read,
  transitionThrough,
  update,
} from './support.ts';

describe.each(testEngines)('activities to recheck on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let template: Template;
  let customer: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    customer = await verifiedIndividual(api, a, 'Steady');
    template = await publishedTemplate(api, officer, {
      resourceType: 'activities',
      content: sampleContent([sampleQuestion('q')]),
    });
  });
  afterAll(() => api.close());

  const form = (more: Partial<ActivityForm> = {}) =>
    fullForm(customer, { maxTransactionValue: 100_000, ...more });
  const assess = async (id: string) => {
    const body = { templateVersionId: template.shown.id, answers: sampleAnswers({ q: 'low' }), submit: true };
    const { response } = await api.request(
      createAssessment,
      { params: { resourceType: 'activities', resourceId: id }, body },
      { as: a.staff },
    );
    return api.request(
      decideAssessment,
      { params: { id: response.id }, body: { decision: 'approve', version: response.version } },
      { as: officer },
    );
  };
  const started = async () => {
    const { id } = await create(api, a.staff, form());
    expect((await assess(id)).status).toBe(200);
    return transitionThrough(api, a.staff, id, ['inProgress']);
  };
  /** Completed work, or of another status, as an upgrade leaves it. */
  const found = async (company: TestCompany, causes: readonly RecheckCause[], columns = '') => {
    const { id } = await create(api, company.owner, form({ parties: [] }));
    await api.database.asSuperuser(
      `UPDATE assay.activities SET status = 'completed', completed_at = created_at, snapshot_hash = 'h', recheck_causes = $2,
         recheck_due_at = created_at, recheck_unrecorded = true ${columns} WHERE id = $1`,
      [id, causes],
    );
    return id;
  };
  const list = async (company: TestCompany, query: { activitiesCursor?: string; limit?: number } = {}) =>
    (await api.request(listEvidenceGaps, { query }, { as: company.staff })).response.activities;
  const history = async (id: string) =>
    (await api.request(readActivityHistory, { params: { id }, query: {} }, { as: a.staff })).response.events;
  const record = (id: string, as: TestPerson, reason = 'Looked at the file: the delay was justified') =>
    move(api, as, id, { move: 'recheck', reason });

  test('are due by a change after the assessment was approved, until it is approved again', async () => {
    const activity = await started();
    expect(activity.recheck).toBeNull();
    const { response: renamed } = await update(api, a.staff, activity, form({ name: 'Renamed' }));
    expect(renamed.recheck).toBeNull();
    const { response: changed } = await update(api, a.staff, renamed, form({ cashExpected: true }));
    expect(changed).toMatchObject({
      status: 'inProgress',
      recheck: { causes: ['factsChanged'], mayRecord: false },
    });
    expect((await history(activity.id))[0]).toMatchObject({ action: 'activity.recheckDue' });
    const refused = await record(activity.id, officer);
    expect([refused.status, refused.problem.blockers?.[0]?.code]).toEqual([
      422,
      'activity.assessmentOutdated',
    ]);
    expect((await assess(activity.id)).status).toBe(200);
    expect((await read(api, a.staff, activity.id)).recheck).toBeNull();
    expect((await history(activity.id))[0]).toMatchObject({ action: 'activity.rechecked' });
  });

  test('are not due once the change is set back, or before work starts', async () => {
    const activity = await started();
    const { response: changed } = await update(api, a.staff, activity, form({ cashExpected: true }));
    expect(changed.recheck?.causes).toEqual(['factsChanged']);
    const { response: restored } = await update(api, a.staff, changed, form());
    expect(restored.recheck).toBeNull();
    const { id } = await create(api, a.staff, form());
    await assess(id);
    const { response: waiting } = await update(
      api,
      a.staff,
      await read(api, a.staff, id),
      form({ cashExpected: true }),
    );
    expect(waiting.recheck).toBeNull();
  });

  test('end by completion, by cancelling, and of an unapproved delay by its approval', async () => {
    const completed = await started();
    await transitionThrough(api, a.staff, completed.id, ['inReview']);
    await move(api, a.staff, completed.id, { move: 'outcome', outcome: 'approved' });
    const due = (id: string, cause: RecheckCause) =>
      api.database.asSuperuser(
        'UPDATE assay.activities SET recheck_causes = $2, recheck_due_at = created_at WHERE id = $1',
        [id, [cause]],
      );
    await due(completed.id, 'delayMoved');
    const done = await transitionThrough(api, a.staff, completed.id, ['completed']);
    expect(done).toMatchObject({ status: 'completed', recheck: null });
    const cancelled = await started();
    await due(cancelled.id, 'delayMoved');
    expect((await transitionThrough(api, a.staff, cancelled.id, ['onHold'])).recheck?.causes).toEqual([
      'delayMoved',
    ]);
    expect((await transitionThrough(api, a.staff, cancelled.id, ['cancelled'])).recheck).toBeNull();
    const { id } = await create(
      api,
      a.staff,
      form({
        delayedCddBasis: 'relationship',
        delayedCddGround: 'The settlement can not wait',
        delayedCddRiskLimits: 'A known customer',
        serviceStartedOn: api.clock.now().toISOString().slice(0, 10),
        delayedCddDueOn: api.clock.now().toISOString().slice(0, 10),
      }),
    );
    await api.database.asSuperuser(
      `UPDATE assay.activities SET recheck_causes = '{delayNotApproved,delayMoved}', recheck_due_at = created_at WHERE id = $1`,
      [id],
    );
    const { response: approved } = await move(api, officer, id, { move: 'delayApproval' });
    expect(approved.recheck?.causes).toEqual(['delayMoved']);
  });

  test('of completed work are recorded as rechecked by who may grant exceptions, with a reason', async () => {
    const id = await found(a, ['delayMoved', 'delayNotApproved']);
    expect((await read(api, a.staff, id)).recheck).toMatchObject({
      causes: ['delayNotApproved', 'delayMoved'],
      mayRecord: false,
      blockers: [],
    });
    expect((await read(api, officer, id)).recheck?.mayRecord).toBe(true);
    expect((await record(id, a.staff)).problem.code).toBe('role.forbidden');
    expect((await record(id, officer, '  ')).problem.fields).toEqual({ reason: [expect.any(String)] });
    const { version } = await read(api, officer, id);
    const { response } = await record(id, officer);
    expect(response).toMatchObject({ status: 'completed', recheck: null, version: version + 1 });
    const [event] = await history(id);
    expect(event).toMatchObject({ action: 'activity.rechecked' });
    expect(event?.changes).toEqual([
      {
        field: 'reason',
        before: null,
        after: 'Looked at the file: the delay was justified',
      },
      {
        field: 'recheck',
        before:
          'It relies on a delay of CDD that was never approved. A day of its delayed CDD was moved to a later one.',
        after: null,
      },
    ]);
    const again = await record(id, officer);
    expect([again.status, again.problem.fields?.['']]).toEqual([422, [expect.stringContaining('not due')]]);
  });

  test('are listed by risk, page by page, for their own company alone', async () => {
    const company = await api.addCompany('Rechecked Limited', { billingCountryCode: 'NZL' });
    const low = await found(company, ['delayMoved'], `, risk_level = 'low'`);
    const none = await found(company, ['delayMoved']);
    const high = await found(company, ['factsChanged', 'delayMoved'], `, risk_level = 'high'`);
    const medium = await found(company, ['delayMoved'], `, risk_level = 'medium'`);
    await create(api, company.owner, form({ parties: [] }));
    const all = await list(company);
    expect(all.items.map(({ activityId }) => activityId)).toEqual([high, medium, none, low]);
    expect(all).toMatchObject({ total: { count: 4, capped: false }, nextCursor: null });
    expect(all.items[0]).toMatchObject({
      reference: expect.stringMatching(/^A-/),
      status: 'completed',
      riskLevel: 'high',
      causes: ['delayMoved', 'factsChanged'],
      responsibleName: null,
    });
    const one = await list(company, { limit: 3 });
    const two = await list(company, { limit: 3, activitiesCursor: one.nextCursor ?? '' });
    expect(two.items.map(({ activityId }) => activityId)).toEqual([low]);
    expect((await list(company, { limit: 3, activitiesCursor: two.previousCursor ?? '' })).items).toEqual(
      one.items,
    );
    const wrong = await api.request(
      listEvidenceGaps,
      { query: { activitiesCursor: 'x' } },
      { as: company.staff },
    );
    expect(wrong.problem).toMatchObject({ status: 422, fields: { activitiesCursor: [expect.any(String)] } });
    expect((await list(api.companies.b)).items).toEqual([]);
  });

  test('are paged apart from the clients to approve again, in one response', async () => {
    const company = await api.addCompany('Two Lists Limited', { billingCountryCode: 'NZL' });
    const both = async (query: Parameters<typeof api.request<typeof listEvidenceGaps>>[1]['query']) => {
      const { response } = await api.request(
        listEvidenceGaps,
        { query: { ...query, limit: 1 } },
        { as: company.staff },
      );
      const { clients, activities } = response;
      return {
        ids: [
          clients.items.map(({ clientId }) => clientId),
          activities.items.map(({ activityId }) => activityId),
        ],
        totals: [clients.total.count, activities.total.count],
        clientsCursor: clients.nextCursor ?? '',
        activitiesCursor: activities.nextCursor ?? '',
      };
    };
    const client = (name: string, risk_level: string) =>
      addClient(api, company, name, { status: 'active', risk_level });
    const clients = [await client('Highson', 'high'), await client('Lowson', 'low')];
    const activities = [
      await found(company, ['delayMoved'], `, risk_level = 'high'`),
      await found(company, ['delayMoved'], `, risk_level = 'low'`),
    ];
    const first = await both({});
    expect(first).toMatchObject({ ids: [[clients[0]], [activities[0]]], totals: [2, 2] });
    const { clientsCursor, activitiesCursor } = first;
    expect((await both({ clientsCursor })).ids).toEqual([[clients[1]], [activities[0]]]);
    expect((await both({ activitiesCursor })).ids).toEqual([[clients[0]], [activities[1]]]);
    expect((await both({ clientsCursor, activitiesCursor })).ids).toEqual([[clients[1]], [activities[1]]]);
    const crossed = { query: { clientsCursor: activitiesCursor, activitiesCursor: clientsCursor } };
    const { problem } = await api.request(listEvidenceGaps, crossed, { as: company.staff });
    expect(problem).toMatchObject({ status: 422, fields: { clientsCursor: [expect.any(String)] } });
  });

  test('found by an upgrade are noted in the audit log once, by a daily job, with the reason', async () => {
    const step = { now: api.clock.now, job: 'sweep-approved-clients' };
    await recordRechecks(api.database.db, step);
    const id = await found(a, ['delayMoved', 'factsChanged']);
    const job = dailyJobs.find(({ name }) => name === step.job);
    expect(await job?.run({ db: api.database.db, now: api.clock.now } as JobDeps)).toMatchObject({
      recorded: 1,
    });
    const [event] = await history(id);
    const reason =
      'A day of its delayed CDD was moved to a later one. Details were changed after the risk assessment was approved.';
    expect(event).toMatchObject({
      action: 'activity.recheckDue',
      actorName: 'Assay',
    });
    expect(event?.changes).toContainEqual({ field: 'recheck', before: null, after: reason });
    expect(await recordRechecks(api.database.db, step)).toEqual({ recorded: 0 });
    expect((await history(id)).filter(({ action }) => action === 'activity.recheckDue')).toHaveLength(1);
    expect((await read(api, a.staff, id)).recheck?.causes).toEqual(['delayMoved', 'factsChanged']);
  });

  test('are found by their index among many activities', async () => {
    const other = await found(a, ['delayMoved']);
    await api.database.asSuperuser(
      `INSERT INTO assay.activities (company_id, id, reference, name, search_text, activity_type, status, currency, cash_expected,
         funds_countries, recheck_causes, recheck_due_at, created_at, created_by, updated_at, updated_by)
       SELECT a.company_id, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'B-' || n, a.name, a.search_text,
              a.activity_type, 'toDo', a.currency, false, '{}', CASE WHEN n % 100 > 0 THEN '{}' ELSE a.recheck_causes END,
              CASE WHEN n % 100 = 0 THEN a.recheck_due_at END, a.created_at, a.created_by, a.updated_at, a.updated_by
         FROM assay.activities a, generate_series(1, 4000) AS n WHERE a.id = $1`,
      [other],
    );
    await api.database.asSuperuser('ANALYZE assay.activities');
    const plan = await asTenant(api.database.db, a.id, async (trx) => {
      const place = { rank: 3, id: other, backward: false };
      const { sql, parameters } = selectRechecks({ place, limit: 26 }).compile(trx);
      const query = CompiledQuery.raw(`EXPLAIN ${sql}`, [...parameters]);
      const { rows } = await trx.executeQuery<Record<string, string>>(query);
      return rows.flatMap((row) => Object.values(row)).join('\n');
    });
    expect(plan).toMatch(/Index Scan using activities_to_recheck on/);
    expect(plan).toMatch(/Index Cond: .*ROW\(/);
    expect(plan).not.toContain('Seq Scan on activities');
    expect((await list(a)).total.count).toBeGreaterThanOrEqual(40);
  });
});
