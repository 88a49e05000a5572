import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assessment, saveAssessment } from '#contract/risk/assessments.ts';
import { changeTemplate, saveTemplateDraft, type Template } from '#contract/risk/risk-templates.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  approvedAssessment,
  decide,
  draftTemplate,
  publish,
  publishedTemplate,
  type SentAnswers,
  type SentDecision,
  sampleAnswers,
  sampleClient,
  sampleContent,
  sampleQuestion,
  sendAssessment,
} from '#tests/support/api/risk.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';

describe('guards of risk assessments', () => {
  let test: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let template: Template;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
    a = test.companies.a;
    officer = await test.addMember(a.id, { designations: ['complianceOfficer'] });
    template = await publishedTemplate(test, officer, { content: sampleContent() });
  });
  afterAll(() => test?.close());

  const newClient = async () => (await sampleClient(test, a.owner)).id;
  const archive = (clientId: string) =>
    test.database.asSuperuser(`UPDATE assay.clients SET status = 'archived' WHERE id = $1`, [clientId]);
  const drafted = async (clientId: string) =>
    (await sendAssessment(test, a.staff, { clientId, template, submit: false })).response;
  const save = ({ id, version }: Assessment, answers: SentAnswers = sampleAnswers({ q: 'low' })) =>
    test.request(saveAssessment, { params: { id }, body: { version, answers } }, { as: a.staff });
  const getOverride = ({ version }: Assessment): SentDecision => ({
    decision: 'override',
    version,
    level: 'high',
    reasonCode: 'riskNotCovered',
    reason: 'In a trade that the questions do not ask about',
    expiresOn: addDays(testDay('Pacific/Auckland', test.clock.now()), 90),
  });

  it('reject every change for an archived client', async () => {
    const closed = 'This client is archived. No new risk assessments can be started.';
    const [withDraft, inForce] = [await newClient(), await newClient()];
    const draft = await drafted(withDraft);
    const approved = await approvedAssessment(test, officer, { clientId: inForce, template });
    for (const id of [withDraft, inForce]) await archive(id);
    const begun = await sendAssessment(test, a.staff, { clientId: withDraft, template, submit: false });
    const refused = [
      begun,
      await save(draft),
      await decide(test, officer, approved, getOverride(approved)),
      await decide(test, officer, approved, {
        decision: 'void',
        version: approved.version,
        reason: 'Of another client',
      }),
    ];
    expect(refused.map(({ status, problem }) => [status, problem?.fields])).toEqual(
      refused.map(() => [422, { '': [closed] }]),
    );
  });

  it('reject overriding, or removing an override, in a draft or a returned assessment', async () => {
    const draft = await drafted(await newClient());
    const { response: sent } = await sendAssessment(test, a.staff, { clientId: await newClient(), template });
    const returned = await decide(test, officer, sent, {
      decision: 'return',
      version: sent.version,
      reason: 'Say more about it',
    });
    for (const item of [draft, returned.response]) {
      for (const body of [getOverride(item), { decision: 'liftOverride' as const, version: item.version }]) {
        const { problem } = await decide(test, officer, item, body);
        expect(problem.fields?.['']?.[0]).toContain(
          'A level is overridden once it is submitted or approved.',
        );
      }
    }
  });

  it('reject a return without permission to approve', async () => {
    const company = await test.addCompany('Returned Sample Limited');
    const own = await publishedTemplate(test, company.owner, { content: sampleContent() });
    await test.database.asSuperuser(
      `UPDATE assay.companies SET policy = policy || '{"fourEyes": "always"}' WHERE id = $1`,
      [company.id],
    );
    const { id: clientId } = await sampleClient(test, company.staff);
    const { response: sent } = await sendAssessment(test, company.staff, { clientId, template: own });
    const returning = { decision: 'return' as const, version: sent.version, reason: 'Say more about it' };
    expect((await decide(test, company.staff, sent, returning)).problem.code).toBe('role.forbidden');
    expect((await decide(test, company.owner, sent, returning)).response.status).toBe('returned');
  });

  it('reject a replaced version, or an archived template, for a new assessment', async () => {
    const first = await publishedTemplate(test, officer, { content: sampleContent(), name: 'Replaced' });
    const content = sampleContent([
      sampleQuestion('q'),
      sampleQuestion('more', { required: false, weight: 0 }),
    ]);
    const saved = await test.request(
      saveTemplateDraft,
      { params: { id: first.id }, body: { version: first.version, name: 'Replaced', content } },
      { as: officer },
    );
    const second = await publish(test, officer, saved.response);
    const clientId = await newClient();
    const send = (item: Template) => sendAssessment(test, a.staff, { clientId, template: item });
    const replaced = [expect.stringContaining('This template version has been replaced or archived.')];
    expect((await send(first)).problem.fields?.templateVersionId).toEqual(replaced);
    const started = await send(second);
    expect(started.status).toBe(201);
    const archived = await test.request(
      changeTemplate,
      { params: { id: second.id }, body: { version: second.version, change: 'archive' } },
      { as: officer },
    );
    expect(archived.status).toBe(200);
    expect((await send(second)).problem.fields?.templateVersionId).toEqual(replaced);
    // The assessment that was made with it is unaffected.
    const approval = { decision: 'approve' as const, version: started.response.version };
    expect((await decide(test, officer, started.response, approval)).response.status).toBe('approved');
  });

  it('reject a template’s draft, or an activity template, for a client', async () => {
    const draft = await draftTemplate(test, officer, { name: 'Unpublished' });
    const ofActivities = await publishedTemplate(test, officer, {
      name: 'Of activities',
      resourceType: 'activities',
    });
    const clientId = await newClient();
    for (const unusable of [draft, ofActivities]) {
      const { problem } = await sendAssessment(test, a.staff, { clientId, template: unusable });
      expect(problem.fields?.templateVersionId).toEqual(['Select a published template']);
    }
  });

  it('create a draft with one answer per existing question', async () => {
    const clientId = await newClient();
    const begin = (answers: SentAnswers) =>
      sendAssessment(test, a.staff, { clientId, template, submit: false }, answers);
    const low = sampleAnswers({ q: 'low' });
    expect((await begin([...low, ...sampleAnswers({ q: 'medium' })])).problem.fields).toEqual({
      'answers.q': ['This question is answered twice. Remove one of the answers.'],
    });
    expect((await begin([...low, ...sampleAnswers({ gone: 'low' })])).problem.fields).toEqual({
      'answers.gone': ['The template has no question “gone”. Remove this answer.'],
    });
  });

  it('reject an answer to an unknown question when a draft is saved', async () => {
    const draft = await drafted(await newClient());
    const { problem } = await save(draft, sampleAnswers({ q: 'low', gone: 'low' }));
    expect(problem.fields).toEqual({
      'answers.gone': ['The template has no question “gone”. Remove this answer.'],
    });
  });
});
