import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireEvidence } from '#api/checks/individual-verifications/expiry-job.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  addVerificationDocument,
  approveVerificationException,
  cancelVerification,
  decideVerification,
  recordBureauNotice,
  recordConsent,
  removeVerificationDocument,
  reopenVerification,
  retryVerification,
  runVerificationChecks,
  sendVerificationLink,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { addDays, addMonths, formatDate } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { isLocked, runWhileLocked } from '#tests/support/api/held-rows.ts';
import {
  accreditedResult,
  exceptionRecord,
  passportExpiresOn,
  personToVerify,
  relianceStatement,
  sightedPassport,
  started,
  verificationNow,
  withBureauConsentWithheld,
} from '#tests/support/api/verifications.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe.each(testEngines)('guards of identity verifications on %s', (engine) => {
  let test: TestApi;
  let staff: TestPerson;
  let owner: TestPerson;

  beforeAll(async () => {
    test = await openTestApi(engine);
    ({ staff, owner } = test.companies.a);
  });
  afterAll(() => test.close());

  let count = 0;
  const number = () => {
    count += 1;
    return `LB${100_000 + count}`;
  };

  async function sighted() {
    const client = await personToVerify(test, staff);
    return started(test, staff, client.id, {
      method: 'documentSighted',
      document: sightedPassport(number()),
    });
  }
  async function inPerson() {
    const client = await personToVerify(test, staff);
    return started(test, staff, client.id, {
      method: 'electronicInPerson',
      consent: { given: true, how: 'inPerson' },
    });
  }
  async function remote() {
    const client = await personToVerify(test, staff);
    return started(test, staff, client.id, {
      method: 'electronicRemote',
      channel: 'email',
      email: 'aroha@example.test',
      dataSources: [],
    } as never);
  }
  async function excepted() {
    const client = await personToVerify(test, staff);
    return started(test, staff, client.id, {
      method: 'exception',
      exception: exceptionRecord,
    });
  }
  async function withheldFromBureau() {
    const made = await sighted();
    await withBureauConsentWithheld(test, made);
    return made;
  }
  async function failed() {
    const { id, version } = await sighted();
    const body = { version, decision: 'notVerified' as const, reason: 'The photo is of someone else' };
    return (await test.request(decideVerification, { params: { id }, body }, { as: staff })).response;
  }
  const setStatus = (id: string, status: string) =>
    test.database.asSuperuser('UPDATE assay.individual_verifications SET status = $2 WHERE id = $1', [
      id,
      status,
    ]);
  async function expired() {
    const { id } = await sighted();
    await setStatus(id, 'evidenceExpired');
    return verificationNow(test, staff, id);
  }

  const send = (
    endpoint: Endpoint,
    { id }: { id: string },
    body: object,
    { as = staff, more = {} }: { as?: TestPerson; more?: object } = {},
  ) =>
    test.request(endpoint, { params: { id, ...more }, body, requestKey: crypto.randomUUID() } as never, {
      as,
    });

  type Sent = (v: IndividualVerification, version: number, as?: TestPerson) => ReturnType<typeof send>;
  const reason = 'Compared with the original';
  const commands: readonly [string, () => Promise<IndividualVerification>, Sent][] = [
    [
      'recordConsent',
      sighted,
      (v, version, as) => send(recordConsent, v, { version, given: true, how: 'inPerson' }, { as }),
    ],
    [
      'addDocument',
      sighted,
      (v, version, as) => send(addVerificationDocument, v, { version, ...sightedPassport(number()) }, { as }),
    ],
    [
      'removeDocument',
      sighted,
      (v, version, as) =>
        send(
          removeVerificationDocument,
          v,
          { version, reason },
          { as, more: { documentId: v.documents[0]?.id } },
        ),
    ],
    [
      'runChecks',
      inPerson,
      (v, version, as) =>
        send(runVerificationChecks, v, { version, dataSources: ['nzCreditBureau'] }, { as }),
    ],
    [
      'recordBureauNotice',
      withheldFromBureau,
      (v, version, as) =>
        send(
          recordBureauNotice,
          v,
          { version, sentOn: '2026-07-02', bureauName: 'Invented Bureau', alternativeOffered: true },
          { as },
        ),
    ],
    [
      'sendLink',
      remote,
      (v, version, as) =>
        send(sendVerificationLink, v, { version, channel: 'sms', phone: '021 555 0199' }, { as }),
    ],
    [
      'decide',
      sighted,
      (v, version, as) => send(decideVerification, v, { version, decision: 'verified', reason }, { as }),
    ],
    [
      'approveException',
      excepted,
      (v, version, as = owner) => send(approveVerificationException, v, { version, reason }, { as }),
    ],
    ['retry', failed, (v, version, as) => send(retryVerification, v, { version, reason }, { as })],
    ['cancel', remote, (v, version, as) => send(cancelVerification, v, { version, reason }, { as })],
    ['reopenVerification', expired, (v, version, as) => send(reopenVerification, v, { version }, { as })],
  ];

  describe.each(commands)('%s', (_name, make, command) => {
    it('is rejected at another version, without a change', async () => {
      const made = await make();
      const late = await command(made, made.version + 1);
      expect([late.status, late.problem.code]).toEqual([409, 'record.versionConflict']);
      expect(late.problem.current).toMatchObject({ id: made.id, version: made.version, status: made.status });
      expect(late.problem.detail).toMatch(/changed this verification/);
      expect((await verificationNow(test, staff, made.id)).version).toBe(made.version);
    });

    it('is rejected in a status that does not allow it', async () => {
      const made = await make();
      await setStatus(made.id, 'cancelled');
      const refused = await command(made, made.version);
      expect([refused.status, refused.problem.code]).toEqual([422, 'request.invalid']);
      expect(refused.problem.detail).toMatch(/“Cancelled”/);
      expect((await verificationNow(test, staff, made.id)).version).toBe(made.version);
    });

    it('waits for a concurrent change and is then rejected', async () => {
      const made = await make();
      const late = await runWhileLocked(
        test,
        test.companies.a.id,
        (trx) =>
          trx
            .updateTable('individual_verifications')
            .set({ version: made.version + 1 })
            .where('id', '=', made.id)
            .execute(),
        () => command(made, made.version),
      );
      expect([late.status, late.problem.code]).toEqual([409, 'record.versionConflict']);
    });

    it('returns 404 for another company', async () => {
      const made = await make();
      expect((await command(made, made.version, test.companies.b.owner)).status).toBe(404);
    });
  });

  it('returns 404 for a document of another verification', async () => {
    const [made, other] = [await sighted(), await sighted()];
    const more = { documentId: other.documents[0]?.id };
    const body = { version: made.version, reason };
    expect((await send(removeVerificationDocument, made, body, { more })).status).toBe(404);
    expect((await verificationNow(test, staff, other.id)).documents).toHaveLength(1);
  });

  it('rejects a repeated document, and an eleventh', async () => {
    let made = await sighted();
    const same = `LB${100_000 + count}`;
    const again = await send(addVerificationDocument, made, {
      version: made.version,
      ...sightedPassport(same),
    });
    expect(again.problem.fields).toHaveProperty(['fields.number']);
    for (let added = 1; added < 10; added += 1) {
      const body = { version: made.version, ...sightedPassport(number()) };
      made = (await send(addVerificationDocument, made, body)).response as IndividualVerification;
    }
    expect(made.documents).toHaveLength(10);
    const body = { version: made.version, ...sightedPassport(number()) };
    expect((await send(addVerificationDocument, made, body)).problem.detail).toMatch(/up to 10 documents/);
  });

  it('checks documents of the verification alone, with a supporting issuer', async () => {
    const made = await inPerson();
    const other = await sighted();
    const run = (version: number, documentIds: (string | undefined)[]) =>
      send(runVerificationChecks, made, { version, documentIds, dataSources: ['nzCreditBureau'] });
    expect((await run(made.version, [other.documents[0]?.id])).problem.fields).toHaveProperty([
      'documentIds',
    ]);
    const card = {
      version: made.version,
      type: 'nationalIdentityCard',
      fields: { number: 'X1234567', issuer: 'FRA', expiresOn: passportExpiresOn },
    };
    const added = (await send(addVerificationDocument, made, card)).response as IndividualVerification;
    const silent = await run(added.version, [added.documents[0]?.id]);
    expect(silent.problem.fields?.documentIds?.[0]).toMatch(/No issuer can check/);
  });

  it('rejects a retry without the data that the checks need', async () => {
    const client = await personToVerify(test, staff, { dateOfBirth: undefined });
    const { id, version } = await started(test, staff, client.id, {
      method: 'electronicInPerson',
      consent: { given: true, how: 'inPerson' },
      dataSources: ['nzCreditBureau'],
    });
    const licence = { type: 'nzDriverLicence', fields: { number: 'DB909192', version: '123' } };
    const added = (await send(addVerificationDocument, { id }, { version, ...licence }))
      .response as IndividualVerification;
    await setStatus(id, 'error');
    const refused = await send(retryVerification, { id }, { version: added.version, reason });
    expect(refused.problem.detail).toMatch(/date of birth/);
    expect((await verificationNow(test, staff, id)).status).toBe('error');
  });

  it('rejects a retry without an open check, and reopening an exception', async () => {
    const person = await personToVerify(test, owner);
    const empty = await started(test, owner, person.id, { method: 'documentSighted' });
    await setStatus(empty.id, 'error');
    const retried = await send(retryVerification, empty, { version: empty.version, reason });
    expect(retried.problem.fields).toEqual({
      '': ['There is no check to make again. Add a document first.'],
    });
    const approved = await excepted();
    await setStatus(approved.id, 'evidenceExpired');
    const again = await send(reopenVerification, approved, { version: approved.version });
    expect(again.problem.fields?.['']?.[0]).toContain('Start a new verification on the client’s page.');
    for (const { id, version } of [empty, approved]) {
      expect((await verificationNow(test, staff, id)).version).toBe(version);
    }
  });

  it('rejects a link without its destination', async () => {
    const made = await remote();
    const link = (body: object) => send(sendVerificationLink, made, { version: made.version, ...body });
    expect((await link({ channel: 'email' })).problem.fields).toHaveProperty(['email']);
    expect((await link({ channel: 'sms', phone: ' ' })).problem.fields?.phone).toEqual([
      'Enter the person’s mobile number',
    ]);
    expect((await link({ channel: 'sms', phone: '12' })).problem.fields).toHaveProperty(['phone']);
    expect((await verificationNow(test, staff, made.id)).version).toBe(made.version);
  });

  it('sends a link once for a form sent twice', async () => {
    const made = await remote();
    const input = {
      params: { id: made.id },
      body: { version: made.version, channel: 'email' as const, email: 'again@example.test' },
      requestKey: crypto.randomUUID(),
    };
    const before = test.verification.sent.length;
    const first = await test.request(sendVerificationLink, input, { as: staff });
    const second = await test.request(sendVerificationLink, input, { as: staff });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.response).toEqual(first.response);
    expect(test.verification.sent.slice(before).map(({ to }) => to)).toEqual(['again@example.test']);
  });

  it('locks the client before a verification whose evidence expires', async () => {
    const client = await personToVerify(test, staff);
    const { id, version } = await started(test, staff, client.id, {
      method: 'documentSighted',
      document: sightedPassport(number()),
    });
    await send(decideVerification, { id }, { version, decision: 'verified', reason });
    await test.database.asSuperuser(
      `UPDATE assay.individual_verifications SET evidence_expires_on = '2020-01-01' WHERE id = $1`,
      [id],
    );
    const expired = await runWhileLocked(
      test,
      test.companies.a.id,
      (trx) => trx.selectFrom('clients').select('id').where('id', '=', client.id).forUpdate().execute(),
      () => expireEvidence({ db: test.database.db, now: test.clock.now }),
      async () => expect(await isLocked(test, 'individual_verifications', id)).toBe(false),
    );
    expect(expired.ended).toBe(1);
  });

  describe('start', () => {
    const start = (clientId: string, body: object, as = staff) =>
      test.request(startVerification, { params: { clientId }, body } as never, { as });
    const exception = (endsOn: string) => ({
      method: 'exception',
      exception: { ...exceptionRecord, endsOn },
    });

    it('rejects a business, an archived client and an expired exception', async () => {
      const business = await create(test, staff, businessForm('Not A Person Limited'));
      const refused = await start(business.id, { method: 'documentSighted' });
      expect(refused.problem.detail).toMatch(/is a business/);
      const client = await personToVerify(test, staff);
      expect((await start(client.id, exception('2020-01-01'))).problem.fields).toHaveProperty([
        'exception.endsOn',
      ]);
      const today = testDay('Pacific/Auckland', test.clock.now());
      const late = await start(client.id, exception(addDays(addMonths(today, 12), 1)));
      expect(late.problem.fields).toEqual({
        'exception.endsOn': [
          `An exception lasts 12 months at most, by your firm’s policy. Enter ${formatDate(addMonths(today, 12))} or earlier.`,
        ],
      });
      await test.database.asSuperuser(`UPDATE assay.clients SET status = 'archived' WHERE id = $1`, [
        client.id,
      ]);
      const archived = await start(client.id, { method: 'documentSighted' });
      expect(archived.problem.detail).toMatch(/archived/);
    });

    it('rejects future dates, and methods that the company’s countries do not allow', async () => {
      const client = await personToVerify(test, staff);
      const fields = async (body: object, as = staff, id = client.id) =>
        Object.keys((await start(id, body, as)).problem.fields ?? {});
      const accredited = (more: object) => ({
        method: 'distf',
        accreditedService: { ...accreditedResult, ...more },
      });
      expect(await fields(accredited({ verifiedOn: '2999-01-01' }))).toEqual([
        'accreditedService.verifiedOn',
      ]);
      expect(await fields(accredited({ covers: [], evidence: ' ' }))).toEqual([
        'accreditedService.covers',
        'accreditedService.evidence',
      ]);
      const relied = (more: object) => ({ method: 'reliance', reliance: { ...relianceStatement, ...more } });
      expect(await fields(relied({ assessedOn: '2999-01-01', assessmentRecordedOn: '2999-01-02' }))).toEqual([
        'reliance.assessedOn',
        'reliance.assessmentRecordedOn',
      ]);
      expect(
        await fields({ ...exception(''), exception: { ...exceptionRecord, endsOn: undefined } }),
      ).toEqual(['exception.endsOn']);
      expect(
        await fields({ method: 'electronicRemote', channel: 'link', dataSources: ['auCreditBureau'] }),
      ).toEqual(['dataSources']);
      const abroad = (await test.addCompany('Wattle Abroad', { billingCountryCode: 'AUS' })).staff;
      const theirs = await personToVerify(test, abroad);
      expect(await fields(accredited({}), abroad, theirs.id)).toEqual(['method']);
      expect(await fields(relied({}), abroad, theirs.id)).toEqual(['reliance.basis']);
    });

    it('waits for a concurrent change of the client and validates against it', async () => {
      const client = await personToVerify(test, staff);
      const late = await runWhileLocked(
        test,
        test.companies.a.id,
        (trx) => trx.updateTable('clients').set({ status: 'archived' }).where('id', '=', client.id).execute(),
        () => start(client.id, { method: 'documentSighted' }),
      );
      expect(late.problem.detail).toMatch(/archived/);
    });

    it('returns document errors under the document’s path', async () => {
      const client = await personToVerify(test, staff);
      const unseen = await start(client.id, {
        method: 'documentSighted',
        document: { ...sightedPassport(number()), sighted: undefined },
      });
      expect(unseen.problem.fields).toHaveProperty(['document.sighted.originalSighted']);
    });
  });
});
