import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncVerificationsJob } from '#api/checks/individual-verifications/sync-provider-job.ts';
import {
  addVerificationDocument,
  decideVerification,
  recordConsent,
  retryVerification,
  runVerificationChecks,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import {
  finishedVerification,
  getAction,
  personToVerify,
  started,
  verificationNow,
} from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';

const consent = { given: true as const, how: 'inPerson' as const };
const licence = (number: string) => ({
  type: 'nzDriverLicence' as const,
  fields: { number, version: '123' },
});

describe.each(testEngines)('electronic verification in person on %s', (engine) => {
  let test: TestApi;
  let staff: TestPerson;

  beforeAll(async () => {
    test = await openTestApi(engine);
    staff = test.companies.a.staff;
  });
  afterAll(async () => {
    expect(test.verification.errors).toEqual([]);
    await test.close();
  });

  /** The job after a number of seconds. */
  const follow = (seconds = 0) =>
    syncVerificationsJob({
      db: test.database.db,
      now: () => new Date(Date.now() + seconds * 1_000),
      verification: test.verification.settings,
    });

  async function electronic(individual: Record<string, unknown> = {}) {
    const client = await personToVerify(test, staff, individual);
    return started(test, staff, client.id, { method: 'electronicInPerson', consent });
  }

  async function withDocument(number: string, individual: Record<string, unknown> = {}) {
    const { id, version } = await electronic(individual);
    const added = await test.request(
      addVerificationDocument,
      { params: { id }, body: { version, ...licence(number) } },
      { as: staff },
    );
    return added.response;
  }

  const run = (id: string, version: number, dataSources: ('nzCreditBureau' | 'nzResidential')[] = []) =>
    test.request(
      runVerificationChecks,
      { params: { id }, body: { version, dataSources }, requestKey: crypto.randomUUID() },
      { as: staff },
    );

  it('checks issuer and sources, shows the matches clause by clause, and awaits a reviewer', async () => {
    const { id, version, documents } = await withDocument('DB101010');
    expect(documents[0]).toMatchObject({ numberMasked: '••••••10', versionOrCardMasked: '••3' });
    const running = await run(id, version, ['nzCreditBureau']);
    expect(running.response.status).toBe('processing');
    const done = await finishedVerification(test, staff, id);
    expect(done.status).toBe('needsReview');
    expect(done.checks.map(({ source, outcome, matched }) => [source?.code, outcome, matched])).toEqual(
      expect.arrayContaining([
        ['nzDriverLicence', 'match', ['name', 'dob', 'documentNumber']],
        ['nzCreditBureau', 'match', ['name', 'dob', 'address']],
      ]),
    );
    const [rule] = done.rules;
    expect(rule).toMatchObject({ id: 'nz.ivcop.electronic', decisive: true });
    expect(Object.fromEntries(rule?.clauses.map(({ code, passed }) => [code, passed]) ?? [])).toMatchObject({
      consent: true,
      name: true,
      dateOfBirth: true,
      // No face match yet: data alone is not enough since July 2021.
      binding: false,
    });
    expect(done.machineResult).toBe('refer');
    expect(done.decision).toBeNull();
    expect(done.timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['started', 'consentGiven', 'documentAdded', 'checkRan', 'resultsIn']),
    );
  });

  it('passes with the person present with the document, and is decided by a reviewer', async () => {
    const withLicence = async (number: string, likenessConfirmed: boolean) => {
      const { id, version } = await electronic();
      const sighted = { originalSighted: true, showsName: true, showsDateOfBirth: true, likenessConfirmed };
      const body = { version, ...licence(number), sighted };
      const added = (await test.request(addVerificationDocument, { params: { id }, body }, { as: staff }))
        .response;
      await run(id, added.version, ['nzCreditBureau']);
      return finishedVerification(test, staff, id);
    };
    const seenOf = ({ checks }: IndividualVerification) =>
      checks.find(({ type }) => type === 'sighted')?.matched;
    const notCompared = await withLicence('DB202121', false);
    expect(seenOf(notCompared)).toEqual(['name', 'dob']);
    expect(
      notCompared.rules.flatMap(({ decisive, clauses }) =>
        decisive ? clauses.filter(({ passed }) => !passed).map(({ code, evidence }) => [code, evidence]) : [],
      ),
    ).toEqual([['binding', 'The photo has not been compared with the person: New Zealand driver licence.']]);
    const done = await withLicence('DB202122', true);
    const { id } = done;
    expect(seenOf(done)).toEqual(['name', 'dob', 'face']);
    expect(done).toMatchObject({ status: 'needsReview', machineResult: 'pass', rulePassed: true });
    const decided = await test.request(
      decideVerification,
      {
        params: { id },
        body: { version: done.version, decision: 'verified', reason: 'Both sources agree' },
        requestKey: crypto.randomUUID(),
      },
      { as: staff },
    );
    expect(decided.response).toMatchObject({
      status: 'verified',
      decision: { decision: 'verified', reason: 'Both sources agree', opposesFindings: false },
    });
    const { rows } = await test.database.asSuperuser(
      'SELECT sealed FROM assay.verification_documents WHERE verification_id = $1',
      [id],
    );
    expect(rows).toEqual([{ sealed: null }]);
  });

  it.each([
    ['AA111111', 'no_match', 'fail'],
    ['AA222222', 'exception', 'refer'],
    ['AA555555', 'no_match', 'fail'],
  ] as const)('licence %s with %s results in %s', async (number, outcome, result) => {
    const { id, version } = await withDocument(number);
    await run(id, version);
    const done = await finishedVerification(test, staff, id);
    expect(done.status).toBe('needsReview');
    expect(done.checks.map((check) => check.outcome)).toContain(
      number === 'AA222222' ? done.checks[0]?.outcome : outcome,
    );
    expect(done.machineResult).toBe(result);
    expect(done.rulePassed).toBe(false);
  });

  it('counts an unavailable source neither way, and retries it by the job', async () => {
    const { id, version } = await withDocument('DB303132');
    await test.verification.fault({
      kind: 'status',
      path: '/infolog/nzta/driverLicenceValidation',
      status: 503,
      times: 1,
    });
    await run(id, version);
    const down = await finishedVerification(test, staff, id);
    expect(down).toMatchObject({ status: 'error', machineResult: 'error' });
    expect(down.checks).toMatchObject([{ outcome: 'source_unavailable', result: 'notRun' }]);
    expect(down.nextTryAt).not.toBeNull();
    // Too early: nothing is called.
    await follow();
    expect((await verificationNow(test, staff, id)).status).toBe('error');
    await follow(61);
    const up = await verificationNow(test, staff, id);
    expect(up).toMatchObject({ status: 'needsReview', nextTryAt: null });
    expect(up.checks.map(({ outcome, current }) => [outcome, current])).toEqual([
      ['source_unavailable', false],
      ['match', true],
    ]);
  });

  it('stops retrying after a day, and allows a manual retry', async () => {
    const { id, version } = await withDocument('AA333333');
    await run(id, version);
    await finishedVerification(test, staff, id, 'error');
    for (let round = 1; round <= 6; round += 1) await follow(round * 5 * 3_600);
    const left = await verificationNow(test, staff, id);
    expect(left).toMatchObject({ status: 'error', nextTryAt: null });
    const again = await test.request(
      retryVerification,
      { params: { id }, body: { version: left.version }, requestKey: crypto.randomUUID() },
      { as: staff },
    );
    expect(again.response.status).toBe('processing');
    expect((await finishedVerification(test, staff, id)).status).toBe('error');
  });

  it('makes no check without consent', async () => {
    const client = await personToVerify(test, staff);
    const { id, version } = await started(test, staff, client.id, { method: 'documentSighted' });
    const before = (await test.verification.requests()).length;
    const refused = await run(id, version, ['nzCreditBureau']);
    expect([refused.status, refused.problem.fields?.['']?.[0]]).toEqual([
      422,
      expect.stringMatching(/consent/),
    ]);
    expect((await test.verification.requests()).length).toBe(before);
    const given = await test.request(
      recordConsent,
      { params: { id }, body: { version, ...consent, note: 'By the counter' } },
      { as: staff },
    );
    expect(given.response.consent).toMatchObject({ how: 'inPerson', note: 'By the counter' });
    expect((await run(id, given.response.version, ['nzCreditBureau'])).status).toBe(200);
    await finishedVerification(test, staff, id);
  });

  it('makes no check without a date of birth, and links to its field', async () => {
    const { id, version } = await withDocument('DB404142', { dateOfBirth: undefined });
    const refused = await run(id, version);
    expect(refused.problem.fields?.['']?.join(' ')).toMatch(/date of birth/);
    const { actions } = await verificationNow(test, staff, id);
    expect(actions.find(({ action }) => action === 'runChecks')?.blockers).toMatchObject([
      { fix: { target: 'client.edit' } },
    ]);
  });

  it('reports another client with the same document', async () => {
    await withDocument('DB505152', { familyName: 'Firstholder' });
    const second = await withDocument('db 505152', { familyName: 'Secondholder' });
    expect(second.sharesDocument).toBe(true);
    expect(second.documents[0]?.sameDocumentClients).toMatchObject([{ displayName: 'Aroha Firstholder' }]);
    const clause = second.rules[0]?.clauses.find(({ code }) => code === 'sameDocument');
    expect(clause?.passed).toBe(false);
    // Another company's clients are not disclosed.
    const theirs = test.companies.b.owner;
    const client = await personToVerify(test, theirs);
    const elsewhere = await started(test, theirs, client.id, {
      method: 'documentSighted',
      document: {
        ...licence('DB505152'),
        sighted: { originalSighted: true, showsName: true, showsDateOfBirth: true },
      },
    });
    expect(elsewhere.sharesDocument).toBe(false);
  });

  it('checks once for a form sent twice, and reports the first to the second', async () => {
    const { id, version } = await withDocument('DB606162');
    const before = (await test.verification.requests()).length;
    const input = {
      params: { id },
      body: { version, dataSources: [] },
      requestKey: crypto.randomUUID(),
    };
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.request(runVerificationChecks, input, { as: staff })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const done = await finishedVerification(test, staff, id);
    expect((await test.verification.requests()).length).toBe(before + 1);
    const stale = await run(id, version);
    expect([stale.status, stale.problem.code]).toEqual([409, 'record.versionConflict']);
    expect(getAction(done, 'decideVerified')).toBeDefined();
  });
});
