import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transitionActivity } from '#contract/activities.ts';
import {
  decideBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import { transitionClient } from '#contract/cdd/cdd.ts';
import {
  approveVerificationException,
  decideVerification,
  runVerificationChecks,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { getProvisionKind } from '#rules/legal-provisions.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { getDiligence } from '#tests/support/api/due-diligence.ts';
import { exceptionRecord, getAction, personToVerify, started } from '#tests/support/api/verifications.ts';
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
});
