import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDocumentRequestMaintenance } from '#api/follow-up/document-requests/maintenance-job.ts';
import { createEmailTransport, type OutgoingEmail } from '#api/integrations/email/transport.ts';
import {
  cancelDocumentRequest,
  createDocumentRequest,
  type DocumentRequest,
  decideRequestItem,
  listSubmittedRequests,
  readDocumentRequest,
  requestChanges,
  sendDocumentRequest,
  sendReminder,
} from '#contract/document-requests/document-requests.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  dayFromNow,
  getLink,
  getRecipient,
  sampleRequestBody,
  sendEmails,
  sentRequest,
  submitAll,
  submittedRequest,
} from '#tests/support/api/document-requests.ts';
import { sampleClient } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';

describe.each(testEngines)('document requests on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(engine);
    a = test.companies.a;
  });
  afterAll(() => test.close());

  const read = async (id: string): Promise<DocumentRequest> =>
    (await test.request(readDocumentRequest, { params: { id } }, { as: a.owner })).response;
  const decide = async (id: string, index: number, body: object) => {
    const { version, items } = await read(id);
    const params = { id, itemId: items[index]?.id ?? '' };
    return test.request(decideRequestItem, { params, body: { version, ...body } as never }, { as: a.owner });
  };
  /** A transport that records messages and fails on demand. */
  function postbox() {
    const sent: OutgoingEmail[] = [];
    let failure: { reason: string; isFinal: boolean } | undefined;
    return {
      sent,
      fail(next: typeof failure) {
        failure = next;
      },
      send: async (mail: OutgoingEmail) => {
        if (failure) return { ok: false as const, ...failure };
        sent.push(mail);
        return { ok: true as const };
      },
      close: () => undefined,
    };
  }

  it('stores only the hash of a link, from which only the server can rebuild it', async () => {
    const request = await sentRequest(test, a.owner);
    const transactionId = await getLink(test, request.id);
    expect(transactionId).toMatch(/^[\w-]{43}$/);
    for (const table of ['document_requests', 'outbox', 'audit_details', 'request_keys']) {
      const { rows } = await test.database.asSuperuser(`SELECT t::text AS text FROM assay.${table} t`);
      expect(rows.filter(({ text }) => String(text).includes(transactionId))).toEqual([]);
    }
    expect(JSON.stringify(test.logged())).not.toContain(transactionId);
    expect((await getRecipient(test, transactionId).read()).response).toMatchObject({ status: 'sent' });
  });

  it('goes from sent to completed, and shows staff the submission', async () => {
    const request = await sentRequest(test, a.owner);
    const recipient = await submitAll(test, request);
    expect((await read(request.id)).status).toBe('partlySubmitted');
    expect((await decide(request.id, 0, { decision: 'accept' })).status).toBe(422);
    expect((await recipient.submit()).response.status).toBe('submitted');
    const waiting = await test.request(listSubmittedRequests, { query: { limit: 50 } }, { as: a.owner });
    expect(waiting.response.items.map(({ id }) => id)).toContain(request.id);
    const shown = await read(request.id);
    expect(shown.items[0]?.documents).toHaveLength(1);
    expect(shown.items[0]?.documents[0]).toMatchObject({ uploadedBy: 'client', hasThumbnail: true });
    expect(shown.items[1]?.details).toEqual({ name: 'Hinemoa Exampleton', dateOfBirth: '1984-02-29' });
    expect((await decide(request.id, 0, { decision: 'accept' })).response.status).toBe('submitted');
    expect((await decide(request.id, 1, { decision: 'accept' })).response.status).toBe('completed');
    expect((await recipient.read()).problem.code).toBe('link.expired');
    expect(shown.history.map(({ action }) => action)).toContain('documentRequest.submitted');
  });

  it('requests rejected items again with the reason, once changes are requested', async () => {
    const request = await submittedRequest(test, a.owner);
    const recipient = getRecipient(test, await getLink(test, request.id));
    await decide(request.id, 0, { decision: 'reject', reason: 'The photo is too dark to read' });
    // Not sent yet: the recipient sees the submission, and no reason.
    expect((await recipient.read()).response.items[0]).toMatchObject({ status: 'given', rejectReason: null });
    await decide(request.id, 1, { decision: 'accept' });
    const { version } = await read(request.id);
    const asked = await test.request(
      requestChanges,
      { params: { id: request.id }, body: { version } },
      { as: a.owner },
    );
    expect(asked.response.status).toBe('changesRequested');
    const [passport, details] = (await recipient.read()).response.items;
    expect(passport).toMatchObject({
      status: 'rejected',
      rejectReason: 'The photo is too dark to read',
      isOpen: true,
    });
    expect(details).toMatchObject({ status: 'accepted', isOpen: false });
    expect((await recipient.submit()).status).toBe(422);
    const same = await recipient.give(passport?.id ?? '', await samplePicture('png'));
    expect(same.problem.fields?.file?.[0]).toContain('not accepted');
    await recipient.give(passport?.id ?? '', samplePdf(), 'passport.pdf');
    expect((await recipient.submit()).response.status).toBe('submitted');
    expect((await decide(request.id, 0, { decision: 'accept' })).response.status).toBe('completed');
  });

  it('invalidates the old link at once when a new one is sent', async () => {
    const request = await sentRequest(test, a.owner);
    const old = getRecipient(test, await getLink(test, request.id));
    await old.start();
    const body = { version: (await read(request.id)).version, dueOn: dayFromNow(test, 9) };
    const again = await test.request(
      sendDocumentRequest,
      { params: { id: request.id }, body },
      { as: a.owner },
    );
    expect(again.response.status).toBe('opened');
    expect((await old.read()).problem.code).toBe('record.notFound');
    expect((await getRecipient(test, await getLink(test, request.id)).read()).status).toBe(200);
    const mail = postbox();
    await sendEmails(test, mail);
    const links = mail.sent.filter(({ to }) => to === 'hinemoa@example.test').map(({ text }) => text);
    expect(links.filter((text) => text.includes(old.as.token))).toEqual([]);
    expect(links.filter((text) => text.includes('new link'))).toHaveLength(1);
  });

  it('leaves submitted items as they are when a new link is sent', async () => {
    const partly = await sentRequest(test, a.owner);
    await submitAll(test, partly);
    const { items, version } = await read(partly.id);
    const again = { params: { id: partly.id }, body: { version, dueOn: dayFromNow(test, 9) } };
    expect((await test.request(sendDocumentRequest, again, { as: a.owner })).status).toBe(200);
    expect((await read(partly.id)).items).toEqual(items);
  });

  it('isolates companies, and without a subscription rejects new requests but continues sent ones', async () => {
    const c = await test.addCompany('Tui Legal', { subscriptionActive: true });
    const request = await sentRequest(test, c.owner);
    expect(
      (await test.request(readDocumentRequest, { params: { id: request.id } }, { as: a.owner })).status,
    ).toBe(404);
    const { id: clientId } = await sampleClient(test, c.owner);
    await test.database.asSuperuser('UPDATE assay.companies SET subscription_active = false WHERE id = $1', [
      c.id,
    ]);
    const refused = await test.request(
      createDocumentRequest,
      { params: { id: clientId }, body: sampleRequestBody(test) as never },
      { as: c.owner },
    );
    expect(refused.problem.code).toBe('subscription.required');
    const recipient = await submitAll(test, request);
    expect((await recipient.submit()).response.status).toBe('submitted');
    const { version } = (
      await test.request(readDocumentRequest, { params: { id: request.id } }, { as: c.owner })
    ).response;
    const cancelled = await test.request(
      cancelDocumentRequest,
      { params: { id: request.id }, body: { version, reason: 'Not needed' } },
      { as: c.owner },
    );
    expect(cancelled.response.status).toBe('cancelled');
    await test.database.asSuperuser('UPDATE assay.companies SET access_restricted = true WHERE id = $1', [
      c.id,
    ]);
    expect((await recipient.read()).problem.code).toBe('link.expired');
  });

  it('sends one email per cause, retries deferred ones and reports undeliverable ones', async () => {
    const request = await sentRequest(test, a.owner, { recipientEmail: 'mails@example.test' });
    const mail = postbox();
    const toUs = () => mail.sent.filter(({ to }) => to === 'mails@example.test');
    mail.fail({ reason: '450 RCPT TO', isFinal: false });
    await sendEmails(test, mail);
    expect((await read(request.id)).mails[0]?.status).toBe('queued');
    mail.fail(undefined);
    await sendEmails(test, mail);
    expect(toUs()).toHaveLength(0);
    await test.clock.advance(61);
    await Promise.all([sendEmails(test, mail), sendEmails(test, mail)]);
    expect(toUs()).toHaveLength(1);
    expect(toUs()[0]?.text).toContain(`/document_request/${await getLink(test, request.id)}`);
    const remind = async () => {
      const { version } = await read(request.id);
      const input = { params: { id: request.id }, body: { version } };
      return test.request(sendReminder, input, { as: a.owner });
    };
    expect((await remind()).status).toBe(200);
    expect((await remind()).status).toBe(422);
    mail.fail({ reason: '550 RCPT TO', isFinal: true });
    await sendEmails(test, mail);
    expect((await read(request.id)).mails.map(({ status }) => status)).toEqual(['sent', 'failed']);
    const alerts = await test.request(
      listAlerts,
      { query: { resourceType: 'clients', resourceId: request.clientId, limit: 5 } },
      { as: a.owner },
    );
    expect(alerts.response.items[0]?.summary).toContain('could not be delivered');
    // A real transport without a server at the other end reports failure and does not throw.
    const nobody = createEmailTransport({ smtpUrl: 'smtp://127.0.0.1:9', from: 'a@example.test' });
    expect(
      await nobody.send({ id: 'x', to: 'b@example.test', subject: 's', text: 't', kind: 'k' }),
    ).toMatchObject({
      ok: false,
      isFinal: false,
    });
  });

  it('sends reminders before and after the due date, opens an alert and expires links', async () => {
    const request = await sentRequest(test, a.owner, { recipientEmail: 'late@example.test' });
    const mail = postbox();
    // Advances the jobs' clock alone: session tokens would expire.
    let daysPassed = 0;
    const now = () => new Date(test.clock.now().getTime() + daysPassed * 86_400_000);
    const run = async (days: number) => {
      daysPassed += days;
      await runDocumentRequestMaintenance(test.database.db, { now });
      await runDocumentRequestMaintenance(test.database.db, { now });
      await sendEmails(test, mail, now);
      return mail.sent.filter(({ to }) => to === 'late@example.test').map(({ subject }) => subject);
    };
    expect(await run(0)).toHaveLength(1);
    expect(await run(4)).toHaveLength(2);
    expect((await run(2)).at(-1)).toContain('Reminder');
    expect((await run(3)).at(-1)).toContain('Overdue');
    const getAlerts = async () =>
      (
        await test.request(
          listAlerts,
          { query: { resourceType: 'clients', resourceId: request.clientId, limit: 5 } },
          { as: a.owner },
        )
      ).response.items.filter(({ type, status }) => type === 'requestOverdue' && status !== 'closed');
    expect(await getAlerts()).toHaveLength(1);
    await run(20);
    expect((await read(request.id)).status).toBe('expired');
    expect((await getRecipient(test, await getLink(test, request.id)).read()).problem.code).toBe(
      'link.expired',
    );
    const { version } = await read(request.id);
    const body = { version, dueOn: dayFromNow(test, 5) };
    const again = await test.request(
      sendDocumentRequest,
      { params: { id: request.id }, body },
      { as: a.owner },
    );
    expect(again.response.status).toBe('sent');
    expect(await getAlerts()).toHaveLength(0);
  });
});
