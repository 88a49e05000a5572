import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readActivityHistory } from '#contract/activities.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { createAssessment, decideAssessment, saveAssessment } from '#contract/risk/assessments.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { getDiligence, verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { publishedTemplate, sampleAnswers, sampleContent, sampleQuestion } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { changeAccess } from '../../records/team/support.ts';
import {
  type ActivityForm,
  addAssessment,
  create,
  fullForm,
  move,
  read,
  transitionThrough,
  update,
} from './support.ts';

/*
 * Decisions about an activity and the facts that they relied on. Tried beside what is asserted: every field of the form one by one; by the owner,
 * staff and the officer; the edit before submission, between submission and approval, and after approval; before review, in review and on hold; parties
 * in another order, and a value that is set back.
 */
describe.each(testEngines)('decisions about an activity whose facts change on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let senior: TestPerson;
  let template: Template;
  let customer: string;

  const levels = ['low', 'medium', 'high'].map((key, index) => ({ key, label: key, score: index * 50 }));

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    senior = await api.addMember(a.id, { designations: ['seniorManager'] });
    customer = await verifiedIndividual(api, a, 'Steady');
    template = await publishedTemplate(api, officer, {
      resourceType: 'activities',
      content: sampleContent([
        sampleQuestion('q'),
        sampleQuestion('clientRisk', { prefill: 'activity.customerRiskLevel', options: levels }),
      ]),
    });
  });
  afterAll(() => api.close());

  const target = (id: string) => ({ resourceType: 'activities' as const, resourceId: id });
  const answers = sampleAnswers({ q: 'low', clientRisk: 'low' });
  const assess = async (id: string, submit = true) => {
    const body = { templateVersionId: template.shown.id, answers, submit };
    return (await api.request(createAssessment, { params: target(id), body }, { as: a.staff })).response;
  };
  const approve = ({ id, version }: { id: string; version: number }) =>
    api.request(
      decideAssessment,
      { params: { id }, body: { decision: 'approve', version } },
      { as: officer },
    );

  const form = (more: Partial<ActivityForm> = {}) =>
    fullForm(customer, { maxTransactionValue: 100_000, ...more });
  /** An activity in review, assessed by commands, approved as its outcome. */
  const decided = async () => {
    const { id } = await create(api, a.staff, form());
    expect((await approve(await assess(id))).status).toBe(200);
    await transitionThrough(api, a.staff, id, ['inProgress', 'inReview']);
    await move(api, a.staff, id, { move: 'outcome', outcome: 'approved' });
    const activity = await read(api, a.staff, id);
    expect(activity.checklist).toEqual([]);
    return activity;
  };
  const codes = async (id: string) => (await read(api, a.staff, id)).checklist.map(({ code }) => code);

  test.each<[string, Partial<ActivityForm>]>([
    ['value', { maxTransactionValue: 990_000_000 }],
    ['currency', { currency: 'AUD' }],
    ['cash', { cashExpected: true }],
    ['countries', { fundsCountries: ['IRN', 'PRK'] }],
    ['source of funds', { sourceOfFunds: 'A gift from abroad' }],
    ['service', { capturedActivityNz: 'nz.a1' }],
    ['note on the service', { capturedService: 'A trust' }],
    ['type', { activityType: 'transaction' }],
    ['nature', { nature: 'Another house' }],
    ['purpose', { purpose: 'To let it' }],
    [
      'address',
      {
        address: {
          addressLine1: '9 Else Street',
          state: 'Otaki',
          postcode: '5512',
          countryCode: 'NZL',
        } as ActivityForm['address'],
      },
    ],
  ])('a changed %s outdates the assessment and withdraws the outcome', async (_, more) => {
    const activity = await decided();
    const { response: changed } = await update(api, a.staff, activity, form(more));
    expect(changed.outcome).toBeNull();
    expect(changed.checklist.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['activity.assessmentOutdated', 'activity.outcomeMissing']),
    );
    // A new outcome alone completes nothing.
    await move(api, officer, activity.id, { move: 'outcome', outcome: 'approved' });
    const { problem } = await move(api, a.owner, activity.id, { move: 'to', to: 'completed' });
    expect([problem.status, problem.blockers?.[0]?.code]).toEqual([422, 'activity.assessmentOutdated']);
  });

  test('another customer or capacity does so too, by who may grant exceptions', async () => {
    const other = await verifiedIndividual(api, a, 'Elsewhere');
    const both = await decided();
    const added = form({
      parties: [
        { clientId: customer, capacity: 'customer' },
        { clientId: other, capacity: 'otherParty' },
      ],
    });
    const { response: changed } = await update(api, a.staff, both, added);
    expect([changed.outcome, await codes(both.id)]).toEqual([
      null,
      ['activity.assessmentOutdated', 'activity.outcomeMissing'],
    ]);
  });

  test('what decides nothing outdates nothing, and neither does the order of entry', async () => {
    const other = await verifiedIndividual(api, a, 'Neighbour');
    const parties: ActivityForm['parties'] = [
      { clientId: customer, capacity: 'customer' },
      { clientId: other, capacity: 'onBehalfOf' },
    ];
    const { id } = await create(api, a.staff, form({ parties, fundsCountries: ['NZL', 'AUS'] }));
    await approve(await assess(id));
    await transitionThrough(api, a.staff, id, ['inProgress', 'inReview']);
    await move(api, a.staff, id, { move: 'outcome', outcome: 'approved' });
    const { response: changed } = await update(
      api,
      a.staff,
      await read(api, a.staff, id),
      form({
        name: 'Renamed',
        externalId: 'X-1',
        settlementOn: '2027-01-20',
        parties: parties.toReversed(),
        fundsCountries: ['AUS', 'NZL'],
      }),
    );
    expect([changed.outcome, changed.checklist]).toEqual(['approved', []]);
  });

  test('a value set back is the one assessed, and the withdrawn outcome stays withdrawn', async () => {
    const activity = await decided();
    const { response: changed } = await update(
      api,
      a.staff,
      activity,
      form({ maxTransactionValue: 990_000_000 }),
    );
    await update(api, a.staff, changed, form());
    expect(await codes(activity.id)).toEqual(['activity.outcomeMissing']);
  });

  test('an edit between submission and approval keeps the assessment from being approved', async () => {
    const activity = await create(api, a.staff, form());
    const sent = await assess(activity.id);
    await update(api, a.staff, activity, form({ cashExpected: true }));
    const { problem } = await approve(sent);
    expect(problem.blockers?.map(({ code, text }) => [code, text])).toEqual([
      [
        'assessment.outdated',
        'The record changed after these answers were saved. Changed since: Cash expected. Return it, so that it is assessed again.',
      ],
    ]);
  });

  test('answers of a draft are checked and saved again before they are submitted', async () => {
    const activity = await create(api, a.staff, form());
    const draft = await assess(activity.id, false);
    await update(api, a.staff, activity, form({ fundsCountries: ['PRK'] }));
    const save = (version: number, submit: boolean) =>
      api.request(
        saveAssessment,
        { params: { id: draft.id }, body: { version, answers, submit } },
        { as: a.staff },
      );
    expect((await save(draft.version, true)).problem.fields?.['']?.[0]).toContain(
      'Changed since: Countries of the funds.',
    );
    const saved = (await save(draft.version, false)).response;
    expect((await save(saved.version, true)).status).toBe(200);
  });

  test('a customer’s risk that the template reads outdates the assessment', async () => {
    const rising = await verifiedIndividual(api, a, 'Rising');
    const level = (to: string) =>
      api.database.asSuperuser('UPDATE assay.clients SET risk_level = $1 WHERE id = $2', [to, rising]);
    await level('low');
    const { id } = await create(api, a.staff, fullForm(rising));
    await approve(await assess(id));
    await level('high');
    expect((await read(api, a.staff, id)).checklist).toContainEqual(
      expect.objectContaining({
        code: 'activity.assessmentOutdated',
        text: expect.stringContaining('Changed since:'),
      }),
    );
  });

  test('a senior manager’s approval and an outcome count for the facts that they read, whatever wrote the change', async () => {
    const activity = await decided();
    await move(api, senior, activity.id, { move: 'seniorApproval' });
    // As a merge, a migration or any later command might change it.
    await api.database.asSuperuser(
      'UPDATE assay.activities SET max_transaction_value = 1, risk_level = $1 WHERE id = $2',
      ['high', activity.id],
    );
    await api.database.asSuperuser(
      `UPDATE assay.risk_assessments SET final_level = 'high' WHERE resource_id = $1`,
      [activity.id],
    );
    const { checklist, seniorApproval } = await read(api, a.staff, activity.id);
    expect(seniorApproval?.by.id).toBe(senior.id);
    expect(checklist.map(({ code }) => code)).toEqual([
      'activity.assessmentOutdated',
      'activity.outcomeMissing',
      'activity.seniorManagerMissing',
    ]);
    expect(checklist[1]?.text).toBe(
      'The outcome is outdated. Changed since: Maximum transaction value. Set it again.',
    );
    // Both can be made again, for the present facts.
    expect((await move(api, senior, activity.id, { move: 'seniorApproval' })).status).toBe(200);
    expect((await move(api, a.staff, activity.id, { move: 'outcome', outcome: 'approved' })).status).toBe(
      200,
    );
    expect(await codes(activity.id)).toEqual(['activity.assessmentOutdated']);
  });

  test('a senior manager approves an activity after a PEP among the customers was found, and for them', async () => {
    const exposed = await verifiedIndividual(api, a, 'Elected');
    const { id } = await create(api, a.staff, fullForm(exposed));
    const isMissing = async () => (await codes(id)).includes('activity.seniorManagerMissing');
    const find = async (pepStatus: string, more: object = {}) => {
      const { version } = await getDiligence(api, a.staff, exposed);
      const body = {
        subject: 'politicalExposure',
        pepStatus,
        basis: 'Their government’s site',
        version,
        ...more,
      };
      const input = { params: { id: exposed }, body: body as never };
      expect((await api.request(recordFinding, input, { as: a.staff })).status).toBe(200);
    };
    // Approved before: it says nothing about the PEP.
    expect((await move(api, senior, id, { move: 'seniorApproval' })).status).toBe(200);
    expect(await isMissing()).toBe(false);
    await find('foreign');
    expect(await isMissing()).toBe(true);
    expect((await move(api, officer, id, { move: 'seniorApproval' })).problem.code).toBe('role.forbidden');
    expect((await move(api, senior, id, { move: 'seniorApproval' })).status).toBe(200);
    expect(await isMissing()).toBe(false);
    // A designation that ends afterwards changes nothing; another office does.
    await changeAccess(api, a, senior, { designations: [] });
    expect(await isMissing()).toBe(false);
    expect((await move(api, senior, id, { move: 'seniorApproval' })).problem.code).toBe('role.forbidden');
    await find('foreign', { officeCountry: 'FJI' });
    expect(await isMissing()).toBe(true);
    await changeAccess(api, a, senior, { designations: ['seniorManager'] });
  });

  test('an assessment of which it is not on record what it relied on counts as outdated', async () => {
    const { id } = await create(api, a.staff, form());
    await addAssessment(api, a, { type: 'activities', id }, { status: 'approved' });
    await api.database.asSuperuser(
      'UPDATE assay.risk_assessments SET relied_on = NULL WHERE resource_id = $1',
      [id],
    );
    expect((await read(api, a.staff, id)).checklist[0]?.text).toContain(
      'The details that it relied on are not on record.',
    );
  });

  test('the audit trail tells what was withdrawn, what became outdated, and by which change', async () => {
    const activity = await decided();
    await update(api, a.staff, activity, form({ cashExpected: true }));
    const history = await api.request(
      readActivityHistory,
      { params: { id: activity.id }, query: {} },
      { as: a.auditor },
    );
    const edit = history.response.events.find(({ action }) => action === 'activity.updated');
    expect(edit?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'outcome', before: 'Approved', after: null }),
      ]),
    );
    const events = await api.database.asSuperuser(
      `SELECT resource_id FROM assay.audit_events WHERE action = 'riskAssessment.outdated' AND resource_id = $1`,
      [activity.currentAssessmentId],
    );
    expect(events.rows).toEqual([{ resource_id: activity.currentAssessmentId }]);
  });
});
