import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireEvidence } from '#api/checks/individual-verifications/expiry-job.ts';
import { syncVerificationsJob } from '#api/checks/individual-verifications/sync-provider-job.ts';
import {
  addVerificationDocument,
  cancelVerification,
  decideVerification,
  reopenVerification,
  sendVerificationLink,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import {
  finishedVerification,
  getAction,
  passportExpiresOn,
  personToVerify,
  sightedPassport,
  started,
  verificationNow,
} from '#tests/support/api/verifications.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('verification by a link to a phone on %s', (engine) => {
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

  const later = (days: number) => () => new Date(Date.now() + days * 86_400_000);
  const follow = (days = 0) =>
    syncVerificationsJob({
      db: test.database.db,
      now: later(days),
      verification: test.verification.settings,
    });

  async function remote(more: object = {}) {
    const client = await personToVerify(test, staff);
    return started(test, staff, client.id, {
      method: 'electronicRemote',
      channel: 'email',
      email: 'aroha@example.test',
      dataSources: ['nzCreditBureau'],
      ...more,
    } as never);
  }

  const getLink = (at = -1) => test.verification.sent.at(at)?.link ?? '';
  async function finish(link: string, ending: string, more: Record<string, string> = {}) {
    await test.verification.onPhone(link, { intent: 'start' });
    return test.verification.onPhone(link, { intent: 'finish', ending, ...more });
  }

  /** A callback signed as by the service. */
  async function callback(body: object, { secret = '', ageSeconds = 0 } = {}) {
    const raw = JSON.stringify(body);
    const t = Math.floor(Date.now() / 1_000) - ageSeconds;
    const key = secret || (test.verification.settings.callbackSecrets[0] ?? '');
    const v1 = createHmac('sha256', key).update(`${t}.${raw}`).digest('hex');
    const response = await test.fetch('/api/v1/webhooks/verification', {
      method: 'POST',
      headers: { 'X-Verification-Signature': `t=${t},v1=${v1}` },
      body: raw,
    });
    return response.status;
  }

  async function completion({ id }: IndividualVerification, eventId: string) {
    const { rows } = await test.database.asSuperuser(
      'SELECT company_id, capture_reference FROM assay.individual_verifications WHERE id = $1',
      [id],
    );
    const [row] = rows as { company_id: string; capture_reference: string }[];
    const at = new Date().toISOString();
    return {
      eventId,
      type: 'capture.completed',
      createdAt: at,
      capture: {
        captureReference: row?.capture_reference,
        clientReference: `${row?.company_id}.${id}`,
        status: 'COMPLETED',
        expiresAt: at,
        completedAt: at,
        result: {
          liveness: 'PASS',
          faceMatch: 'MATCH',
          matchPercentage: 96,
          document: { readable: true, type: 'PASSPORT' },
          consentGiven: true,
          imagesHeldUntil: at,
        },
      },
    };
  }

  it('sends the link, accepts the result once, then queries the sources, and passes', async () => {
    const made = await remote({ message: 'For your house purchase' });
    expect(made).toMatchObject({ status: 'sent', sentTo: 'a…@example.test', linkToHandOver: null });
    expect(test.verification.sent.at(-1)).toMatchObject({
      to: 'aroha@example.test',
      text: expect.stringContaining('For your house purchase'),
    });
    // In addition to the link, a document can be entered, to be checked once the person consents.
    const body = {
      version: made.version,
      type: 'nzPassport' as const,
      fields: { number: 'LA800001', expiresOn: passportExpiresOn },
    };
    await test.request(addVerificationDocument, { params: { id: made.id }, body }, { as: staff });
    expect(await verificationNow(test, staff, made.id)).toMatchObject({ consent: null, checks: [] });
    await finish(getLink(), 'match', { twice: 'on' });
    const done = await finishedVerification(test, staff, made.id, 'needsReview');
    expect(done).toMatchObject({
      consent: { how: 'onPhone' },
      machineResult: 'pass',
      rulePassed: true,
      linkToHandOver: null,
    });
    expect(done.checks.map(({ type, outcome }) => `${type} ${outcome}`).sort()).toEqual([
      'dataSource match',
      'face match',
      'issuer match',
      'liveness match',
    ]);
    // The same event arrived twice.
    await expect
      .poll(
        async () =>
          (await verificationNow(test, staff, made.id)).timeline.filter(({ kind }) => kind === 'captureDone')
            .length,
      )
      .toBe(1);
    const kinds = done.timeline.map(({ kind }) => kind);
    expect(kinds.slice(0, 6)).toEqual([
      'started',
      'linkSent',
      'documentAdded',
      'opened',
      'consentGiven',
      'captureDone',
    ]);
    expect(done.imagesHeldUntil).not.toBeNull();
  });

  it.each([
    ['faceDiffers', 'fail'],
    ['notLive', 'fail'],
    ['unreadable', 'refer'],
  ])('after %s returns %s', async (ending, result) => {
    const made = await remote({ dataSources: [] });
    await finish(getLink(), ending);
    const done = await finishedVerification(test, staff, made.id, 'needsReview');
    expect(done).toMatchObject({ machineResult: result, rulePassed: false });
  });

  it('makes no check on a person who does not consent', async () => {
    const made = await remote();
    const before = (await test.verification.requests()).filter((line) => line.includes('/verify')).length;
    await finish(getLink(), 'declined');
    const done = await finishedVerification(test, staff, made.id, 'needsReview');
    expect(done).toMatchObject({ consent: null, checks: [], machineResult: null });
    expect(done.timeline.at(-1)?.text).toMatch(/did not consent/);
    expect((await test.verification.requests()).filter((line) => line.includes('/verify')).length).toBe(
      before,
    );
    expect(getAction(done, 'decideVerified')?.blockers).toMatchObject([{ code: 'verification.noEvidence' }]);
    expect(getAction(done, 'decideNotVerified')?.blockers).toEqual([]);
  });

  it('rejects forged, old and malformed callbacks, and accepts each event once', async () => {
    const made = await remote({ dataSources: [] });
    const event = await completion(made, `event-${engine}`);
    expect(await callback(event, { secret: 'another secret of thirty-two characters' })).toBe(401);
    expect(await callback(event, { ageSeconds: 301 })).toBe(401);
    expect(await callback({ hello: 'there' })).toBe(400);
    expect((await verificationNow(test, staff, made.id)).status).toBe('sent');
    const unsigned = await test.fetch('/api/v1/webhooks/verification', {
      method: 'POST',
      body: JSON.stringify(event),
    });
    expect(unsigned.status).toBe(401);
    const huge = await test.fetch('/api/v1/webhooks/verification', {
      method: 'POST',
      body: 'x'.repeat(70_000),
    });
    expect(huge.status).toBe(413);
    expect(await Promise.all([callback(event), callback(event), callback(event)])).toEqual([200, 200, 200]);
    const done = await finishedVerification(test, staff, made.id, 'needsReview');
    expect(done.checks.filter(({ type }) => type === 'face')).toHaveLength(1);
    const { rows } = await test.database.asSuperuser(
      'SELECT count(*)::int AS taken FROM assay.verification_callbacks WHERE event_id = $1',
      [event.eventId],
    );
    expect(rows).toEqual([{ taken: 1 }]);
    // Of another verification, or of none: accepted, without a change.
    const stray = { ...event, eventId: `stray-${engine}` };
    const capture = { ...event.capture, clientReference: `${test.companies.b.id}.${made.id}` };
    expect(await callback({ ...stray, capture })).toBe(200);
    expect(await callback({ ...stray, capture: { ...event.capture, clientReference: 'what' } })).toBe(200);
  });

  it('invalidates the earlier link when another one is sent', async () => {
    const made = await remote({ dataSources: [] });
    const former = getLink();
    const oldEvent = await completion(made, `former-${engine}`);
    const sent = await test.request(
      sendVerificationLink,
      { params: { id: made.id }, body: { version: made.version, channel: 'sms', phone: '021 555 0199' } },
      { as: staff },
    );
    expect(sent.response).toMatchObject({
      status: 'sent',
      channel: 'sms',
      sentTo: expect.stringMatching(/199$/),
    });
    expect((await test.verification.onPhone(former, { intent: 'start' })).status).toBe(410);
    expect(await callback(oldEvent)).toBe(200);
    expect((await verificationNow(test, staff, made.id)).status).toBe('sent');
    const wrong = await test.request(
      sendVerificationLink,
      { params: { id: made.id }, body: { version: sent.response.version, channel: 'sms', phone: '12' } },
      { as: staff },
    );
    expect(wrong.problem.fields).toHaveProperty(['phone']);
  });

  it('shows a link to those who may start checks alone', async () => {
    const made = await remote({ channel: 'link', email: undefined, dataSources: [] });
    expect(made.linkToHandOver).toBeNull();
    const seen = await verificationNow(test, staff, made.id);
    expect(seen.linkToHandOver).toMatch(/^http:\/\/assay\.example\.test\/sandbox\/verification\/capture\//);
    expect((await verificationNow(test, test.companies.a.auditor, made.id)).linkToHandOver).toBeNull();
    await finish(seen.linkToHandOver ?? '', 'match');
    await finishedVerification(test, staff, made.id, 'needsReview');
    expect((await verificationNow(test, staff, made.id)).linkToHandOver).toBeNull();
  });

  it('sends failed links by the job, and polls for missing callbacks', async () => {
    await test.verification.fault({ kind: 'status', path: '/capture/v1/sessions', status: 503, times: 1 });
    const made = await remote({ dataSources: [] });
    expect(made).toMatchObject({ status: 'notStarted' });
    expect(made.timeline.at(-1)?.text).toMatch(/could not be sent/);
    await follow(1);
    expect(await verificationNow(test, staff, made.id)).toMatchObject({ status: 'sent' });
    await test.verification.onPhone(getLink(), { intent: 'start' });
    await follow(2);
    const opened = await verificationNow(test, staff, made.id);
    expect(opened.status).toBe('opened');
    const cancelled = await test.request(
      cancelVerification,
      { params: { id: made.id }, body: { version: opened.version, reason: 'She comes in instead' } },
      { as: staff },
    );
    expect(cancelled.response).toMatchObject({ status: 'cancelled', actions: [] });
    expect((await test.verification.onPhone(getLink(), { intent: 'start' })).status).toBe(410);
  });

  it('expires evidence on its day, warns once of each expiring document, and verifies again', async () => {
    const { owner } = test.companies.a;
    const client = await personToVerify(test, staff);
    const day = (days: number) => testDay('Pacific/Auckland', later(days)());
    const made = await started(test, staff, client.id, {
      method: 'documentSighted',
      document: { ...sightedPassport('LA800002'), fields: { number: 'LA800002', expiresOn: day(45) } },
    });
    const body = {
      version: made.version,
      decision: 'verified' as const,
      reason: 'Passport seen with its holder',
    };
    const verified = (
      await test.request(decideVerification, { params: { id: made.id }, body }, { as: staff })
    ).response;
    const alerts = async () =>
      (await test.request(listAlerts, { query: { type: 'idExpiring', limit: '50' } as never }, { as: owner }))
        .response;
    const expire = (days: number) => expireEvidence({ db: test.database.db, now: later(days) });
    expect((await expire(0)).warned).toBe(1);
    expect((await expire(0)).warned).toBe(0);
    expect((await expire(20)).warned).toBe(1);
    expect(JSON.stringify(await alerts())).toContain('New Zealand passport ••••••02 expires on');
    await test.database.asSuperuser(
      'UPDATE assay.individual_verifications SET evidence_expires_on = $2 WHERE id = $1',
      [made.id, day(1)],
    );
    expect((await expire(0)).ended).toBe(0);
    expect((await expire(4)).ended).toBe(1);
    expect((await expire(4)).ended).toBe(0);
    const ended = await verificationNow(test, staff, made.id);
    expect(ended).toMatchObject({ status: 'evidenceExpired', decision: verified.decision });
    const again = await test.request(
      reopenVerification,
      { params: { id: made.id }, body: { version: ended.version } },
      { as: staff },
    );
    expect(again.response).toMatchObject({ status: 'notStarted', documents: [], checks: [], decision: null });
    // The job's clock was ahead, so the order of the two means nothing here.
    expect(again.response.timeline.map(({ kind }) => kind).sort()).toEqual([
      'decided',
      'documentAdded',
      'evidenceExpired',
      'started',
      'started',
    ]);
  });
});
