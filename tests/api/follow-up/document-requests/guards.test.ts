import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cancelDocumentRequest,
  createDocumentRequest,
  type DocumentRequest,
  decideRequestItem,
  editDocumentRequest,
  readDocumentRequest,
  requestChanges,
  sendDocumentRequest,
  sendReminder,
} from '#contract/document-requests/document-requests.ts';
import { removeFile, uploadRequestFiles } from '#contract/document-requests/public-document-request.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addVerificationDocument } from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import {
  dayFromNow,
  getLink,
  getRecipient,
  sampleRequestBody,
  sentRequest,
  submitAll,
  submittedRequest,
} from '#tests/support/api/document-requests.ts';
import { runWhileLocked } from '#tests/support/api/held-rows.ts';
import { sampleClient } from '#tests/support/api/risk.ts';
import { personToVerify, sightedPassport, started } from '#tests/support/api/verifications.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { formWith, samplePdf } from '#tests/support/files/sample-files.ts';

describe('document request guards', () => {
  let test: TestApi;
  let owner: TestPerson;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
    ({ owner } = test.companies.a);
  });
  afterAll(() => test.close());

  const send = (endpoint: Endpoint, params: object, body: object) =>
    test.request(endpoint, { params, body, requestKey: crypto.randomUUID() } as never, { as: owner });
  const read = async ({ id }: { id: string }): Promise<DocumentRequest> =>
    (await test.request(readDocumentRequest, { params: { id } }, { as: owner })).response;
  const whole = (message: string) => ({ '': [message] });
  const decide = async (request: { id: string }, index: number, body: object, itemId?: string) => {
    const { id, version, items } = await read(request);
    return send(decideRequestItem, { id, itemId: itemId ?? items[index]?.id }, { version, ...body });
  };
  const accept = { decision: 'accept' };
  const reject = { decision: 'reject', reason: 'The picture is blurred' };
  const requestAgain = async (request: { id: string }) => {
    const { id, version } = await read(request);
    return send(requestChanges, { id }, { version });
  };

  describe('a draft', () => {
    const items = {
      twice: [
        { label: 'Passport', kind: 'document', documentType: 'passport' },
        { label: 'passport', kind: 'document', documentType: 'bankStatement' },
      ],
      nothing: [{ label: 'Your details', kind: 'details', detailFields: [] }],
    };
    const refusals: [string, object, object][] = [
      [
        'items of one name',
        { items: items.twice },
        { items: ['Two items have the same name. Rename one of them'] },
      ],
      [
        'details that ask for nothing',
        { items: items.nothing },
        { 'items[0].detailFields': ['Select the details to request'] },
      ],
      [
        'an activity that is not there',
        { activityId: '01900000-0000-7000-8000-000000000000' },
        { activityId: ['Select a record from the list'] },
      ],
    ];

    it.each(refusals)('cannot be created or changed with %s', async (_, change, fields) => {
      const { id: clientId } = await sampleClient(test, owner);
      const body = sampleRequestBody(test, { send: false });
      const made = await send(createDocumentRequest, { id: clientId }, { ...body, ...change });
      expect([made.status, made.problem?.fields]).toEqual([422, fields]);
      const { response } = await send(createDocumentRequest, { id: clientId }, body);
      const { id, version } = response as DocumentRequest;
      const edited = await send(editDocumentRequest, { id }, { ...body, version, ...change });
      expect([edited.status, edited.problem?.fields]).toEqual([422, fields]);
      expect((await read({ id })).version).toBe(version);
    });

    it('is not created for an ended relationship, nor sent with a due date too far away', async () => {
      const { id } = await sampleClient(test, owner);
      const far = sampleRequestBody(test, { dueOn: dayFromNow(test, 3_000), send: true });
      const late = await send(createDocumentRequest, { id }, far);
      expect(late.problem.fields?.dueOn?.[0]).toMatch(/^Select a day from today to /);
      await test.database.asSuperuser(`UPDATE assay.clients SET status = 'exited' WHERE id = $1`, [id]);
      const ended = await send(createDocumentRequest, { id }, sampleRequestBody(test));
      expect(ended.problem.fields).toEqual(
        whole('This client’s relationship has ended. No new document requests can be sent.'),
      );
    });
  });

  it('rejects resending or reminding while staff must decide, and reminders without an address', async () => {
    const { id, version } = await submittedRequest(test, owner);
    const sent = await send(sendDocumentRequest, { id }, { version, dueOn: dayFromNow(test, 9) });
    expect([sent.status, sent.problem?.code]).toEqual([422, 'request.invalid']);
    const reminded = await send(sendReminder, { id }, { version });
    expect(reminded.problem.fields).toEqual(whole('Nothing is outstanding, so no reminder is needed.'));
    const unaddressed = await sentRequest(test, owner, { recipientEmail: undefined });
    const nobody = await send(sendReminder, { id: unaddressed.id }, { version: unaddressed.version });
    expect(nobody.problem.fields).toEqual(whole('No email address. Resend the request with one.'));
  });

  it('rejects a decision on an item of another request or without a submission', async () => {
    const request = await submittedRequest(test, owner);
    const other = await submittedRequest(test, owner);
    expect((await decide(request, 0, accept, other.items[0]?.id)).status).toBe(404);
    // The bank statement was not required.
    expect((await decide(request, 2, accept)).problem.fields).toEqual(
      whole('Nothing submitted for this item.'),
    );
  });

  it('requests changes once, when every item is decided on and one is rejected', async () => {
    const request = await submittedRequest(test, owner);
    expect((await requestAgain(request)).problem.fields).toEqual(
      whole('Accept or reject each submitted item first.'),
    );
    await decide(request, 0, accept);
    expect((await requestAgain(request)).problem.fields).toEqual(
      whole('Accept or reject each submitted item first.'),
    );
    await decide(request, 1, reject);
    expect((await requestAgain(request)).status).toBe(200);
    expect((await requestAgain(request)).status).toBe(422);
    const recipient = getRecipient(test, await getLink(test, request.id));
    const [passport] = request.items;
    const again = await recipient.give(passport?.id ?? '', samplePdf(), 'again.pdf');
    expect(again.problem.fields).toEqual(whole('This item is already accepted. Nothing more is needed.'));
  });

  it('rejects every transition at a stale version', async () => {
    const request = await submittedRequest(test, owner);
    const { id, items } = request;
    const version = request.version - 1;
    for (const refused of [
      await send(decideRequestItem, { id, itemId: items[0]?.id }, { version, ...accept }),
      await send(requestChanges, { id }, { version }),
      await send(sendDocumentRequest, { id }, { version, dueOn: dayFromNow(test, 9) }),
      await send(sendReminder, { id }, { version }),
      await send(cancelDocumentRequest, { id }, { version, reason: 'Not needed' }),
    ]) {
      expect(refused.problem).toMatchObject({
        code: 'record.versionConflict',
        current: { id, version: request.version },
      });
    }
  });

  it('requests changes only after submission, and rejects cancelling a complete request', async () => {
    const waiting = await sentRequest(test, owner);
    expect((await requestAgain(waiting)).status).toBe(422);
    const request = await submittedRequest(test, owner);
    await decide(request, 0, accept);
    await decide(request, 1, accept);
    const { id, version, status } = await read(request);
    expect(status).toBe('completed');
    const cancelled = await send(cancelDocumentRequest, { id }, { version, reason: 'Not needed' });
    expect([cancelled.status, cancelled.problem?.code]).toEqual([422, 'request.invalid']);
  });

  it('rejects a document for a verification that holds the maximum', async () => {
    const person = await personToVerify(test, owner);
    const verification = await started(test, owner, person.id, { method: 'documentSighted' });
    let { version } = verification;
    for (let added = 0; added < 10; added += 1) {
      const document = { version, ...sightedPassport(`LC${300_000 + added}`) };
      const { response } = await send(addVerificationDocument, { id: verification.id }, document);
      ({ version } = response as IndividualVerification);
    }
    const body = sampleRequestBody(test, { verificationId: verification.id });
    const { response } = await send(createDocumentRequest, { id: person.id }, body);
    const recipient = await submitAll(test, response as DocumentRequest);
    await recipient.submit();
    const { type, fields } = sightedPassport('LC399999');
    const accepted = await decide(response as DocumentRequest, 0, { ...accept, document: { type, fields } });
    expect(accepted.problem.fields).toEqual(
      whole('A verification can have up to 10 documents. Remove one first.'),
    );
  });

  describe('the recipient', () => {
    const opened = async () => {
      const request = await sentRequest(test, owner);
      const recipient = getRecipient(test, await getLink(test, request.id));
      return { request, recipient, itemId: (index: number) => request.items[index]?.id ?? '' };
    };

    it('cannot submit before Start', async () => {
      const { recipient } = await opened();
      expect((await recipient.submit()).problem.fields).toEqual(whole('Press Start first.'));
    });

    it('cannot upload or enter details before Start, nor after submitting all', async () => {
      const { request, recipient, itemId } = await opened();
      const told = { name: 'Hinemoa', dateOfBirth: '1984-02-28' };
      const rejections = async () => [
        (await recipient.give(itemId(0), samplePdf(['(late)']), 'late.pdf')).problem.fields,
        (await recipient.tell(itemId(1), told)).problem.fields,
      ];
      const early = whole('Press Start first.');
      expect(await rejections()).toEqual([early, early]);
      await (await submitAll(test, request)).submit();
      const late = whole(
        'Everything was submitted, so nothing can be changed now. We will contact you if anything else is needed.',
      );
      expect(await rejections()).toEqual([late, late]);
    });

    it('can upload files and enter details only for matching items of the request', async () => {
      const { recipient, itemId } = await opened();
      await recipient.start();
      const other = await opened();
      expect((await recipient.give(itemId(1), samplePdf(), 'a.pdf')).problem.fields).toEqual({
        file: ['This item requires details, not files.'],
      });
      expect((await recipient.tell(itemId(0), { name: 'Hinemoa' })).problem.fields).toEqual(
        whole('This item requires files, not details.'),
      );
      expect((await recipient.give(other.itemId(0), samplePdf(), 'a.pdf')).status).toBe(404);
    });

    it('must provide a file, every detail and a plausible date of birth', async () => {
      const { recipient, itemId } = await opened();
      await recipient.start();
      const { problem } = await test.request(
        uploadRequestFiles,
        { params: { itemId: itemId(0) }, body: formWith([]) } as never,
        { as: recipient.as },
      );
      expect(problem.fields).toEqual({ file: ['Select a file or take a photo first'] });
      const bare = await recipient.tell(itemId(1), {});
      expect(Object.keys(bare.problem.fields ?? {}).sort()).toEqual(['dateOfBirth', 'name']);
      for (const [dateOfBirth, sentence] of [
        [dayFromNow(test, 2), 'Date of birth must be in the past'],
        ['1899-12-31', 'Date of birth is more than 120 years ago. Check the year'],
      ] as const) {
        const told = await recipient.tell(itemId(1), { name: 'Hinemoa', dateOfBirth });
        expect(told.problem.fields).toEqual({ dateOfBirth: [sentence] });
      }
    });

    it('can remove a file of that item alone, once', async () => {
      const { request, recipient, itemId } = await opened();
      await recipient.start();
      await recipient.give(itemId(0), samplePdf(), 'one.pdf');
      await recipient.give(itemId(2), samplePdf(['(2)']), 'two.pdf');
      const { items } = await read(request);
      const [mine, others] = [items[0]?.documents[0]?.id, items[2]?.documents[0]?.id];
      const withdraw = (fileId: string | undefined) =>
        test.request(removeFile, { params: { itemId: itemId(0), fileId }, body: {} } as never, {
          as: recipient.as,
        });
      expect((await withdraw(others)).status).toBe(404);
      expect((await withdraw(mine)).status).toBe(200);
      expect((await withdraw(mine)).status).toBe(200);
      const { history } = await read(request);
      expect(history.filter(({ action }) => action === 'documentRequest.fileTakenBack')).toHaveLength(1);
    });

    it('starts once, however often Start is pressed', async () => {
      const { request, recipient } = await opened();
      for (const { status } of [await recipient.start(), await recipient.start()]) expect(status).toBe(200);
      const { history } = await read(request);
      expect(history.filter(({ action }) => action === 'documentRequest.opened')).toHaveLength(1);
    });

    it.each([
      ['cancelled', { status: 'cancelled' }, 'link.expired'],
      ['given a new link', { link_hash: 'f'.repeat(64) }, 'record.notFound'],
    ] as const)('cannot submit to a request that became %s', async (_, change, code) => {
      const { id } = await sentRequest(test, owner);
      const recipient = await submitAll(test, await read({ id }));
      const late = await runWhileLocked(
        test,
        test.companies.a.id,
        (trx) => trx.updateTable('document_requests').set(change).where('id', '=', id).execute(),
        () => recipient.submit(),
      );
      expect(late.problem.code).toBe(code);
      expect((await read({ id })).status).not.toBe('submitted');
    });
  });
});
