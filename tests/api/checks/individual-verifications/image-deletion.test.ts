import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expireEvidence } from '#api/checks/individual-verifications/expiry-job.ts';
import type { VerificationSettings } from '#api/checks/individual-verifications/record/deps.ts';
import { syncVerificationsJob } from '#api/checks/individual-verifications/sync-provider-job.ts';
import { createVerificationProvider } from '#api/integrations/verification-provider/provider.ts';
import {
  cancelVerification,
  decideVerification,
  retryVerification,
  sendVerificationLink,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { liftLegalHold, setLegalHold } from '#contract/views/retention.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import {
  finishedVerification,
  personToVerify,
  started,
  verificationNow,
} from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';

const zone = 'Pacific/Auckland';

describe.each(testEngines)('deletion of photos at the verification provider on %s', (engine) => {
  let test: TestApi;
  let staff: TestPerson;

  beforeAll(async () => {
    test = await openTestApi(engine);
    staff = test.companies.a.staff;
  });
  afterEach(() => test.verification.clearFaults());
  afterAll(async () => {
    expect(test.verification.errors).toEqual([]);
    await test.close();
  });

  const later = (days: number) => () => new Date(Date.now() + days * 86_400_000);
  const list = (days: number) => expireEvidence({ db: test.database.db, now: later(days) });
  const request = (days: number, verification: VerificationSettings = test.verification.settings) =>
    syncVerificationsJob({ db: test.database.db, now: later(days), verification });
  async function run(days: number) {
    await list(days);
    await request(days);
  }

  async function sent() {
    const client = await personToVerify(test, staff);
    const body = { method: 'electronicRemote', channel: 'email', email: 'aroha@example.test' };
    const made = await started(test, staff, client.id, { ...body, dataSources: [] } as never);
    return { ...made, reference: await getReference(made.id), clientId: client.id };
  }

  async function captured(ending: string) {
    const made = await sent();
    const link = test.verification.sent.at(-1)?.link ?? '';
    await test.verification.onPhone(link, { intent: 'start' });
    await test.verification.onPhone(link, { intent: 'finish', ending });
    const done = await finishedVerification(test, staff, made.id, 'needsReview');
    return { ...made, ...done };
  }

  async function getReference(id: string): Promise<string> {
    const { rows } = await test.database.asSuperuser(
      'SELECT capture_reference FROM assay.individual_verifications WHERE id = $1',
      [id],
    );
    return String(rows[0]?.capture_reference);
  }

  async function decide({ id }: Pick<IndividualVerification, 'id'>) {
    const { version } = await verificationNow(test, staff, id);
    const body = { version, decision: 'notVerified' as const, reason: 'The photo is of another person' };
    const outcome = await test.request(decideVerification, { params: { id }, body }, { as: staff });
    expect(outcome.status).toBe(200);
  }

  async function decided() {
    const made = await captured('faceDiffers');
    await decide(made);
    return made;
  }

  const pathOf = (reference: string) => `/capture/v1/sessions/${reference}/images`;
  const requestsFor = async (reference: string) =>
    (await test.verification.requests()).filter((line) => line === `DELETE ${pathOf(reference)}`).length;
  const deletionOf = async (id: string) => (await verificationNow(test, staff, id)).imageDeletion;
  const historyOf = async (id: string) =>
    (await verificationNow(test, staff, id)).timeline.filter(({ kind }) => kind.startsWith('image'));

  async function auditOf(id: string): Promise<string[]> {
    const { rows } = await test.database.asSuperuser(
      `SELECT action FROM assay.audit_events WHERE resource_id = $1 AND action LIKE '%.image%' ORDER BY seq`,
      [id],
    );
    return rows.map(({ action }) => String(action).replace('individualVerification.', ''));
  }

  /** A provider at an HTTP server of this test, which gives each request for a deletion the same response. */
  async function answering(body: object): Promise<VerificationSettings> {
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const provider = createVerificationProvider({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'token',
      now: () => new Date(),
      log: { warn: () => undefined },
    });
    return { ...test.verification.settings, provider };
  }

  it('is requested after the seventh day, once, and recorded as the provider confirms it', async () => {
    const { id, reference } = await decided();
    const { decision, imagesHeldUntil } = await verificationNow(test, staff, id);
    const decidedOn = companyDay(new Date(decision?.at ?? ''), zone);
    expect(imagesHeldUntil).toBe(endOfDay(addDays(decidedOn, 7), zone).toISOString());
    await run(7);
    expect(await deletionOf(id)).toMatchObject({ requestedAt: null, confirmedAt: null });
    expect(await requestsFor(reference)).toBe(0);
    await run(8);
    const { imagesPurgedAt, imageDeletion } = await verificationNow(test, staff, id);
    const confirmed = await test.verification.settings.provider.deleteImages?.(reference);
    expect(confirmed).toEqual({
      ok: true,
      deletedAt: imagesPurgedAt,
      deletionReference: imageDeletion?.reference,
    });
    expect(imageDeletion).toMatchObject({
      requestedAt: expect.any(String),
      confirmedAt: imagesPurgedAt,
      problem: null,
      nextRequestAt: null,
    });
    expect((await historyOf(id)).map(({ kind, by }) => `${kind} ${by.type}`)).toEqual([
      'imageDeletionRequested system',
      'imagesPurged provider',
    ]);
    expect(await auditOf(id)).toEqual(['imageDeletionRequested', 'imagesDeleted']);
    const requests = await requestsFor(reference);
    await run(9);
    await run(60);
    expect(await requestsFor(reference)).toBe(requests);
  });

  it('counts from a late decision, not from the capture', async () => {
    const { id, reference } = await captured('faceDiffers');
    await test.database.asSuperuser(
      `UPDATE assay.individual_verifications SET created_at = created_at - interval '25 days',
              updated_at = updated_at - interval '25 days' WHERE id = $1`,
      [id],
    );
    await run(0);
    await decide({ id });
    await run(7);
    expect(await requestsFor(reference)).toBe(0);
    await run(8);
    expect(await requestsFor(reference)).toBe(1);
  });

  it('is requested for a verification that nobody decides, a week after it counts as abandoned', async () => {
    const { id, reference } = await captured('faceDiffers');
    await run(37);
    expect(await requestsFor(reference)).toBe(0);
    await run(38);
    expect(await requestsFor(reference)).toBe(1);
    expect((await deletionOf(id))?.confirmedAt).not.toBeNull();
  });

  it('waits while a referred case needs the photos, and not for one that was left', async () => {
    const made = await captured('unreadable');
    const left = await captured('unreadable');
    expect(made.machineResult).toBe('refer');
    await run(97);
    expect([await requestsFor(made.reference), await requestsFor(left.reference)]).toEqual([0, 0]);
    await decide(made);
    await run(8);
    expect([await requestsFor(made.reference), await requestsFor(left.reference)]).toEqual([1, 0]);
    await run(98);
    expect([await requestsFor(made.reference), await requestsFor(left.reference)]).toEqual([1, 1]);
  });

  it('is requested after a cancellation, and for a link that another one replaced', async () => {
    const made = await sent();
    const again = await test.request(
      sendVerificationLink,
      {
        params: { id: made.id },
        body: { version: made.version, channel: 'email', email: 'aroha@example.test' },
      },
      { as: staff },
    );
    const replacing = await getReference(made.id);
    expect(replacing).not.toBe(made.reference);
    const body = { version: again.response.version, reason: 'She comes in instead' };
    await test.request(cancelVerification, { params: { id: made.id }, body }, { as: staff });
    await run(7);
    expect([await requestsFor(made.reference), await requestsFor(replacing)]).toEqual([0, 0]);
    await run(8);
    expect([await requestsFor(made.reference), await requestsFor(replacing)]).toEqual([1, 1]);
  });

  it('is not requested once the verification is resumed', async () => {
    const { id, reference } = await decided();
    await list(8);
    const { version } = await verificationNow(test, staff, id);
    const body = { version, reason: 'A better photo is promised' };
    const resumed = await test.request(retryVerification, { params: { id }, body }, { as: staff });
    expect(resumed.status).toBe(200);
    await request(8);
    expect(await requestsFor(reference)).toBe(0);
    expect(await deletionOf(id)).toMatchObject({ requestedAt: null, nextRequestAt: null });
  });

  it('waits for a legal hold without stating it', async () => {
    const { id, reference, clientId } = await decided();
    const { owner } = test.companies.a;
    const { imagesHeldUntil } = await verificationNow(test, staff, id);
    const held = await test.request(
      setLegalHold,
      { params: { id: clientId }, body: { reason: 'A dispute at court' } },
      { as: owner },
    );
    expect(held.status).toBeLessThan(300);
    await run(8);
    expect(await requestsFor(reference)).toBe(0);
    expect(await verificationNow(test, staff, id)).toMatchObject({
      imagesHeldUntil,
      imageDeletion: { requestedAt: null },
    });
    const lifted = await test.request(
      liftLegalHold,
      { params: { id: clientId }, body: { reason: 'Settled out of court' } },
      { as: owner },
    );
    expect(lifted.status).toBeLessThan(300);
    await run(8);
    expect(await requestsFor(reference)).toBe(1);
  });

  it.each([
    ['is down', { kind: 'status', status: 503 }, 'status'],
    ['loses the response', { kind: 'drop' }, 'unreachable'],
    ['refuses', { kind: 'status', status: 409 }, 'refused'],
    ['rejects the key', { kind: 'status', status: 403 }, 'unauthorised'],
    ['does not know the capture', { kind: 'status', status: 404 }, 'unknownCapture'],
  ] as const)('is not recorded where the provider %s, and requested again', async (_, fault, problem) => {
    const { id, reference } = await decided();
    await test.verification.fault({ ...fault, path: pathOf(reference), times: 1 });
    await run(8);
    expect(await verificationNow(test, staff, id)).toMatchObject({
      imagesPurgedAt: null,
      imageDeletion: {
        requestedAt: expect.any(String),
        confirmedAt: null,
        problem,
        nextRequestAt: expect.any(String),
      },
    });
    expect((await historyOf(id)).map(({ kind }) => kind)).toEqual([
      'imageDeletionRequested',
      'imageDeletionNotConfirmed',
    ]);
    await run(8);
    expect(await requestsFor(reference)).toBe(1);
    await run(8.02);
    expect(await requestsFor(reference)).toBe(2);
    expect(await deletionOf(id)).toMatchObject({ confirmedAt: expect.any(String), problem: null });
    expect(await auditOf(id)).toEqual([
      'imageDeletionRequested',
      'imageDeletionNotConfirmed',
      'imageDeletionRequested',
      'imagesDeleted',
    ]);
  });

  it('is not confirmed by a response about another capture, or without a reference', async () => {
    const { id, reference } = await decided();
    await list(8);
    const deletedAt = new Date().toISOString();
    const other = { captureReference: crypto.randomUUID(), deletionReference: 'D-1', deletedAt };
    await request(8, await answering(other));
    expect(await deletionOf(id)).toMatchObject({ confirmedAt: null, problem: 'otherCapture' });
    await request(8.1, await answering({ captureReference: reference, deletedAt }));
    expect(await deletionOf(id)).toMatchObject({ confirmedAt: null, problem: 'unreadable' });
    await request(9);
    expect(await deletionOf(id)).toMatchObject({ confirmedAt: expect.any(String), problem: null });
  });

  it('raises an alert after three days without a confirmation, closed by the confirmation', async () => {
    const { id, reference, clientId } = await decided();
    await test.verification.fault({ kind: 'status', status: 422, path: pathOf(reference), times: 100 });
    const alerts = async () => {
      const query = { type: 'other', limit: '50' } as never;
      const { response } = await test.request(listAlerts, { query }, { as: test.companies.a.owner });
      return response.items.filter(({ resourceId }) => resourceId === clientId);
    };
    for (const days of [8, 8.1, 8.5, 9, 10.5]) await run(days);
    expect(await alerts()).toEqual([]);
    await run(13);
    await run(21);
    const open = await alerts();
    expect(open).toHaveLength(1);
    expect(open[0]?.summary).toMatch(
      /^Deletion of the photos was requested on \d+ \w+ \d{4} and not confirmed: the verification provider refused the deletion\./,
    );
    // The reason stayed the same, so the history states it once.
    expect((await historyOf(id)).map(({ kind }) => kind)).toEqual([
      'imageDeletionRequested',
      'imageDeletionNotConfirmed',
    ]);
    await test.verification.clearFaults();
    await run(30);
    expect(await deletionOf(id)).toMatchObject({ confirmedAt: expect.any(String) });
    expect(await alerts()).toEqual([]);
  });

  it('is requested outside any transaction, and again after a crash before the record', async () => {
    const { id, reference } = await decided();
    const { settings, errors } = test.verification;
    const { provider } = settings;
    const references: string[] = [];
    await list(8);
    await request(8, {
      ...settings,
      provider: {
        ...provider,
        async deleteImages(capture) {
          // Waits for ever, or fails, if the row is locked.
          await test.database.asSuperuser(
            'SELECT FROM assay.verification_captures WHERE capture_reference = $1 FOR UPDATE NOWAIT',
            [capture],
          );
          const response = await provider.deleteImages?.(capture);
          if (response?.ok) references.push(response.deletionReference);
          throw new Error('The process ended.');
        },
      },
    });
    expect(errors.splice(0)).toEqual([new Error('The process ended.')]);
    expect(references).toHaveLength(1);
    expect(await deletionOf(id)).toMatchObject({ requestedAt: expect.any(String), confirmedAt: null });
    await request(8);
    expect(await requestsFor(reference)).toBe(1);
    await request(8.002);
    expect(await requestsFor(reference)).toBe(2);
    expect(await deletionOf(id)).toMatchObject({ reference: references[0], confirmedAt: expect.any(String) });
  });
});
