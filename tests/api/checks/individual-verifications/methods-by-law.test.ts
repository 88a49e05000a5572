import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addVerificationDocument,
  decideVerification,
  recordBureauNotice,
  retryVerification,
  runVerificationChecks,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  accreditedResult,
  exceptionRecord,
  finishedVerification,
  getAction,
  personToVerify,
  relianceStatement,
  sightedPassport,
  started,
} from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';

const failed = ({ rules }: IndividualVerification, id: string) =>
  rules
    .find((rule) => rule.id === id)
    ?.clauses.filter(({ passed }) => !passed)
    .map(({ code }) => code);

describe.each(testEngines)('verification methods by country on %s', (engine) => {
  let test: TestApi;
  let nz: TestCompany;
  let au: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(engine);
    nz = test.companies.a;
    au = await test.addCompany('Wattle Law', { billingCountryCode: 'AUS' });
  });
  afterAll(async () => {
    expect(test.verification.errors).toEqual([]);
    await test.close();
  });

  it('verifies by an accredited service, with its result on record', async () => {
    const client = await personToVerify(test, nz.staff);
    const made = await started(test, nz.staff, client.id, {
      method: 'distf',
      accreditedService: accreditedResult,
    });
    expect(made).toMatchObject({
      status: 'needsReview',
      rulePassed: true,
      accreditedService: accreditedResult,
      rules: [{ id: 'nz.ivcop.distf', version: 'nz.ivcop.distf-2026-07-01', decisive: true }],
    });
    expect(getAction(made, 'decideVerified')?.blockers).toEqual([]);
    const decided = await test.request(
      decideVerification,
      {
        params: { id: made.id },
        body: { version: made.version, decision: 'verified', reason: 'Result read and kept' },
      },
      { as: nz.staff },
    );
    expect(decided.response).toMatchObject({
      status: 'verified',
      evidenceExpiresOn: null,
      decision: { opposesFindings: false },
    });
  });

  it('fails the rule where the service does not cover the date of birth', async () => {
    const client = await personToVerify(test, nz.staff);
    const made = await started(test, nz.staff, client.id, {
      method: 'distf',
      accreditedService: { ...accreditedResult, covers: ['name', 'binding'] },
    });
    expect([made.rulePassed, failed(made, 'nz.ivcop.distf')]).toEqual([false, ['nameAndBirth']]);
  });

  it('checks reliance against the Act of each country', async () => {
    const client = await personToVerify(test, nz.staff);
    const { hasBusinessRelationship: _, ...rest } = relianceStatement;
    const unrelated = await started(test, nz.staff, client.id, { method: 'reliance', reliance: rest });
    expect(failed(unrelated, 'nz.reliance')).toEqual(['relationship']);
    const theirs = await personToVerify(test, au.staff);
    const once = await started(test, au.staff, theirs.id, {
      method: 'reliance',
      reliance: { ...rest, basis: 'case', appropriateToRisk: true },
    });
    expect(once.rules.map(({ id }) => id)).toEqual(['au.reliance.case']);
    // The client is not rated yet.
    expect(failed(once, 'au.reliance.case')).toEqual(['appropriate', 'reasons']);
    const agreed = await started(test, au.staff, theirs.id, {
      method: 'reliance',
      reliance: {
        ...rest,
        basis: 'agreement',
        responsibilitiesWritten: true,
        approvedBySeniorManager: 'S. Manager',
      },
    });
    expect(failed(agreed, 'au.reliance.agreement')).toEqual(['assessed', 'assessmentRecorded']);
  });

  it('checks an exception against the code of New Zealand and Rule 6-10 of Australia', async () => {
    const exception = { method: 'exception' as const, exception: exceptionRecord };
    const client = await personToVerify(test, nz.staff);
    const here = await started(test, nz.staff, client.id, exception);
    expect(failed(here, 'nz.ivcop.exception')).toEqual(['approval']);
    expect(here.exception).toMatchObject({
      stepsTaken: exceptionRecord.stepsTaken,
      policy: 'Programme, part 4',
    });
    const theirs = await personToVerify(test, au.staff);
    const there = await started(test, au.staff, theirs.id, exception);
    expect(failed(there, 'au.noEvidence')).toEqual(['rating', 'approval']);
  });

  it('reads reliance and exceptions recorded under earlier requirements', async () => {
    const client = await personToVerify(test, nz.staff);
    const relied = await started(test, nz.staff, client.id, {
      method: 'reliance',
      reliance: relianceStatement,
    });
    await test.database.asSuperuser(
      `UPDATE assay.individual_verifications SET reliance = reliance - 'hasBusinessRelationship' - 'basis',
         exception = '{"reason": "Lost in the flood", "alternativeEvidence": "A letter", "endsOn": "2099-01-31"}',
         rules = '[{"id": "reliance", "version": "reliance-2013-06-30", "title": "Reliance", "jurisdiction": null,
           "passed": true, "clauses": [], "uncertain": [], "sourceUrls": [], "decisive": true}]' WHERE id = $1`,
      [relied.id],
    );
    const read = await finishedVerification(test, nz.staff, relied.id);
    expect(read).toMatchObject({
      rulePassed: true,
      rules: [{ id: 'reliance' }],
      reliance: { hasBusinessRelationship: false, basis: null, reasons: null },
      exception: { stepsTaken: null, policy: null },
    });
  });

  it('requires the interviewer, and a date not in the future', async () => {
    const client = await personToVerify(test, nz.staff);
    const { sighted, ...passport } = sightedPassport('LM100001');
    const { metBy: _, ...unmet } = sighted;
    const made = await started(test, nz.staff, client.id, {
      method: 'documentSighted',
      document: { ...passport, sighted: unmet },
    });
    expect(failed(made, 'nz.ivcop.documentary')).toEqual(['met']);
    const add = (metOn: string) =>
      test.request(
        addVerificationDocument,
        {
          params: { id: made.id },
          body: { version: made.version, ...sightedPassport('LM100002'), sighted: { ...sighted, metOn } },
        },
        { as: nz.staff },
      );
    expect((await add('2999-01-01')).problem.fields).toHaveProperty(['sighted.metOn']);
    const added = (await add('2026-07-02')).response;
    expect(failed(added, 'nz.ivcop.documentary')).toEqual([]);
    expect(added.documents[1]?.sighted).toMatchObject({ metBy: 'A. Member', metOn: '2026-07-02' });
  });

  it('excludes an Australian credit bureau from a retry until the statements are recorded', async () => {
    const client = await personToVerify(test, au.staff);
    const { id, version } = await started(test, au.staff, client.id, {
      method: 'electronicInPerson',
      consent: { given: true, how: 'inPerson' },
      dataSources: ['auCreditBureau'],
    });
    await test.database.asSuperuser(
      `UPDATE assay.individual_verifications SET status = 'failed', decision = 'notVerified',
         decision_reason = 'Not known', decided_at = now() WHERE id = $1`,
      [id],
    );
    const again = await test.request(
      retryVerification,
      { params: { id }, body: { version, reason: 'The person came again' } },
      { as: au.staff },
    );
    expect(again.response).toMatchObject({ status: 'needsReview', checks: [], bureauStatement: null });
    expect(getAction(again.response, 'runChecks')?.blockers).toEqual([]);
  });

  it('calls an Australian credit bureau after the statements of s35A, and requires its notice after a failure', async () => {
    const client = await personToVerify(test, au.staff, { familyName: 'Nomatch' });
    const made = await started(test, au.staff, client.id, {
      method: 'electronicInPerson',
      consent: { given: true, how: 'inPerson' },
      dataSources: ['auCreditBureau'],
    });
    const run = (bureau?: { informed: boolean; agreed: boolean; alternativeOffered: boolean }) =>
      test.request(
        runVerificationChecks,
        { params: { id: made.id }, body: { version: made.version, dataSources: ['auCreditBureau'], bureau } },
        { as: au.staff },
      );
    expect(Object.keys((await run()).problem.fields ?? {})).toEqual([
      'bureau.informed',
      'bureau.agreed',
      'bureau.alternativeOffered',
    ]);
    const said = { informed: true, agreed: true, alternativeOffered: true };
    expect(Object.keys((await run({ ...said, agreed: false })).problem.fields ?? {})).toEqual([
      'bureau.agreed',
    ]);
    expect((await run(said)).response.bureauStatement).toEqual(said);
    const done = await finishedVerification(test, au.staff, made.id);
    expect(failed(done, 'au.reasonableGrounds')).toContain('bureauNotice');
    expect(getAction(done, 'recordBureauNotice')?.blockers).toEqual([]);
    const notice = (sentOn: string) =>
      test.request(
        recordBureauNotice,
        {
          params: { id: made.id },
          body: { version: done.version, sentOn, bureauName: 'Invented Bureau', alternativeOffered: true },
        },
        { as: au.staff },
      );
    expect((await notice('2999-01-01')).problem.fields).toHaveProperty(['sentOn']);
    const noted = (await notice('2026-07-02')).response;
    expect(failed(noted, 'au.reasonableGrounds')).not.toContain('bureauNotice');
    expect(getAction(noted, 'recordBureauNotice')).toBeUndefined();
    expect(noted.timeline.at(-1)).toMatchObject({
      kind: 'noticeRecorded',
      text: expect.stringContaining('Invented Bureau'),
    });
    const { rows } = await test.database.asSuperuser(
      `SELECT action FROM assay.audit_events WHERE resource_id = $1 ORDER BY seq DESC LIMIT 1`,
      [made.id],
    );
    expect(rows).toEqual([{ action: 'individualVerification.bureauNoticeRecorded' }]);
  });
});
