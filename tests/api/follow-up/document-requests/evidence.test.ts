import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { createClient, readClient, readClientHistory } from '#contract/clients/clients.ts';
import {
  createDocumentRequest,
  type DocumentRequest,
  decideRequestItem,
  editDocumentRequest,
  readDocumentRequest,
  requestChanges,
} from '#contract/document-requests/document-requests.ts';
import { removeDocument } from '#contract/documents/documents.ts';
import { decideVerification } from '#contract/individual-verifications/individual-verifications.ts';
import { liftLegalHold, setLegalHold } from '#contract/views/retention.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { dayFromNow, getLink, getRecipient } from '#tests/support/api/document-requests.ts';
import {
  passportExpiresOn,
  personToVerify,
  started,
  verificationNow,
} from '#tests/support/api/verifications.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';

describe('accepted request items as evidence of a verification', () => {
  let test: TestApi;
  let staff: TestPerson;

  beforeAll(async () => {
    test = await openTestApi(testEngine);
    ({ staff } = test.companies.a);
  });
  afterAll(() => test.close());

  const items = [
    { label: 'Passport', kind: 'document', documentType: 'passport' },
    {
      label: 'Your details',
      kind: 'details',
      detailFields: ['name', 'dateOfBirth', 'address', 'documentNumber', 'documentExpiry'],
    },
  ];
  const home = { addressLine1: '4 Invented Road', state: 'Nelson', postcode: '7010', countryCode: 'NZL' };
  const given = (number: string) => ({
    name: 'aroha verifiedsample',
    dateOfBirth: '1985-03-12',
    address: home,
    documentNumber: number,
    documentExpiry: passportExpiresOn,
  });

  async function createSentRequest(
    clientId: string,
    rest: Record<string, unknown> = {},
  ): Promise<DocumentRequest> {
    const body = { recipientName: 'Aroha Verifiedsample', dueOn: dayFromNow(test, 7), items, ...rest };
    const input = { params: { id: clientId }, body: body as never, requestKey: crypto.randomUUID() };
    return (await test.request(createDocumentRequest, input, { as: staff })).response;
  }
  /** Every item uploaded and submitted. */
  async function submitted(request: DocumentRequest, number: string): Promise<void> {
    const recipient = getRecipient(test, await getLink(test, request.id));
    await recipient.start();
    for (const { id, kind } of request.items) {
      if (kind === 'document') await recipient.give(id, await samplePicture('png'));
      else (await recipient.tell(id, given(number))).response;
    }
    (await recipient.submit()).response;
  }
  const read = async (id: string): Promise<DocumentRequest> =>
    (await test.request(readDocumentRequest, { params: { id } }, { as: staff })).response;
  async function decide(id: string, index: number, body: object, requestKey = crypto.randomUUID()) {
    const request = await read(id);
    const params = { id, itemId: request.items[index]?.id ?? '' };
    const input = { params, body: { version: request.version, ...body } as never, requestKey };
    return test.request(decideRequestItem, input, { as: staff });
  }
  const getActions = async (id: string) =>
    (
      await test.database.asSuperuser(
        'SELECT action FROM assay.audit_events WHERE resource_id = $1 ORDER BY seq',
        [id],
      )
    ).rows.map(({ action }) => action);
  const client = async (id: string) =>
    (await test.request(readClient, { params: { id } }, { as: staff })).response;

  it('records the document once, compares the details with the record and fills in gaps', async () => {
    const { id } = await personToVerify(test, staff, { dateOfBirth: undefined });
    const open = async () =>
      (await test.request(readDiligence, { params: { id } }, { as: staff })).response.items
        .filter(({ satisfied }) => !satisfied)
        .map(({ code }) => code);
    expect(await open()).toContain('record.dateOfBirth');
    const verification = await started(test, staff, id, { method: 'documentSighted' });
    const request = await createSentRequest(id, { verificationId: verification.id });
    expect(request.verification).toMatchObject({ kind: 'individual', id: verification.id, isOpen: true });
    await submitted(request, 'LA 910001');

    expect((await decide(request.id, 0, { decision: 'accept' })).response.items[0]?.evidence).toMatchObject({
      verificationId: verification.id,
      hasDocumentRecord: true,
    });
    const now = await verificationNow(test, staff, verification.id);
    expect(now.status).toBe('needsReview');
    expect(now.documents).toMatchObject([
      { type: 'nzPassport', numberMasked: '••••••01', expiresOn: passportExpiresOn, sighted: null },
    ]);
    expect(now.submittedEvidence).toMatchObject([
      {
        label: 'Passport',
        request: { id: request.id, recipientName: 'Aroha Verifiedsample' },
        documentId: now.documents[0]?.id,
        files: [{ uploadedBy: 'client' }],
        acceptedBy: { name: staff.name },
      },
    ]);
    // Another click that accepts it again changes no evidence.
    await decide(request.id, 0, { decision: 'accept' });
    expect((await verificationNow(test, staff, verification.id)).submittedEvidence).toHaveLength(1);

    const done = (await decide(request.id, 1, { decision: 'accept' })).response;
    expect(done.status).toBe('completed');
    // No further decision is possible, and the number is in the verification.
    expect(done.items[1]?.details?.documentNumber).toBe('••••••01');
    expect(done.items[1]?.evidence?.details).toEqual([
      { field: 'name', text: 'aroha verifiedsample', standing: 'match' },
      { field: 'dateOfBirth', text: '12 Mar 1985', standing: 'recorded' },
      { field: 'address', text: '4 Invented Road, Nelson 7010', standing: 'differs' },
      { field: 'documentNumber', text: '••••••01', standing: 'notCompared' },
      { field: 'documentExpiry', text: formatDate(passportExpiresOn), standing: 'notCompared' },
    ]);
    expect((await client(id)).individual?.dateOfBirth).toBe('1985-03-12');
    expect(await open()).not.toContain('record.dateOfBirth');
    expect(await getActions(verification.id)).toEqual([
      'individualVerification.started',
      'individualVerification.evidenceTaken',
      'individualVerification.evidenceTaken',
    ]);
    expect(await getActions(id)).toContain('client.updated');
    for (const table of [
      'document_request_items',
      'verification_documents',
      'audit_details',
      'verification_evidence',
    ]) {
      const { rows } = await test.database.asSuperuser(
        `SELECT 1 AS found FROM assay.${table} t WHERE t::text LIKE '%910001%'`,
      );
      expect(rows, table).toEqual([]);
    }
    const file = now.submittedEvidence[0]?.files[0];
    const removal = await test.request(
      removeDocument,
      {
        params: { id: file?.id ?? '' },
        body: { version: file?.version ?? 1, reason: 'Not needed' },
        requestKey: crypto.randomUUID(),
      },
      { as: staff },
    );
    expect(removal.status).toBe(422);
  });

  it('withdraws evidence that is no longer accepted, unless it was decided on', async () => {
    const { id } = await personToVerify(test, staff, { dateOfBirth: undefined });
    const verification = await started(test, staff, id, { method: 'documentCertified' });
    // Not created for the request, but its evidence: it is the one in progress.
    const request = await createSentRequest(id);
    await submitted(request, 'LA910002');
    await decide(request.id, 0, { decision: 'accept', document: null });
    expect((await verificationNow(test, staff, verification.id)).documents).toEqual([]);
    await decide(request.id, 0, { decision: 'reject', reason: 'Too dark' });
    const certified = {
      type: 'nzPassport',
      fields: { number: 'LA910002', expiresOn: '2020-02-30' },
      certified: {
        refereeName: 'Justice Exampleton',
        refereeType: 'justiceOfThePeace',
        certifiedOn: dayFromNow(test, -5),
        statesLikeness: true,
        independent: true,
      },
      sighted: { originalSighted: false, showsName: true, showsDateOfBirth: true },
    };
    const refused = await decide(request.id, 0, { decision: 'accept', document: certified });
    expect(refused.problem.fields).toHaveProperty('document.fields.expiresOn');
    const document = { ...certified, fields: { number: 'LA910002', expiresOn: passportExpiresOn } };
    expect((await decide(request.id, 0, { decision: 'accept', document })).status).toBe(200);
    const taken = await verificationNow(test, staff, verification.id);
    expect(taken.documents).toMatchObject([{ certified: { refereeName: 'Justice Exampleton' } }]);
    expect(taken.checks).toMatchObject([{ type: 'sighted', outcome: 'match' }]);

    const officer = await test.addMember(test.companies.a.id, { designations: ['complianceOfficer'] });
    const onHold = { params: { id }, body: { reason: 'A case at court.' } };
    expect((await test.request(setLegalHold, onHold, { as: officer })).status).toBe(200);
    const missing = { decision: 'reject', reason: 'A page is missing' };
    expect((await decide(request.id, 0, missing)).problem.detail).toBe(
      'This document must be retained and cannot be removed.',
    );
    expect((await verificationNow(test, staff, verification.id)).documents).toHaveLength(1);
    expect((await test.request(liftLegalHold, onHold, { as: officer })).status).toBe(200);
    await decide(request.id, 0, missing);
    const back = await verificationNow(test, staff, verification.id);
    expect(back).toMatchObject({ documents: [], submittedEvidence: [], checks: [] });
    expect(back.timeline.at(-1)?.kind).toBe('evidenceTakenBack');

    // Details before the file: the document's record is created with the file.
    await decide(request.id, 0, { decision: 'accept', document });
    const other = await createSentRequest(id, {
      items: [items[1], { ...items[0], label: 'Passport again' }],
    });
    await submitted(other, 'LA910002');
    await decide(other.id, 0, { decision: 'accept' });
    expect((await client(id)).individual?.dateOfBirth).toBe('1985-03-12');
    await decide(other.id, 0, { decision: 'reject', reason: 'Another person' });
    expect((await client(id)).individual?.dateOfBirth).toBeNull();

    const decided = await verificationNow(test, staff, verification.id);
    const decision = await test.request(
      decideVerification,
      {
        params: { id: verification.id },
        body: {
          version: decided.version,
          decision: 'notVerified',
          reason: 'Someone else gave it, as it turned out',
        },
        requestKey: crypto.randomUUID(),
      },
      { as: staff },
    );
    expect(decision.status).toBe(200);
    await decide(request.id, 0, { decision: 'reject', reason: 'Not theirs' });
    expect((await verificationNow(test, staff, verification.id)).submittedEvidence).toHaveLength(1);
  });

  it('counts a deed as evidence of a business, and nothing of another client', async () => {
    const business = await test.request(
      createClient,
      {
        body: {
          clientType: 'trust',
          business: {
            legalName: 'Exampleton Family Trust',
            registrationCountry: 'NZL',
            trustType: 'discretionary',
          },
          addresses: [],
        } as never,
        requestKey: crypto.randomUUID(),
      },
      { as: staff },
    );
    const begun = await test.request(
      startBusinessVerification,
      { params: { clientId: business.response.id }, query: {}, requestKey: crypto.randomUUID() },
      { as: staff },
    );
    expect(begun.status).toBe(201);
    const person = await personToVerify(test, staff);
    const foreign = await test.request(
      createDocumentRequest,
      {
        params: { id: person.id },
        body: {
          recipientName: 'A',
          dueOn: dayFromNow(test, 7),
          items,
          verificationId: begun.response.id,
        } as never,
        requestKey: crypto.randomUUID(),
      },
      { as: staff },
    );
    expect(foreign.problem.fields).toHaveProperty('verificationId');
    const request = await createSentRequest(business.response.id, {
      verificationId: begun.response.id,
      items: [{ label: 'Trust deed', kind: 'document', documentType: 'trustDeed' }],
    });
    const recipient = getRecipient(test, await getLink(test, request.id));
    await recipient.start();
    await recipient.give(request.items[0]?.id ?? '', samplePdf(), 'deed.pdf');
    await recipient.submit();
    const blockers = async () => {
      const { response } = await test.request(
        readBusinessVerification,
        { params: { id: begun.response.id } },
        { as: staff },
      );
      return {
        status: response.status,
        evidence: response.submittedEvidence.map(({ label }) => label),
        codes: response.actions.find(({ action }) => action === 'decide')?.blockers.map(({ code }) => code),
      };
    };
    expect((await blockers()).codes).toContain('kyb.noEvidence');
    await decide(request.id, 0, { decision: 'accept' });
    const settled = await blockers();
    expect(settled).toMatchObject({ status: 'needsReview', evidence: ['Trust deed'] });
    expect(settled.codes).not.toContain('kyb.noEvidence');
    expect(await getActions(begun.response.id)).toContain('businessVerification.evidenceAccepted');
  });

  it('allows changes and sending of a draft, and no change of a sent request', async () => {
    const { id } = await personToVerify(test, staff);
    const draft = await createSentRequest(id, { send: false, message: 'First words' });
    expect(draft.actions).toContain('edit');
    const body = {
      version: draft.version,
      recipientName: 'Someone Else',
      dueOn: dayFromNow(test, 9),
      message: 'Other words',
      items: [{ label: 'Bank statement', kind: 'document', documentType: 'bankStatement', required: false }],
      send: false,
    };
    const edit = (change: object, requestKey = crypto.randomUUID()) =>
      test.request(
        editDocumentRequest,
        { params: { id: draft.id }, body: { ...body, ...change } as never, requestKey },
        { as: staff },
      );
    const key = crypto.randomUUID();
    const edited = (await edit({}, key)).response;
    expect(edited).toMatchObject({
      status: 'draft',
      recipientName: 'Someone Else',
      message: 'Other words',
      dueOn: body.dueOn,
      items: [{ label: 'Bank statement', required: false }],
      history: [{ action: 'documentRequest.draftEdited' }, { action: 'documentRequest.drafted' }],
    });
    // A double click: one change, one response.
    expect((await edit({}, key)).response.version).toBe(edited.version);
    expect((await edit({})).problem.code).toBe('record.versionConflict');
    expect((await edit({ version: edited.version, items: [] })).problem.fields).toHaveProperty('items');
    const sent = (await edit({ version: edited.version, send: true })).response;
    expect(sent).toMatchObject({ status: 'sent', link: expect.stringContaining('/document_request/') });
    expect((await edit({ version: sent.version })).status).toBe(422);
  });

  it('records requests in the client’s history, newest first, and in their own', async () => {
    const { id } = await personToVerify(test, staff);
    const request = await createSentRequest(id);
    await submitted(request, 'LA910007');
    await decide(request.id, 0, { decision: 'accept' });
    await decide(request.id, 1, { decision: 'accept' });
    const { response } = await test.request(readClientHistory, { params: { id }, query: {} }, { as: staff });
    expect(response.events.map(({ action }) => action)).toEqual([
      'documentRequest.itemAccepted',
      'documentRequest.itemAccepted',
      'documentRequest.submitted',
      'documentRequest.opened',
      'documentRequest.sent',
      'client.created',
    ]);
    const [newest, second] = response.events;
    const older = await test.request(
      readClientHistory,
      { params: { id }, query: { before: second?.seq ?? 0 } },
      { as: staff },
    );
    expect(older.response.events.map(({ seq }) => seq)).not.toContain(newest?.seq);
    expect(older.response.events).toHaveLength(4);
  });

  it('frees the places of files that were not accepted', async () => {
    const { id } = await personToVerify(test, staff);
    const request = await createSentRequest(id, { items: [items[0]] });
    const itemId = request.items[0]?.id ?? '';
    const recipient = getRecipient(test, await getLink(test, request.id));
    await recipient.start();
    const page = (n: number) => recipient.give(itemId, samplePdf([`(page ${n})`]), `${n}.pdf`);
    for (const n of [1, 2, 3, 4, 5]) expect((await page(n)).status).toBe(200);
    await recipient.submit();
    await decide(request.id, 0, { decision: 'reject', reason: 'All too dark' });
    const { version } = await read(request.id);
    await test.request(
      requestChanges,
      { params: { id: request.id }, body: { version }, requestKey: crypto.randomUUID() },
      { as: staff },
    );
    await test.clock.advance(1);
    expect((await recipient.read()).response.items[0]?.files).toEqual([]);
    expect((await page(5)).problem.fields?.file?.[0]).toContain('not accepted');
    for (const n of [6, 7, 8, 9, 10]) expect((await page(n)).status).toBe(200);
    expect((await page(11)).problem.fields?.file?.[0]).toContain('at most 5 files');
    const [item] = (await read(request.id)).items;
    expect(item?.documents).toHaveLength(5);
    expect(item?.rejectedDocuments).toHaveLength(5);
  });
});
