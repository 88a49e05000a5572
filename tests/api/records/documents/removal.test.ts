import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addParty } from '#contract/clients/parties.ts';
import { createDocumentRequest, readDocumentRequest } from '#contract/document-requests/document-requests.ts';
import { removeFile } from '#contract/document-requests/public-document-request.ts';
import {
  confirmDocumentRemoval,
  type DocumentOwner,
  downloadDocument,
  listDocuments,
  readDocument,
  removeDocument,
  withdrawDocumentRemoval,
} from '#contract/documents/documents.ts';
import {
  addVerificationDocument,
  decideVerification,
  removeVerificationDocument,
} from '#contract/individual-verifications/individual-verifications.ts';
import { listAuditLog } from '#contract/platform/audit.ts';
import { liftLegalHold, setLegalHold } from '#contract/views/retention.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { create as createActivity, fullForm } from '#tests/api/checks/activities/support.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { sampleRequestBody, submitAll } from '#tests/support/api/document-requests.ts';
import { isLocked, runWhileLocked } from '#tests/support/api/held-rows.ts';
import { addClient, endedOn, endLongAgo, keptUntil } from '#tests/support/api/retention.ts';
import {
  personToVerify,
  sightedPassport,
  started,
  verificationNow,
} from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';
import { filesOnDisk, upload } from './support.ts';

const neutral = 'This document must be retained and cannot be removed.';

describe.each(testEngines)('removing documents on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ a } = api.companies);
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Invented Officer' });
  });
  afterAll(() => api?.close());

  let made = 0;
  async function documentOn(owner: DocumentOwner, as: TestPerson = a.staff) {
    made += 1;
    const file = { name: `deed-${made}.pdf`, bytes: samplePdf([`(${made})`]) };
    const { response } = await upload(api, as, owner, [file]);
    const document = response.documents[0]?.document;
    if (document === undefined) throw new Error('The sample was refused.');
    return document;
  }
  const setClient = (id: string, columns: string) =>
    api.database.asSuperuser(`UPDATE assay.clients SET ${columns} WHERE id = $1`, [id]);
  const engage = (id: string) => setClient(id, `relationship_started_on = '2020-01-31'`);
  /** A client with a business relationship, as an owner of documents. */
  async function engagedClient(company: TestCompany = a): Promise<DocumentOwner> {
    const { id } = await addClient(api, company);
    await engage(id);
    return { ownerType: 'client', ownerId: id };
  }
  const of = (id: string) => ({ params: { id } });
  const remove = (id: string, as: TestPerson, version = 1) =>
    api.request(removeDocument, { ...of(id), body: { version, reason: 'Of another person' } }, { as });
  const confirm = (id: string, as: TestPerson, version = 2) =>
    api.request(confirmDocumentRemoval, { ...of(id), body: { version } }, { as });
  const withdraw = (id: string, as: TestPerson, version = 2) =>
    api.request(withdrawDocumentRemoval, { ...of(id), body: { version } }, { as });
  const hold = (id: string) =>
    api.request(setLegalHold, { ...of(id), body: { reason: 'A case at court.' } }, { as: officer });
  const release = (id: string) =>
    api.request(liftLegalHold, { ...of(id), body: { reason: 'It is over.' } }, { as: officer });
  const retainedBecause = async (id: string) =>
    (await api.request(readDocument, of(id), { as: a.staff })).response.retainedBecause;

  test('requires two people outside of a draft: the bytes are deleted on the second confirmation', async () => {
    const owner = await engagedClient();
    const { id } = await documentOn(owner);
    const disk = (await filesOnDisk(api)).kept.length;
    const asked = await remove(id, a.staff);
    expect(asked.response).toMatchObject({
      version: 2,
      purgedAt: null,
      removal: { reason: 'Of another person', requestedBy: { id: a.staff.id }, confirmedBy: null },
    });
    expect((await api.request(downloadDocument, of(id), { as: a.staff })).status).toBe(200);
    expect((await remove(id, officer, 2)).problem.detail).toContain('already been requested');
    expect((await confirm(id, a.staff)).problem.code).toBe('role.forbidden');
    expect((await confirm(id, officer, 1)).problem.code).toBe('record.versionConflict');
    const both = await Promise.all([confirm(id, officer), confirm(id, a.owner)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { response } = await api.request(readDocument, of(id), { as: a.auditor });
    expect(response.document).toMatchObject({
      purgeReason: 'Of another person',
      removal: { requestedBy: { name: a.staff.name }, confirmedBy: { id: expect.any(String) } },
    });
    expect((await filesOnDisk(api)).kept).toHaveLength(disk - 1);
    const log = await api.request(
      listAuditLog,
      { query: { record: owner.ownerId, action: 'document' } },
      { as: a.auditor },
    );
    expect(log.response.events.map(({ action, reason }) => [action, reason])).toEqual([
      ['document.removed', 'Of another person'],
      ['document.removalRequested', 'Of another person'],
      ['document.added', null],
    ]);
  });

  test('is withdrawn by the requester or a confirmer, and can be requested again', async () => {
    const { id } = await documentOn(await engagedClient());
    const other = await api.addMember(a.id);
    await remove(id, a.staff);
    expect((await withdraw(id, other)).problem.code).toBe('role.forbidden');
    expect((await withdraw(id, a.staff)).response).toMatchObject({ version: 3, removal: null });
    expect((await confirm(id, officer, 3)).problem.detail).toContain('has not been requested');
    expect((await remove(id, officer, 3)).status).toBe(200);
    expect((await confirm(id, officer, 4)).problem.detail).toContain('You requested this removal');
    expect((await withdraw(id, a.owner, 4)).status).toBe(200);
  });

  test('is rejected where no one else could confirm, and done by one person in a draft', async () => {
    const company = await api.addCompany('Sole Practice');
    const engaged = await documentOn(await engagedClient(company), company.owner);
    const refused = await remove(engaged.id, company.owner);
    expect(refused.problem).toMatchObject({
      status: 422,
      detail: expect.stringContaining('no one else in your company can'),
    });
    const draft: DocumentOwner = { ownerType: 'client', ownerId: (await addClient(api, company)).id };
    const { id } = await documentOn(draft, company.owner);
    expect((await remove(id, company.owner)).response).toMatchObject({
      purgeReason: 'Of another person',
      removal: null,
    });
  });

  test('leaves nothing to change once done, at any version', async () => {
    const draft: DocumentOwner = { ownerType: 'client', ownerId: (await addClient(api, a)).id };
    const { id } = await documentOn(draft);
    const { version } = (await remove(id, a.staff)).response;
    const again = [
      await remove(id, a.staff, version),
      await confirm(id, a.owner, version),
      await withdraw(id, a.owner, version),
    ];
    for (const { problem } of again) {
      expect(problem).toMatchObject({
        code: 'record.versionConflict',
        current: { id, version, purgedAt: expect.any(String) },
      });
    }
  });

  test('adds nothing to a closed verification', async () => {
    const client = await addClient(api, a);
    const { id } = await started(api, a.staff, client.id, { method: 'documentSighted' });
    await api.database.asSuperuser(
      `UPDATE assay.individual_verifications SET status = 'cancelled' WHERE id = $1`,
      [id],
    );
    const file = { name: 'late.pdf', bytes: samplePdf(['(late)']) };
    const late = await upload(api, a.staff, { ownerType: 'individualVerification', ownerId: id }, [file]);
    expect([late.status, late.problem.detail]).toEqual([
      422,
      expect.stringMatching(/verification is closed/),
    ]);
  });

  test('is rejected at another version, waits for a concurrent change, and locks the clients first', async () => {
    const owner = await engagedClient();
    const { id } = await documentOn(owner);
    const stale = (problem: object, version: number) =>
      expect(problem).toMatchObject({ code: 'record.versionConflict', current: { id, version } });
    stale((await remove(id, a.staff, 2)).problem, 1);
    const bump = (version: number) => () =>
      runWhileLocked(
        api,
        a.id,
        (trx) => trx.updateTable('documents').set({ version }).where('id', '=', id).execute(),
        (): Promise<{ problem: object }> =>
          version === 2 ? remove(id, a.staff, 1) : confirm(id, a.owner, version - 1),
      );
    stale((await bump(2)()).problem, 2);
    await runWhileLocked(
      api,
      a.id,
      (trx) => trx.selectFrom('clients').select('id').where('id', '=', owner.ownerId).forUpdate().execute(),
      () => remove(id, a.staff, 2),
      async () => expect(await isLocked(api, 'documents', id)).toBe(false),
    );
    stale((await confirm(id, a.owner, 2)).problem, 3);
    stale((await withdraw(id, a.staff, 2)).problem, 3);
    stale((await bump(4)()).problem, 4);
    expect((await remove(id, a.staff, 4)).problem.detail).toContain('already been requested');
    expect((await confirm(id, a.owner, 4)).status).toBe(200);
  });

  test('is rejected on legal hold with a neutral message, for both people', async () => {
    const owner = await engagedClient();
    const [first, second] = [await documentOn(owner), await documentOn(owner)];
    await remove(second.id, a.staff);
    await hold(owner.ownerId);
    const refusals = [await remove(first.id, a.staff), await confirm(second.id, a.owner)];
    for (const { problem } of refusals) {
      expect(problem).toMatchObject({ status: 422, detail: neutral, fields: { '': [neutral] } });
    }
    const listed = await api.request(listDocuments, { params: owner, query: {} }, { as: a.staff });
    expect(listed.response.removability).toEqual({
      [first.id]: { retainedBecause: neutral, needsSecondConfirmation: true },
      [second.id]: { retainedBecause: neutral, needsSecondConfirmation: true },
    });
    expect(await retainedBecause(first.id)).toBe(neutral);
    await release(owner.ownerId);
    expect(await retainedBecause(first.id)).toBeNull();
    expect((await confirm(second.id, a.owner)).status).toBe(200);
  });

  test('waits for the end of retention, and then requires two people', async () => {
    const owner = await engagedClient();
    const document = await documentOn(owner);
    await setClient(
      owner.ownerId,
      `status = 'exited', relationship_ended_on = '${endedOn}', retain_until = '${keptUntil}'`,
    );
    const refused = await remove(document.id, a.owner);
    expect(refused.problem.detail).toBe(
      `This document must be retained until ${formatDate(keptUntil)} (required by NZ s50).`,
    );
    await endLongAgo(api, owner.ownerId);
    expect((await remove(document.id, a.owner)).response.purgedAt).toBeNull();
    expect((await confirm(document.id, officer)).response.purgedAt).not.toBeNull();
  });

  test('covers documents of activities, recipients’ uploads, verifications and related parties', async () => {
    const { id: clientId } = await addClient(api, a);
    const activity = await createActivity(api, a.staff, fullForm(clientId));
    const verification = await started(api, a.staff, clientId, { method: 'documentSighted' } as never);
    const { id: partyClientId } = await addClient(api, a, 'Partyson');
    const roles: ['authorisedRepresentative'] = ['authorisedRepresentative'];
    const party = await api.request(
      addParty,
      { ...of(clientId), body: { partyClientId, roles } },
      { as: a.staff },
    );
    expect(party.status).toBe(201);
    const documents = [
      await documentOn({ ownerType: 'activity', ownerId: activity.id }),
      await documentOn({ ownerType: 'individualVerification', ownerId: verification.id }),
      await documentOn({ ownerType: 'client', ownerId: partyClientId }),
    ];
    const sent = await api.request(
      createDocumentRequest,
      { ...of(clientId), body: sampleRequestBody(api) as never },
      { as: a.owner },
    );
    const recipient = await submitAll(api, sent.response);
    // The recipient is told nothing of the reason, and the file stays.
    const itemId = sent.response.items[0]?.id ?? '';
    const reclaim = async (fileId: string) =>
      api.request(removeFile, { params: { itemId, fileId }, body: {} } as never, { as: recipient.as });
    const own = (await api.request(readDocumentRequest, of(sent.response.id), { as: a.staff })).response;
    const ownFile = own.items[0]?.documents[0]?.id ?? '';
    await hold(clientId);
    const kept = await reclaim(ownFile);
    expect([kept.status, kept.problem.detail]).toEqual([
      422,
      'This file cannot be removed. If it is the wrong one, upload the right one as well.',
    ]);
    expect((await api.request(downloadDocument, of(ownFile), { as: a.staff })).status).toBe(200);
    await release(clientId);
    expect((await recipient.submit()).status).toBe(200);
    const request = await api.request(readDocumentRequest, of(sent.response.id), { as: a.staff });
    const given = request.response.items.flatMap((item) => item.documents)[0];
    if (given === undefined) throw new Error('Nothing was given.');
    const ids = [...documents, given].map(({ id }) => id);

    for (const id of ids) expect(await retainedBecause(id)).toBeNull();
    await hold(clientId);
    for (const id of ids) {
      expect(await retainedBecause(id)).toBe(neutral);
      expect((await remove(id, a.owner)).problem.detail).toBe(neutral);
    }
    await release(clientId);
    await engage(clientId);
    for (const id of ids) expect((await remove(id, a.staff)).response.purgedAt).toBeNull();
  });

  test('reaches identity documents of a verification: on hold, in retention and once decided on', async () => {
    const client = await personToVerify(api, a.staff);
    const made = await started(api, a.staff, client.id, {
      method: 'documentSighted',
      document: sightedPassport('LA810001'),
    });
    const [entered] = made.documents;
    const take = async (documentId = entered?.id ?? '') => {
      const { version } = await verificationNow(api, a.staff, made.id);
      const body = { version, reason: 'Of the sister' };
      return api.request(
        removeVerificationDocument,
        { params: { id: made.id, documentId }, body },
        { as: a.staff },
      );
    };
    const numbers = async () =>
      (
        await api.database.asSuperuser(
          'SELECT id FROM assay.verification_documents WHERE verification_id = $1 AND sealed IS NOT NULL',
          [made.id],
        )
      ).rows.length;
    // The page says so before anyone tries.
    const shown = async () =>
      (await verificationNow(api, a.staff, made.id)).documents.map(({ retainedBecause }) => retainedBecause);
    expect(await shown()).toEqual([null]);
    await hold(client.id);
    expect(await shown()).toEqual([neutral]);
    expect((await take()).problem).toMatchObject({ status: 422, detail: neutral, fields: { '': [neutral] } });
    expect(await numbers()).toBe(1);
    await release(client.id);

    await setClient(
      client.id,
      `status = 'exited', relationship_started_on = '2020-01-31', relationship_ended_on = '${endedOn}', retain_until = '${keptUntil}'`,
    );
    expect((await take()).problem.detail).toBe(
      `This document must be retained until ${formatDate(keptUntil)} (required by NZ s50).`,
    );
    await setClient(client.id, `status = 'active', relationship_ended_on = NULL, retain_until = NULL`);
    // What was just entered is replaced, also where there is a relationship.
    expect((await take()).response.documents).toEqual([]);

    const { version } = await verificationNow(api, a.staff, made.id);
    const added = await api.request(
      addVerificationDocument,
      { params: { id: made.id }, body: { version, ...sightedPassport('LA810002') } },
      { as: a.staff },
    );
    const decided = await api.request(
      decideVerification,
      {
        params: { id: made.id },
        body: {
          version: added.response.version,
          decision: 'notVerified',
          reason: 'The photo is of someone else',
        },
      },
      { as: a.staff },
    );
    expect(decided.response.status).toBe('failed');
    expect((await take(added.response.documents[0]?.id)).problem.detail).toBe(
      'This document is part of the client’s record, so it is retained with the verification.',
    );
  });

  test('a removal of an identity document waits for the client, and locks it before the verification', async () => {
    const client = await personToVerify(api, a.staff);
    const made = await started(api, a.staff, client.id, {
      method: 'documentSighted',
      document: sightedPassport('LA810003'),
    });
    const refused = await runWhileLocked(
      api,
      a.id,
      (trx) =>
        trx.updateTable('clients').set({ retain_until: keptUntil }).where('id', '=', client.id).execute(),
      () =>
        api.request(
          removeVerificationDocument,
          {
            params: { id: made.id, documentId: made.documents[0]?.id ?? '' },
            body: { version: made.version, reason: 'Of the sister' },
          },
          { as: a.staff },
        ),
      async () => expect(await isLocked(api, 'individual_verifications', made.id)).toBe(false),
    );
    expect(refused.problem.detail).toContain(`must be retained until ${formatDate(keptUntil)}`);
  });

  test('a hold that is placed while a removal waits for the record counts', async () => {
    const owner = await engagedClient();
    const { id } = await documentOn(owner);
    await remove(id, a.staff);
    const [placed, confirmed] = await Promise.all([hold(owner.ownerId), confirm(id, a.owner)]);
    expect(placed.status).toBe(200);
    // Either order is valid; a document removed after the hold was placed is not.
    const { rows } = await api.database.asSuperuser(
      `SELECT e.action FROM assay.audit_events e WHERE e.resource_id = $1 AND e.action IN ('legalHold.set', 'document.removed') ORDER BY seq`,
      [owner.ownerId],
    );
    expect(rows.map(({ action }) => action)).toEqual(
      confirmed.status === 200 ? ['document.removed', 'legalHold.set'] : ['legalHold.set'],
    );
  });
});
