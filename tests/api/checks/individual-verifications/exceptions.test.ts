import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireEvidence } from '#api/checks/individual-verifications/expiry-job.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { listClients, readClient, updateClient } from '#contract/clients/clients.ts';
import {
  addVerificationDocument,
  approveVerificationException,
  decideVerification,
  listVerifications,
  removeVerificationDocument,
  runVerificationChecks,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  finishedVerification,
  getAction,
  personToVerify,
  relianceStatement,
  sightedPassport,
  started,
  verificationNow,
} from '#tests/support/api/verifications.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { changeAccess, moveMember } from '../../records/team/support.ts';

const long = 'Known to the firm for twenty years, met each month';
const sighted = { originalSighted: true, showsName: true, showsDateOfBirth: true };

describe.each(testEngines)('exceptions from a verification’s rule on %s', (engine) => {
  let test: TestApi;
  let company: TestCompany;
  let officer: TestPerson;
  let number = 500_000;

  beforeAll(async () => {
    test = await openTestApi(engine);
    company = await test.addCompany('Excepted Verifications');
    officer = await test.addMember(company.id, { designations: ['complianceOfficer'] });
  });
  afterAll(() => test.close());

  const today = () => testDay('Pacific/Auckland', test.clock.now());
  const licence = () => {
    number += 1;
    return { type: 'nzDriverLicence' as const, fields: { number: `DH${number}` }, sighted };
  };

  /** A driver licence alone, which does not meet the rule. */
  async function failed(as: TestPerson = company.staff) {
    const client = await personToVerify(test, as);
    const verification = await started(test, as, client.id, {
      method: 'documentSighted',
      document: licence(),
    });
    expect(verification).toMatchObject({ status: 'needsReview', rulePassed: false, exceptionApproval: null });
    return { client, verification };
  }
  type At = Pick<IndividualVerification, 'id' | 'version'>;
  const approve = ({ id, version }: At, as: TestPerson, more: object = { endsOn: addMonths(today(), 6) }) =>
    test.request(
      approveVerificationException,
      { params: { id }, body: { version, reason: 'Lives far from any office', ...more } },
      { as },
    );
  const decide = ({ id, version }: At, as: TestPerson = company.staff) =>
    test.request(
      decideVerification,
      { params: { id }, body: { version, decision: 'verified', reason: long } },
      { as },
    );
  const identity = async (clientId: string) =>
    (
      await test.request(readDiligence, { params: { id: clientId } }, { as: company.owner })
    ).response.items.find(({ code }) => code === 'identity.verified')?.satisfied;
  const refusal = async (at: At, as?: TestPerson) => {
    const { status, problem } = await decide(at, as);
    return [status, problem.blockers?.map(({ code }) => code)];
  };
  const ruleFailed = [422, ['verification.ruleFailed']];

  it('refuse “verified” on a reason alone, and admit it with an approval until its end', async () => {
    const { client, verification } = await failed();
    const blockers = getAction(verification, 'decideVerified')?.blockers;
    expect(blockers).toMatchObject([
      {
        code: 'verification.ruleFailed',
        provision: 'NZ IVCOP, exceptions',
        fix: { target: 'client.verifications', id: 'exception' },
      },
    ]);
    expect(await refusal(verification)).toEqual(ruleFailed);
    expect(await refusal(verification, company.owner)).toEqual(ruleFailed);
    expect((await approve(verification, company.staff)).problem.code).toBe('role.forbidden');
    const endsOn = addMonths(today(), 12);
    const approved = (await approve(verification, officer, { endsOn })).response;
    expect(approved.exceptionApproval).toMatchObject({
      by: { id: officer.id },
      reason: 'Lives far from any office',
      endsOn,
      decidedByOne: false,
      counts: true,
    });
    expect(getAction(approved, 'approveException')).toBeUndefined();
    expect(await identity(client.id)).toBe(false);
    const decided = (await decide(approved)).response;
    expect(decided).toMatchObject({
      status: 'verified',
      evidenceExpiresOn: endsOn,
      exceptionMissing: false,
      decision: { opposesFindings: true },
    });
    expect(await identity(client.id)).toBe(true);

    const later = () => new Date(test.clock.now().getTime() + 400 * 86_400_000);
    await expireEvidence({ db: test.database.db, now: later });
    expect((await verificationNow(test, company.staff, verification.id)).status).toBe('evidenceExpired');
    expect(await identity(client.id)).toBe(false);
  });

  it('have a last day after today and within twelve months', async () => {
    const { verification } = await failed();
    const problems = async (more: object) => {
      const { status, problem } = await approve(verification, officer, more);
      return [status, Object.keys(problem.fields ?? {})];
    };
    for (const endsOn of [today(), addDays(today(), -1), addDays(addMonths(today(), 12), 1)])
      expect(await problems({ endsOn })).toEqual([422, ['endsOn']]);
    expect(await problems({})).toEqual([422, ['endsOn']]);
    expect((await problems({ endsOn: '2026-02-30' }))[0]).toBe(422);
    expect(await refusal(verification)).toEqual(ruleFailed);
    // Nothing was stored, and one that came to its end before the decision covers none.
    const endsOn = addDays(today(), 1);
    const approved = (await approve(verification, officer, { endsOn })).response;
    await test.database.asSuperuser(
      'UPDATE assay.individual_verifications SET exception_ends_on = $2 WHERE id = $1',
      [verification.id, today()],
    );
    expect(await refusal(approved)).toEqual(ruleFailed);
    const now = await verificationNow(test, officer, verification.id);
    expect(now.exceptionApproval?.counts).toBe(false);
    expect(getAction(now, 'approveException')?.blockers).toEqual([]);
  });

  it('need another person while one is eligible or was within 24 hours, and list who decided alone', async () => {
    const alone = await test.addCompany('Sole Verifier');
    const second = await test.addMember(alone.id, { designations: ['complianceOfficer'] });
    const { client, verification } = await failed(alone.owner);
    const current = await verificationNow(test, alone.owner, verification.id);
    expect(getAction(current, 'approveException')?.blockers).toMatchObject([
      { code: 'verification.exceptionSecondPerson' },
    ]);
    expect((await approve(verification, alone.owner)).problem.blockers).toMatchObject([
      { code: 'verification.exceptionSecondPerson' },
    ]);
    await changeAccess(test, alone, second, { designations: [] });
    expect((await approve(verification, second)).problem.code).toBe('role.forbidden');
    expect((await approve(verification, alone.owner)).problem.fields?.['']?.[0]).toContain('24 hours');
    await moveMember(test, alone, second, 'suspended');
    await test.clock.advance(24 * 3600 + 60);
    const approved = (await approve(verification, alone.owner)).response;
    expect(approved.exceptionApproval).toMatchObject({ decidedByOne: true });
    expect(approved.timeline.at(-1)?.text).toContain('Decided by one person');
    expect((await decide(approved, alone.owner)).response.status).toBe('verified');
    const listed = await test.request(
      listClients,
      { query: { decided: 'byOne' } as never },
      { as: alone.owner },
    );
    expect(listed.response.items.map(({ id }) => id)).toEqual([client.id]);
  });

  it('end with the evidence that they were approved for', async () => {
    const { verification } = await failed();
    const send = (endpoint: never, params: object, body: object) =>
      test.request(endpoint, { params, body, requestKey: crypto.randomUUID() } as never, {
        as: company.staff,
      }) as Promise<{ response: IndividualVerification; status: number }>;
    const { id } = verification;
    let at: IndividualVerification = (await approve(verification, officer)).response;
    at = (await send(addVerificationDocument as never, { id }, { ...licence(), version: at.version }))
      .response;
    expect(at.exceptionApproval).toBeNull();
    expect(await refusal(at)).toEqual(ruleFailed);
    at = (await approve(at, officer)).response;
    const documentId = at.documents.at(-1)?.id ?? '';
    const removal = { version: at.version, reason: 'Not legible' };
    at = (await send(removeVerificationDocument as never, { id, documentId }, removal)).response;
    expect(at.exceptionApproval).toBeNull();
    expect(await refusal(at)).toEqual(ruleFailed);

    // Checks that run again.
    const client = await personToVerify(test, company.staff);
    const electronic = await started(test, company.staff, client.id, {
      method: 'electronicInPerson',
      consent: { given: true, how: 'inPerson' },
    });
    const document = { type: 'nzDriverLicence', fields: { number: 'AA111111', version: '123' }, sighted };
    const added = { version: electronic.version, ...document };
    at = (await send(addVerificationDocument as never, { id: electronic.id }, added)).response;
    const runAgain = async () => {
      const body = { version: at.version, dataSources: [] };
      const ran = await send(runVerificationChecks as never, { id: at.id }, body);
      expect(ran.status).toBe(200);
      const checks = at.checks.length;
      await expect
        .poll(async () => (await verificationNow(test, company.staff, at.id)).checks.length, {
          timeout: 60_000,
        })
        .toBeGreaterThan(checks);
      return finishedVerification(test, company.staff, at.id);
    };
    at = await runAgain();
    at = (await approve(at, officer)).response;
    expect(at.exceptionApproval?.counts).toBe(true);
    at = await runAgain();
    expect(at.exceptionApproval).toBeNull();
    expect(await refusal(at)).toEqual(ruleFailed);
  });

  it('cover one verification, and nothing that was met when they were approved', async () => {
    const { client, verification } = await failed();
    const other = await started(test, company.staff, client.id, {
      method: 'documentSighted',
      document: licence(),
    });
    const approved = (await approve(verification, officer)).response;
    expect(await refusal(other)).toEqual(ruleFailed);

    // The person of the record is another since.
    const { response } = await test.request(readClient, { params: { id: client.id } }, { as: company.staff });
    const individual = { givenNames: 'Wiremu', familyName: 'Othersample', dateOfBirth: '1961-04-05' };
    const body = {
      clientType: 'individual',
      individual,
      addresses: response.addresses,
      version: response.version,
      confirmations: ['identityChanged', 'likelyDuplicates'],
    };
    const saved = await test.request(
      updateClient,
      { params: { id: client.id }, body: body as never },
      { as: company.staff },
    );
    expect(saved.response.displayName).toBe('Wiremu Othersample');
    expect(await refusal(approved)).toEqual(ruleFailed);

    // Another client's record has the document now.
    const shared = await failed();
    const admitted = (await approve(shared.verification, officer)).response;
    const stranger = await personToVerify(test, company.staff, { familyName: 'Strangersample' });
    await started(test, company.staff, stranger.id, {
      method: 'documentSighted',
      document: { ...licence(), fields: { number: `DH${number - 1}` } },
    });
    expect(await refusal(admitted)).toEqual(ruleFailed);
    const renewed = (await approve(admitted, officer)).response;
    expect((await decide(renewed)).response).toMatchObject({ status: 'verified', sharesDocument: true });
  });

  it('are none of conditions that a statement lacks, nor of a passed rule', async () => {
    const client = await personToVerify(test, company.staff);
    const relied = await started(test, company.staff, client.id, {
      method: 'reliance',
      reliance: { ...relianceStatement, hasBusinessRelationship: false },
    });
    expect((await approve(relied, officer)).status).toBe(422);
    const passed = await started(test, company.staff, client.id, {
      method: 'documentSighted',
      document: sightedPassport('LA710011'),
    });
    expect(getAction(passed, 'approveException')).toBeUndefined();
    expect((await approve(passed, officer)).status).toBe(422);
    const bare = await started(test, company.staff, client.id, { method: 'documentSighted' });
    expect((await approve(bare, officer)).status).toBe(422);
    expect((await decide(passed)).response).toMatchObject({ status: 'verified', evidenceExpiresOn: null });
  });

  it('are missing from earlier decisions against a failed rule, which no longer count and say so', async () => {
    const { client, verification } = await failed();
    const approved = (await approve(verification, officer)).response;
    await decide(approved);
    expect(await identity(client.id)).toBe(true);
    await test.database.asSuperuser(
      `UPDATE assay.individual_verifications SET exception_approved_by = NULL, exception_approved_at = NULL WHERE id = $1`,
      [verification.id],
    );
    expect(await identity(client.id)).toBe(false);
    const now = await verificationNow(test, company.staff, verification.id);
    expect(now).toMatchObject({ status: 'verified', exceptionMissing: true });
    const { response } = await test.request(
      listVerifications,
      { params: { clientId: client.id }, query: {} },
      { as: company.staff },
    );
    expect(response.verifications).toMatchObject([{ exceptionMissing: true }]);
    // Another verification counts beside it.
    const again = await started(test, company.staff, client.id, {
      method: 'documentSighted',
      document: sightedPassport('LA710012'),
    });
    await decide(again);
    expect(await identity(client.id)).toBe(true);
  });
});
