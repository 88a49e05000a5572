import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createActivity } from '#contract/activities.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import {
  addVerificationDocument,
  approveVerificationException,
  decideVerification,
  listVerifications,
  readMachineReadableLines,
  readVerification,
  removeVerificationDocument,
  retryVerification,
  runVerificationChecks,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import {
  accreditedResult,
  exceptionRecord,
  getAction,
  passportExpiresOn,
  personToVerify,
  relianceStatement,
  sightedPassport,
  started,
} from '#tests/support/api/verifications.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { changeAccess, reinvite } from '../../records/team/support.ts';

/** ICAO’s specimen, Doc 9303-4. */
const specimen = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10';

describe.each(testEngines)('identity verification decisions on %s', (engine) => {
  let test: TestApi;
  let staff: TestPerson;
  let owner: TestPerson;
  let auditor: TestPerson;

  beforeAll(async () => {
    test = await openTestApi(engine);
    ({ staff, owner, auditor } = test.companies.a);
  });
  afterAll(() => test.close());

  const decide = (
    { id, version }: Pick<IndividualVerification, 'id' | 'version'>,
    decision: 'verified' | 'notVerified',
    reason: string,
    as = staff,
  ) =>
    test.request(
      decideVerification,
      { params: { id }, body: { version, decision, reason }, requestKey: crypto.randomUUID() },
      { as },
    );

  async function sighted(number: string) {
    const client = await personToVerify(test, staff);
    const verification = await started(test, staff, client.id, {
      method: 'documentSighted',
      document: sightedPassport(number),
    });
    return { client, verification };
  }

  it('verifies by a sighted original, and meets the requirement', async () => {
    const { client, verification } = await sighted('LA700001');
    expect(verification).toMatchObject({ status: 'needsReview', machineResult: 'pass', rulePassed: true });
    expect(verification.rules[0]).toMatchObject({ id: 'nz.ivcop.documentary', passed: true });
    const identity = async () =>
      (await test.request(readDiligence, { params: { id: client.id } }, { as: staff })).response.items.find(
        ({ code }) => code === 'identity.verified',
      )?.satisfied;
    expect(await identity()).toBe(false);
    const decided = await decide(verification, 'verified', 'Passport seen with its holder');
    expect(decided.response).toMatchObject({ status: 'verified', decision: { by: { name: staff.name } } });
    expect(await identity()).toBe(true);
    const { rows } = await test.database.asSuperuser(
      `SELECT e.action, d.reason FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
        WHERE e.resource_id = $1 ORDER BY e.seq`,
      [verification.id],
    );
    expect(rows).toEqual([
      { action: 'individualVerification.started', reason: null },
      { action: 'individualVerification.decided', reason: 'Passport seen with its holder' },
    ]);
    const listed = await test.request(
      listVerifications,
      { params: { clientId: client.id }, query: {} },
      { as: auditor },
    );
    expect(listed.response.verifications).toMatchObject([
      { documentsLabel: 'New Zealand passport ••••••01', decision: 'verified' },
    ]);
  });

  it('stores no number in clear text', async () => {
    const { verification } = await sighted('LA765432');
    await decide(verification, 'notVerified', 'The photo is of someone else');
    const tables = [
      'verification_documents',
      'verification_events',
      'audit_details',
      'request_keys',
      'individual_verifications',
    ];
    for (const table of tables) {
      const { rows } = await test.database.asSuperuser(
        `SELECT count(*)::int AS found FROM assay.${table} t WHERE t::text LIKE '%765432%'`,
      );
      expect([table, rows]).toEqual([table, [{ found: 0 }]]);
    }
  });

  it('requires a reason, a longer one against the result, and evidence', async () => {
    const client = await personToVerify(test, staff);
    const weak = await started(test, staff, client.id, {
      method: 'documentSighted',
      document: {
        type: 'nzDriverLicence',
        fields: { number: 'DH424242' },
        sighted: { originalSighted: true, showsName: true, showsDateOfBirth: true },
      },
    });
    expect(weak.rulePassed).toBe(false);
    expect((await decide(weak, 'verified', 'ok')).problem.fields?.reason?.[0]).toMatch(/Enter a reason/);
    expect((await decide(weak, 'verified', 'I know her')).problem.fields?.reason?.[0]).toMatch(
      /20 characters/,
    );
    const long = 'Known to the firm for twenty years, met each month';
    const refused = await decide(weak, 'verified', long);
    expect(refused.problem.blockers).toMatchObject([{ code: 'verification.ruleFailed' }]);
    const reason = 'Lives in a remote place and has no other document';
    const endsOn = addMonths(testDay(), 6);
    const approved = await test.request(
      approveVerificationException,
      { params: { id: weak.id }, body: { version: weak.version, reason, endsOn } },
      { as: owner },
    );
    const accepted = await decide(approved.response, 'verified', long);
    expect(accepted.response).toMatchObject({
      decision: { opposesFindings: true },
      evidenceExpiresOn: endsOn,
    });
    const again = await decide(accepted.response, 'notVerified', 'On second thoughts');
    expect([again.status, again.problem.fields?.['']?.[0]]).toEqual([
      422,
      expect.stringMatching(/“Verified”/),
    ]);
  });

  it('checks a certified copy’s referee and age', async () => {
    const client = await personToVerify(test, staff);
    const made = await started(test, staff, client.id, { method: 'documentCertified' });
    const add = (certified: object, more: object = {}) =>
      test.request(
        addVerificationDocument,
        {
          params: { id: made.id },
          body: {
            version: made.version,
            type: 'nzPassport',
            fields: { number: 'LA700003', expiresOn: passportExpiresOn },
            certified: {
              refereeName: 'A. Referee',
              refereeType: 'lawyer',
              certifiedOn: '2019-01-01',
              statesLikeness: true,
              independent: true,
              ...certified,
            },
            ...more,
          } as never,
          requestKey: crypto.randomUUID(),
        },
        { as: staff },
      );
    expect((await add({ certifiedOn: '2999-01-01' })).problem.fields).toHaveProperty([
      'certified.certifiedOn',
    ]);
    expect((await add({ refereeName: '' })).problem.fields).toHaveProperty(['certified.refereeName']);
    const old = (await add({})).response;
    expect(old).toMatchObject({ status: 'needsReview', rulePassed: false });
    const unmet = ({ rules }: IndividualVerification) =>
      rules.flatMap(({ clauses }) => clauses.filter(({ passed }) => !passed).map(({ code }) => code));
    expect(unmet(old)).toEqual(['nameAndBirth', 'certifiedWithinThreeMonths']);
    // Nobody compared it with the record.
    expect(old.checks).toEqual([]);
    const compared = await started(test, staff, (await personToVerify(test, staff)).id, {
      method: 'documentCertified',
      document: {
        type: 'nzPassport',
        fields: { number: 'LA700004', expiresOn: passportExpiresOn },
        certified: {
          refereeName: 'A. Referee',
          refereeType: 'lawyer',
          certifiedOn: addDays(testDay(), -10),
          statesLikeness: true,
          independent: true,
        },
        sighted: { originalSighted: false, showsName: true, showsDateOfBirth: true },
      },
    });
    expect([compared.rulePassed, unmet(compared)]).toEqual([true, []]);
    expect(compared.checks[0]).toMatchObject({ type: 'sighted', matched: ['name', 'dob'] });
  });

  it('relies on another business, with a new review after a year', async () => {
    const client = await personToVerify(test, staff);
    const future = await test.request(
      startVerification,
      {
        params: { clientId: client.id },
        body: { method: 'reliance', reliance: { ...relianceStatement, verifiedOn: '2999-01-01' } },
      },
      { as: staff },
    );
    expect(future.problem.fields).toHaveProperty(['reliance.verifiedOn']);
    const relied = await started(test, staff, client.id, {
      method: 'reliance',
      reliance: relianceStatement,
    });
    expect(relied).toMatchObject({ status: 'needsReview', rulePassed: true });
    const decided = (await decide(relied, 'verified', 'Agreement of May is on file')).response;
    expect(decided.evidenceExpiresOn).toBe(addMonths(testDay('Pacific/Auckland', test.clock.now()), 12));
  });

  it('requires exception permission to approve an exception', async () => {
    const client = await personToVerify(test, staff);
    const { id, version } = await started(test, staff, client.id, {
      method: 'exception',
      exception: exceptionRecord,
    });
    const approve = (as: TestPerson) =>
      test.request(
        approveVerificationException,
        { params: { id }, body: { version, reason: 'There is no other way' } },
        { as },
      );
    expect((await approve(staff)).problem.code).toBe('role.forbidden');
    const approved = (await approve(owner)).response;
    expect(approved).toMatchObject({ rulePassed: true, exception: { approvedBy: { name: owner.name } } });
    expect(getAction(approved, 'approveException')).toBeUndefined();
    expect((await decide(approved, 'verified', 'Approved by the owner')).response).toMatchObject({
      status: 'verified',
      evidenceExpiresOn: exceptionRecord.endsOn,
    });
  });

  it('verifies by no exception that another person has not approved, whatever the reason', async () => {
    const identity = async (clientId: string) =>
      (await test.request(readDiligence, { params: { id: clientId } }, { as: staff })).response.items.find(
        ({ code }) => code === 'identity.verified',
      )?.satisfied;
    const client = await personToVerify(test, staff);
    const alone = await started(test, staff, client.id, { method: 'exception', exception: exceptionRecord });
    const text = 'The exception is not approved. Someone who may grant exceptions must approve it first.';
    expect(getAction(alone, 'decideVerified')?.blockers.map((blocker) => blocker.text)).toEqual([text]);
    const refused = await decide(alone, 'verified', 'Known to the firm for twenty years, met each month');
    expect([refused.status, refused.problem.fields]).toEqual([422, { '': [text] }]);
    expect(await identity(client.id)).toBe(false);

    // One who may grant exceptions does not approve an own one, while another may.
    const sole = await started(test, owner, client.id, { method: 'exception', exception: exceptionRecord });
    expect(getAction(sole, 'approveException')?.blockers).toEqual([]);
    const officer = await test.addMember(test.companies.a.id, { designations: ['complianceOfficer'] });
    const own = await started(test, owner, client.id, { method: 'exception', exception: exceptionRecord });
    const approve = (as: TestPerson) =>
      test.request(
        approveVerificationException,
        { params: { id: own.id }, body: { version: own.version, reason: 'There is no other way' } },
        { as },
      );
    const [blocked] = getAction(own, 'approveException')?.blockers ?? [];
    expect(blocked?.code).toBe('verification.exceptionSecondPerson');
    const byStarter = await approve(owner);
    expect([byStarter.status, byStarter.problem.fields]).toEqual([422, { '': [blocked?.text] }]);
    const approved = (await approve(officer)).response;
    expect((await decide(approved, 'verified', 'Approved by the officer', owner)).response.status).toBe(
      'verified',
    );
    expect(await identity(client.id)).toBe(true);
    // One that an earlier version decided without an approval.
    await test.database.asSuperuser(
      'UPDATE assay.individual_verifications SET exception_approved_at = NULL, exception_approved_by = NULL WHERE id = $1',
      [own.id],
    );
    expect(await identity(client.id)).toBe(false);
  });

  it('approves an exception by another person, not another membership, for 24 hours after the last one could', async () => {
    const company = await test.addCompany('Former Exceptions');
    const officer = await test.addMember(company.id, { designations: ['complianceOfficer'] });
    const client = await personToVerify(test, company.staff);
    const start = (as: TestPerson) =>
      started(test, as, client.id, { method: 'exception', exception: exceptionRecord });
    const approve = ({ id, version }: { id: string; version: number }, as: TestPerson) =>
      test.request(
        approveVerificationException,
        { params: { id }, body: { version, reason: 'There is no other way' } },
        { as },
      );
    const text = 'Maker-checker: you cannot approve an exception in a verification that you started.';
    const ofOfficer = await start(officer);
    await reinvite(test, company, officer);
    expect((await approve(ofOfficer, officer)).problem.fields?.['']?.[0]).toContain(text);
    expect((await approve(ofOfficer, company.owner)).status).toBe(200);
    const ofOwner = await start(company.owner);
    await changeAccess(test, company, officer, { designations: [] });
    expect((await approve(ofOwner, company.owner)).problem.fields?.['']?.[0]).toContain(
      'alone once no one else could for 24 hours',
    );
    await test.clock.advance(24 * 3600 + 60);
    expect((await approve(ofOwner, company.owner)).status).toBe(200);
  });

  it('verifies by reliance or an accredited service on its conditions, never on a reason alone', async () => {
    const client = await personToVerify(test, staff);
    const unmet = [
      { method: 'reliance', reliance: { ...relianceStatement, hasBusinessRelationship: false } },
      { method: 'distf', accreditedService: { ...accreditedResult, covers: ['name', 'binding'] } },
    ] as const;
    for (const body of unmet) {
      const made = await started(test, staff, client.id, body as never);
      expect(made.rulePassed).toBe(false);
      const refused = await decide(made, 'verified', 'Known to the firm for twenty years, met each month');
      expect([refused.status, refused.problem.fields?.['']]).toEqual([
        422,
        getAction(made, 'decideVerified')?.blockers.map(({ text }) => text),
      ]);
      expect(refused.problem.fields?.['']?.[0]).toMatch(/^The conditions of this method are not met/);
    }
  });

  it('wants a second person where the company does', async () => {
    const company = await test.addCompany('Four Eyes Law');
    await test.database.asSuperuser(
      `UPDATE assay.companies SET policy = jsonb_set(policy, '{fourEyes}', '"always"') WHERE id = $1`,
      [company.id],
    );
    const client = await personToVerify(test, company.staff);
    const made = await started(test, company.staff, client.id, {
      method: 'documentSighted',
      document: sightedPassport('LA700004'),
    });
    expect(getAction(made, 'decideVerified')?.blockers).toMatchObject([
      { code: 'verification.secondPersonNeeded' },
    ]);
    const own = await decide(made, 'verified', 'Seen by myself', company.staff);
    expect(own.problem.fields?.['']?.[0]).toMatch(/^Maker-checker/);
    expect((await decide(made, 'verified', 'Seen by a colleague', company.owner)).response.status).toBe(
      'verified',
    );
  });

  it('reads a passport’s MRZ, and rejects a wrong check digit by its name', async () => {
    const client = await personToVerify(test, staff, {
      givenNames: 'Anna Maria',
      familyName: 'Eriksson',
      dateOfBirth: '1974-08-12',
    });
    const { id } = await started(test, staff, client.id, { method: 'documentSighted' });
    const read = (lines: string) =>
      test.request(readMachineReadableLines, { params: { id }, body: { lines } }, { as: staff });
    expect((await read(specimen)).response).toMatchObject({
      ok: true,
      suggested: { type: 'foreignPassport', fields: { number: 'L898902C3' } },
      comparison: { name: 'match', dateOfBirth: 'match' },
    });
    const wrong = (await read(specimen.replace('7408122F', '7408123F'))).response;
    expect(wrong).toMatchObject({ ok: false });
    expect(wrong.ok ? '' : wrong.problems.join(' ')).toMatch(/check digit of the date of birth/);
  });

  it('returns field errors for a document', async () => {
    const client = await personToVerify(test, staff);
    const { id, version } = await started(test, staff, client.id, { method: 'documentSighted' });
    const add = (body: object) =>
      test.request(
        addVerificationDocument,
        { params: { id }, body: { version, sighted: sightedPassport().sighted, ...body } as never },
        { as: staff },
      );
    const refused = await add({ type: 'nzDriverLicence', fields: { number: '12', version: '9' } });
    expect(Object.keys(refused.problem.fields ?? {})).toEqual(['fields.number', 'fields.version']);
    expect((await add({ type: 'medicare', fields: { number: '2123456711' } })).problem.fields).toHaveProperty(
      ['fields.number'],
    );
    const unseen = await add({ ...sightedPassport(), sighted: undefined });
    expect(unseen.problem.fields).toHaveProperty(['sighted.originalSighted']);
    expect(
      (await test.request(readVerification, { params: { id } }, { as: staff })).response.documents,
    ).toEqual([]);
  });

  it('removes a document entered by mistake, with its checks', async () => {
    const { verification } = await sighted('LA700005');
    const [document] = verification.documents;
    const removed = await test.request(
      removeVerificationDocument,
      {
        params: { id: verification.id, documentId: document?.id ?? '' },
        body: { version: verification.version, reason: 'Of the sister' },
      },
      { as: staff },
    );
    expect(removed.response).toMatchObject({ documents: [], checks: [], machineResult: null });
    expect(getAction(removed.response, 'decideVerified')?.blockers).toMatchObject([
      { code: 'verification.noEvidence' },
    ]);
    expect(removed.response.timeline.at(-1)?.text).toContain('Of the sister');
  });

  it('reopens one decided as not verified, with the decision in the timeline', async () => {
    const { verification } = await sighted('LA700006');
    const failed = (await decide(verification, 'notVerified', 'The photo is of someone else')).response;
    const again = await test.request(
      retryVerification,
      { params: { id: failed.id }, body: { version: failed.version, reason: 'She brought another one' } },
      { as: staff },
    );
    expect(again.response).toMatchObject({ status: 'needsReview', decision: null });
    expect(again.response.timeline.map(({ kind }) => kind)).toEqual([
      'started',
      'documentAdded',
      'decided',
      'retried',
    ]);
  });

  it('returns 409 with the current verification for a stale version', async () => {
    const { verification } = await sighted('LA700007');
    await decide(verification, 'verified', 'Passport seen with its holder');
    const late = await decide(verification, 'notVerified', 'Not her at all', owner);
    expect([late.status, late.problem.code]).toEqual([409, 'record.versionConflict']);
    expect(late.problem.current).toMatchObject({ status: 'verified' });
  });

  it('is read-only for an auditor, and returns 404 for another company', async () => {
    const { client, verification } = await sighted('LA700008');
    const seen = (await test.request(readVerification, { params: { id: verification.id } }, { as: auditor }))
      .response;
    expect(seen.actions).toEqual([]);
    expect((await decide(verification, 'verified', 'Seen by me', auditor)).problem.code).toBe(
      'role.forbidden',
    );
    const other = test.companies.b.owner;
    expect(
      (await test.request(readVerification, { params: { id: verification.id } }, { as: other })).status,
    ).toBe(404);
    expect((await decide(verification, 'verified', 'Seen by me', other)).status).toBe(404);
    const theirs = await test.request(
      startVerification,
      { params: { clientId: client.id }, body: { method: 'documentSighted' } },
      { as: other },
    );
    expect(theirs.status).toBe(404);
    const activity = await test.request(
      createActivity,
      { body: { name: 'Theirs', activityType: 'matter', parties: [] } as never },
      { as: other },
    );
    const linked = await test.request(
      startVerification,
      {
        params: { clientId: client.id },
        body: { method: 'documentSighted', activityId: activity.response.id },
      },
      { as: staff },
    );
    expect(linked.problem.fields).toHaveProperty(['activityId']);
  });

  it('rejects a start without a subscription, with the fix, and allows open ones to be decided', async () => {
    const company = await test.addCompany('Unpaid Law');
    const client = await personToVerify(test, company.staff);
    const made = await started(test, company.staff, client.id, {
      method: 'electronicInPerson',
      consent: { given: true, how: 'inPerson' },
    });
    await test.database.asSuperuser('UPDATE assay.companies SET subscription_active = false WHERE id = $1', [
      company.id,
    ]);
    const refused = await test.request(
      startVerification,
      { params: { clientId: client.id }, body: { method: 'documentSighted' } },
      { as: company.staff },
    );
    expect(refused.problem.code).toBe('subscription.required');
    const asked = await test.request(
      runVerificationChecks,
      { params: { id: made.id }, body: { version: made.version, dataSources: ['nzCreditBureau'] } },
      { as: company.staff },
    );
    expect(asked.problem.code).toBe('subscription.required');
    const now = (await test.request(readVerification, { params: { id: made.id } }, { as: company.staff }))
      .response;
    expect(getAction(now, 'runChecks')?.blockers[0]).toMatchObject({
      code: 'subscription.required',
      fix: { target: 'settings.billing' },
    });
    expect(getAction(now, 'addDocument')?.blockers).toEqual([]);
  });

  it('reads a client’s verifications and a document’s other holders by indexes', async () => {
    const plan = await asTenant(test.database.db, test.companies.a.id, async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      const explain = async (query: ReturnType<typeof sql>) =>
        JSON.stringify((await sql`EXPLAIN ${query}`.execute(trx)).rows);
      const id = test.companies.a.id;
      return [
        await explain(
          sql`SELECT id FROM individual_verifications WHERE client_id = ${id} ORDER BY id DESC LIMIT 21`,
        ),
        await explain(
          sql`SELECT client_id FROM verification_documents WHERE number_hmac = ${'0'.repeat(64)} AND removed_at IS NULL`,
        ),
      ];
    });
    expect(plan[0]).toContain('individual_verifications_by_client');
    expect(plan[1]).toContain('verification_documents_same');
  });
});
