import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transitionActivity } from '#contract/activities.ts';
import {
  decideBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import { transitionClient } from '#contract/cdd/cdd.ts';
import { changeMember } from '#contract/company/members.ts';
import {
  approveVerificationException,
  decideVerification,
  runVerificationChecks,
} from '#contract/individual-verifications/individual-verifications.ts';
import { saveAssessment } from '#contract/risk/assessments.ts';
import { completeReview, requestReview, transitionReview } from '#contract/risk/reviews.ts';
import { publishTemplate } from '#contract/risk/risk-templates.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { getProvisionKind } from '#rules/legal-provisions.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { getDiligence } from '#tests/support/api/due-diligence.ts';
import {
  approvedAssessment,
  decide,
  draftTemplate,
  publishedTemplate,
  sampleAnswers,
  sampleClient,
  sampleContent,
  sampleQuestion,
  sendAssessment,
} from '#tests/support/api/risk.ts';
import { exceptionRecord, getAction, personToVerify, started } from '#tests/support/api/verifications.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { businessForm, create as createRecord } from '../records/clients/support.ts';
import { addClient, create, fullForm, read } from './activities/support.ts';

describe('the blockers of a rejected transition', () => {
  let api: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    company = api.companies.a;
  });
  afterAll(() => api?.close());

  /** A 422 has the blockers of the record as read, each with a provision. */
  function expectSame(
    shown: readonly Blocker[] | undefined,
    problem: { status?: number; blockers?: unknown },
  ) {
    expect(problem.status).toBe(422);
    expect(shown?.length).toBeGreaterThan(0);
    expect(problem.blockers).toEqual(shown);
    for (const { provision } of shown ?? []) {
      if (getProvisionKind(provision) === 'law') expect(provision).toMatch(/^(NZ|AU) /);
    }
  }

  it('of a client are those of its page', async () => {
    const id = await addClient(api, company, 'Blocked', { status: 'onboarding', cdd_status: 'inProgress' });
    const page = await getDiligence(api, company.owner, id);
    const send = async (body: object) =>
      (
        await api.request(
          transitionClient,
          { params: { id }, body: { ...body, version: page.version } as never },
          { as: company.owner },
        )
      ).problem;
    const active = page.transitions.find(({ to }) => to === 'active')?.blockers;
    expectSame(active, await send({ lifecycle: 'client', to: 'active' }));
    const review = page.cddTransitions.find(({ to }) => to === 'readyForReview')?.blockers;
    expectSame(review, await send({ lifecycle: 'cdd', to: 'readyForReview' }));
  });

  it('of an activity are those of its page', async () => {
    const clientId = await addClient(api, company, 'Blockedtoo');
    const { id } = await create(api, company.owner, fullForm(clientId));
    for (const status of ['toDo', 'inProgress', 'inReview']) {
      await api.database.asSuperuser('UPDATE assay.activities SET status = $1 WHERE id = $2', [status, id]);
      const page = await read(api, company.owner, id);
      for (const { to, blockers } of page.transitions.filter((move) => move.blockers.length > 0)) {
        const body = { move: 'to', to, version: page.version } as never;
        const { problem } = await api.request(
          transitionActivity,
          { params: { id }, body },
          { as: company.owner },
        );
        expectSame(blockers, problem);
      }
    }
  });

  it('of an identity verification are those of its page', async () => {
    const person = await personToVerify(api, company.owner);
    const begun = await started(api, company.owner, person.id, { method: 'documentSighted' });
    const checks = await api.request(
      runVerificationChecks,
      {
        params: { id: begun.id },
        body: { version: begun.version, documentIds: [], dataSources: [] },
        requestKey: crypto.randomUUID(),
      },
      { as: company.owner },
    );
    expect(checks.problem).toMatchObject({ status: 422 });
    const codes = (checks.problem.blockers ?? []).map(({ code }) => code);
    expect(codes).toEqual(['verification.consentMissing', 'verification.nothingToCheck']);
    expect(getAction(begun, 'runChecks')?.blockers).toContainEqual(checks.problem.blockers?.[0]);

    await api.addMember(company.id, { role: 'member', designations: ['complianceOfficer'] });
    const other = await personToVerify(api, company.owner, { familyName: 'Exceptedsample' });
    const excepted = await started(api, company.owner, other.id, {
      method: 'exception',
      exception: exceptionRecord,
    });
    const decided = await api.request(
      decideVerification,
      {
        params: { id: excepted.id },
        body: {
          version: excepted.version,
          decision: 'verified',
          reason: 'Known to the firm for twenty years',
        },
      },
      { as: company.owner },
    );
    expectSame(getAction(excepted, 'decideVerified')?.blockers, decided.problem);
    const approved = await api.request(
      approveVerificationException,
      { params: { id: excepted.id }, body: { version: excepted.version, reason: 'Accepted by policy' } },
      { as: company.owner },
    );
    expectSame(getAction(excepted, 'approveException')?.blockers, approved.problem);
  });

  it('of a business verification are those of its page', async () => {
    const { id: clientId } = await createRecord(api, company.owner, businessForm('Blocked Limited'));
    const { response } = await api.request(
      startBusinessVerification,
      { params: { clientId }, query: {} },
      { as: company.owner },
    );
    const { problem } = await api.request(
      decideBusinessVerification,
      {
        params: { id: response.id },
        body: { version: response.version, decision: 'verified', reason: 'Register seen' },
      },
      { as: company.owner },
    );
    expectSame(response.actions.find(({ action }) => action === 'decide')?.blockers, problem);
  });

  it('of a risk assessment are those of its page, submitted or approved', async () => {
    const content = sampleContent([sampleQuestion('q'), sampleQuestion('r')]);
    const template = await publishedTemplate(api, company.owner, { content, name: 'Shown as blocked' });
    const { id: clientId } = await sampleClient(api, company.owner, 'Blockedrisk');
    await approvedAssessment(
      api,
      company.owner,
      { clientId, template },
      sampleAnswers({ q: 'low', r: 'low' }),
    );
    // One answer is missing, and the other one repeats the current assessment's without a confirmation.
    const answers = [{ key: 'q', value: 'low' }];
    const { response: draft } = await sendAssessment(
      api,
      company.owner,
      { clientId, template, submit: false },
      answers,
    );
    const body = { version: draft.version, answers, submit: true };
    const save = await api.request(saveAssessment, { params: { id: draft.id }, body }, { as: company.owner });
    const submit = draft.actions.find(({ action }) => action === 'submit')?.blockers;
    expect(submit?.map(({ code }) => code)).toEqual(['answer.required', 'answer.unconfirmed']);
    expectSame(submit, save.problem);

    await api.database.asSuperuser(
      `UPDATE assay.companies SET policy = policy || '{"fourEyes": "always"}' WHERE id = $1`,
      [company.id],
    );
    await api.addMember(company.id, { role: 'owner' });
    const all = sampleAnswers({ q: 'high', r: 'low' });
    const sent = await sendAssessment(api, company.owner, { clientId, template }, all);
    const approve = sent.response.actions.find(({ action }) => action === 'approve')?.blockers;
    const { version } = sent.response;
    expectSame(
      approve,
      (await decide(api, company.owner, sent.response, { decision: 'approve', version })).problem,
    );
  });

  it('of a template are the problems of its page, and the missing preview and note', async () => {
    const thresholds = { medium: 80, high: 20 };
    const draft = await draftTemplate(api, company.owner, {
      content: sampleContent(undefined, { thresholds }),
      name: 'Not publishable',
    });
    const body = { version: draft.version, changeNote: 'As agreed', seenContentHash: 'a'.repeat(64) };
    const { problem } = await api.request(
      publishTemplate,
      { params: { id: draft.id }, body },
      { as: company.owner },
    );
    const texts = draft.problems.map(({ message }) => message);
    expect(texts.length).toBeGreaterThan(0);
    expect(problem.blockers?.map(({ text }) => text)).toEqual([
      ...texts,
      'The draft has changed since the impact preview. Preview the impact again.',
    ]);
    expect(Object.values(problem.fields ?? {}).flat()).toEqual(problem.blockers?.map(({ text }) => text));
  });

  it('of a review and of a change in the team are those of the form, each with its place', async () => {
    const clientId = await addClient(api, company, 'Blockedreview', { status: 'active', risk_level: 'high' });
    const reason = 'News about the owner';
    const params = { id: clientId };
    const { response: review } = await api.request(
      requestReview,
      { params, body: { cause: reason, dueOn: addDays(testDay('Pacific/Auckland', api.clock.now()), 14) } },
      { as: company.owner },
    );
    const started = await api.request(
      transitionReview,
      { params: { id: review.id }, body: { version: review.version, to: 'inProgress' } },
      { as: company.owner },
    );
    const body = { version: started.response.version, findings: 'Fine', riskAfter: 'low' as const };
    const { problem } = await api.request(
      completeReview,
      { params: { id: review.id }, body },
      { as: company.owner },
    );
    expect(problem.status).toBe(422);
    expect(problem.blockers?.map(({ code, fix }) => [code, fix.target])).toEqual([
      ['review.findingsTooShort', 'review.findings'],
      ['review.riskBelowRecord', 'client.assessments'],
    ]);
    expect(Object.values(problem.fields ?? {}).flat()).toEqual(problem.blockers?.map(({ text }) => text));

    const alone = await api.addCompany('Owned By One Limited');
    const demoted = await api.request(
      changeMember,
      {
        params: { id: alone.owner.id },
        body: { version: 1, role: 'member', designations: [], reason: 'Leaves' } as never,
      },
      { as: alone.owner },
    );
    expect(demoted.problem.blockers).toMatchObject([
      { code: 'member.lastOwner', fix: { target: 'settings.team' } },
    ]);
    expect(demoted.problem.fields).toEqual({ '': demoted.problem.blockers?.map(({ text }) => text) });
  });
});
