import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueEmail } from '#api/integrations/email/enqueue-email.ts';
import { type OutboxReceivers, toEmailReceiver } from '#api/integrations/email/outbox-receivers.ts';
import { sendOutbox } from '#api/integrations/email/send-outbox.ts';
import type { EmailOutcome, EmailTransport, OutgoingEmail } from '#api/integrations/email/transport.ts';
import { inWork, jobActor } from '#api/kernel/command/work.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

const minuteMs = 60_000;

describe.each(testEngines)('email outbox on %s', (engine) => {
  let api: TestApi;
  let sent: OutgoingEmail[];
  let deliver: (mail: OutgoingEmail) => Promise<EmailOutcome>;
  let givenUp: string[];
  let nowMs = Date.parse('2026-03-02T09:00:00.000Z');

  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  beforeEach(async () => {
    await api.database.asSuperuser('DELETE FROM assay.outbox');
    sent = [];
    givenUp = [];
    deliver = async () => ({ ok: true });
  });
  afterAll(() => api?.close());

  const mail: EmailTransport = {
    async send(one) {
      const outcome = await deliver(one);
      if (outcome.ok) sent.push(one);
      return outcome;
    },
    close: () => undefined,
  };
  const receivers: OutboxReceivers = {
    documentRequest: toEmailReceiver(mail, {
      header: 'document request',
      compose: async (_, { payload: { to, requestId } }) =>
        requestId === 'not needed' ? undefined : { to, subject: requestId, text: 'Text' },
      giveUp: async (_, { payload }) => void givenUp.push(payload.requestId),
    }),
    accountChange: undefined,
    notification: undefined,
    notificationDigest: undefined,
    paymentFailed: undefined,
    planRequest: undefined,
    privacyClock: undefined,
    supportRequest: undefined,
  };
  const deps = () => ({ db: api.database.db, now: () => new Date(nowMs) });
  const pass = (minutes: number) => {
    nowMs += minutes * minuteMs;
  };
  const send = (those = receivers) => sendOutbox(deps(), those);
  const subjects = () => sent.map(({ subject }) => subject);
  const enqueue = (
    record: string,
    subject: string,
    {
      cause = subject,
      wakeOutbox,
      fails = false,
    }: { cause?: string; wakeOutbox?: () => void; fails?: boolean } = {},
  ) =>
    inWork(deps(), jobActor(api.companies.a.id, 'test-job'), async (work) => {
      const isNew = await enqueueEmail(
        work,
        { wakeOutbox },
        {
          kind: 'documentRequest',
          record,
          cause,
          payload: { requestId: subject, linkNumber: 1, email: 'request', to: 'a@example.test' },
        },
      );
      if (fails) throw new Error('It went wrong');
      return isNew;
    });
  const statuses = async () =>
    (await api.database.asSuperuser('SELECT status FROM assay.outbox ORDER BY sequence')).rows.map(
      ({ status }) => status,
    );

  test('an email is sent only if its transaction commits, once per cause, and right after it', async () => {
    let woken = 0;
    const wakeOutbox = () => {
      woken += 1;
    };
    await expect(enqueue('one', 'never', { wakeOutbox, fails: true })).rejects.toThrow('It went wrong');
    expect(woken).toBe(0);
    expect(await enqueue('one', 'first', { wakeOutbox })).toBe(true);
    expect(await enqueue('one', 'again', { wakeOutbox, cause: 'first' })).toBe(false);
    expect(woken).toBe(1);
    expect(await send()).toEqual({ sent: 1, failed: 0, dropped: 0 });
    expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 0 });
    expect(subjects()).toEqual(['first']);
  });

  test('a process that ends between commit and sending, or while sending, loses no email', async () => {
    await enqueue('one', 'first');
    deliver = async () => {
      throw new Error('The process ended');
    };
    await expect(send()).rejects.toThrow('The process ended');
    deliver = async () => ({ ok: true });
    // It may be in transit: no other worker sends it until the lease ends.
    expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 0 });
    pass(10);
    expect(await send()).toEqual({ sent: 1, failed: 0, dropped: 0 });
    expect(subjects()).toEqual(['first']);
  });

  test('a worker whose lease has ended does not overwrite another worker’s result', async () => {
    await enqueue('one', 'first');
    const late: { end?: (outcome: EmailOutcome) => void; begun?: () => void } = {};
    const begun = new Promise<void>((resolve) => {
      late.begun = resolve;
    });
    deliver = () =>
      new Promise((resolve) => {
        late.end = resolve;
        late.begun?.();
      });
    const slow = send();
    await begun;
    deliver = async () => ({ ok: true });
    pass(10);
    expect(await send()).toEqual({ sent: 1, failed: 0, dropped: 0 });
    late.end?.({ ok: false, reason: '550 RCPT TO', isFinal: true });
    await slow;
    expect(await statuses()).toEqual(['sent']);
    expect(givenUp).toEqual([]);
  });

  test('several workers send each email once, those about one record in order', async () => {
    const records = Array.from({ length: 6 }, (_, index) => `record ${index}`);
    for (const part of [1, 2, 3]) for (const record of records) await enqueue(record, `${record}, ${part}`);
    await Promise.all([send(), send(), send()]);
    // A worker leaves emails in progress to the worker sending them.
    await send();
    expect(subjects().toSorted()).toEqual(
      records.flatMap((record) => [1, 2, 3].map((part) => `${record}, ${part}`)),
    );
    for (const record of records) {
      expect(subjects().filter((subject) => subject.startsWith(record))).toEqual(
        [1, 2, 3].map((part) => `${record}, ${part}`),
      );
    }
  });

  test('emails are retried after a mail server failure, and later ones about the record wait', async () => {
    await enqueue('one', 'first');
    await enqueue('one', 'second');
    await enqueue('two', 'other');
    deliver = async ({ subject }) =>
      subject === 'other' ? { ok: true } : { ok: false, reason: 'ECONNREFUSED CONN', isFinal: false };
    expect(await send()).toEqual({ sent: 1, failed: 1, dropped: 0 });
    for (const wait of [1, 5]) {
      pass(wait - 0.1);
      expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 0 });
      pass(0.1);
      expect(await send()).toEqual({ sent: 0, failed: 1, dropped: 0 });
    }
    expect(await statuses()).toEqual(['queued', 'queued', 'sent']);
    deliver = async () => ({ ok: true });
    pass(15);
    expect(await send()).toEqual({ sent: 2, failed: 0, dropped: 0 });
    expect(subjects()).toEqual(['other', 'first', 'second']);
  });

  test('an email that is rejected for good, or no longer needed, does not hold up the next', async () => {
    await enqueue('one', 'refused');
    await enqueue('one', 'not needed');
    await enqueue('one', 'last');
    deliver = async ({ subject }) =>
      subject === 'refused' ? { ok: false, reason: '550 RCPT TO', isFinal: true } : { ok: true };
    expect(await send()).toEqual({ sent: 1, failed: 1, dropped: 1 });
    expect(await statuses()).toEqual(['failed', 'dropped', 'sent']);
    expect(givenUp).toEqual(['refused']);
  });

  test('a row goes to the receiver of its kind, which need not be the mail server', async () => {
    const planRequests: string[] = [];
    let isAway = true;
    const toAnotherService: OutboxReceivers = {
      ...receivers,
      planRequest: {
        retriesForever: true,
        prepare:
          async (_, { payload }) =>
          async () => {
            if (isAway) return { ok: false, reason: 'away', isFinal: true };
            planRequests.push(payload.planRequestId);
            return { ok: true };
          },
      },
    };
    await enqueue('one', 'email');
    await inWork(deps(), jobActor(api.companies.a.id, 'test-job'), (work) =>
      enqueueEmail(
        work,
        {},
        { kind: 'planRequest', record: 'plan', cause: 'plan', payload: { planRequestId: 'a plan' } },
      ),
    );
    expect(await send(toAnotherService)).toEqual({ sent: 1, failed: 1, dropped: 0 });
    isAway = false;
    pass(1);
    expect(await send(toAnotherService)).toEqual({ sent: 1, failed: 0, dropped: 0 });
    expect(subjects()).toEqual(['email']);
    expect(planRequests).toEqual(['a plan']);
    expect(await statuses()).toEqual(['sent', 'sent']);
  });

  test('emails of a kind that this installation has no settings for wait', async () => {
    await enqueue('one', 'first');
    expect(await send({ ...receivers, documentRequest: undefined })).toEqual({
      sent: 0,
      failed: 0,
      dropped: 0,
    });
    expect(await statuses()).toEqual(['queued']);
    expect(await send()).toEqual({ sent: 1, failed: 0, dropped: 0 });
  });
});
