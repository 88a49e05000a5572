import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import {
  createDocumentRequest,
  decideRequestItem,
  readDocumentRequest,
} from '#contract/document-requests/document-requests.ts';
import { type AuditEvent, exportAuditLog, listAuditLog, verifyAuditLog } from '#contract/platform/audit.ts';
import { auditFieldLabel } from '#rules/audit/audit-labels.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { getLink, getRecipient, sampleRequestBody } from '#tests/support/api/document-requests.ts';
import { personToVerify, started } from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePicture } from '#tests/support/files/sample-files.ts';
import { addClient, create, fullForm, move } from '../../checks/activities/support.ts';

/** Names under which earlier versions recorded each field, in order; then came the first again. */
const former = { copy: ['copyOf', 'getCopy'], evidence: ['evidenceOf', 'getEvidence'] };

describe.each(testEngines)('fields of recorded details on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let original: string;
  let verificationId: string;

  /** The event as an earlier version recorded it. */
  const recordFormer = (action: string, resourceType: string, detail: Record<string, unknown>) =>
    asTenant(api.database.db, a.id, (trx) =>
      recordEvent(trx, api.clock, {
        companyId: a.id,
        actor: { type: 'user', id: a.staff.id, role: 'member' },
        action,
        resourceType,
        resourceId: crypto.randomUUID(),
        detail,
        requestId: 'request-1',
      }),
    );

  async function reopenActivity(): Promise<string> {
    const { id, reference } = await create(api, a.staff, fullForm(await addClient(api, a, 'Copyton')));
    // Review requires CDD and an assessment, which are not tested here.
    await api.database.asSuperuser(`UPDATE assay.activities SET status = 'inReview' WHERE id = $1`, [id]);
    await move(api, a.staff, id, { move: 'outcome', outcome: 'declined' });
    await move(api, a.owner, id, { move: 'to', to: 'completed' });
    expect((await move(api, a.staff, id, { move: 'reopen' })).status).toBe(200);
    return reference;
  }

  async function acceptItem(): Promise<string> {
    const { id: clientId } = await personToVerify(api, a.staff);
    const verification = await started(api, a.staff, clientId, { method: 'documentSighted' });
    const items = [{ label: 'Passport', kind: 'document', documentType: 'passport' }];
    const body = sampleRequestBody(api, { items, verificationId: verification.id });
    const { response: request } = await api.request(
      createDocumentRequest,
      { params: { id: clientId }, body, requestKey: crypto.randomUUID() } as never,
      { as: a.staff },
    );
    const recipient = getRecipient(api, await getLink(api, request.id));
    const itemId = request.items[0]?.id ?? '';
    await recipient.start();
    await recipient.give(itemId, await samplePicture('png'));
    expect((await recipient.submit()).status).toBe(200);
    const params = { id: request.id, itemId };
    const { version } = (await api.request(readDocumentRequest, { params }, { as: a.staff })).response;
    const accepted = await api.request(
      decideRequestItem,
      { params, body: { version, decision: 'accept' }, requestKey: crypto.randomUUID() } as never,
      { as: a.staff },
    );
    expect(accepted.status).toBe(200);
    return verification.id;
  }

  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ a } = api.companies);
    for (const name of former.copy) {
      const changes = { [name]: { before: null, after: `former ${name}` } };
      await recordFormer('activity.created', 'activity', { changes });
    }
    for (const name of former.evidence) {
      await recordFormer('documentRequest.itemAccepted', 'documentRequest', { [name]: `former ${name}` });
    }
    original = await reopenActivity();
    verificationId = await acceptItem();
  });
  afterAll(() => api?.close());

  /** Lines of the events' details with a label, oldest first. */
  async function linesOf(label: string): Promise<NonNullable<AuditEvent['detail']>> {
    const { response } = await api.request(listAuditLog, { query: {} }, { as: a.auditor });
    return response.events
      .toReversed()
      .flatMap(({ detail }) => detail ?? [])
      .filter(({ field }) => auditFieldLabel(field) === label);
  }

  it('have one label for all names under which they were recorded, and keep those names', async () => {
    expect(await linesOf('Copy of')).toEqual([
      { field: 'copyOf', before: null, after: 'former copyOf' },
      { field: 'getCopy', before: null, after: 'former getCopy' },
      { field: 'copyOf', before: null, after: original },
    ]);
    expect(await linesOf('Evidence of')).toEqual([
      { field: 'evidenceOf', before: null, after: 'former evidenceOf' },
      { field: 'getEvidence', before: null, after: 'former getEvidence' },
      { field: 'evidenceOf', before: null, after: verificationId },
    ]);
  });

  it('are exported under their current name', async () => {
    const { text } = await api.request(exportAuditLog, { query: {} }, { as: a.auditor });
    for (const line of [
      'copyOf: former copyOf',
      'copyOf: former getCopy',
      `copyOf: ${original}`,
      'evidenceOf: former evidenceOf',
      'evidenceOf: former getEvidence',
      `evidenceOf: ${verificationId}`,
    ]) {
      expect(text).toContain(line);
    }
  });

  it('verify under the names that were recorded', async () => {
    const { response } = await api.request(verifyAuditLog, { query: {} }, { as: a.auditor });
    expect(response).toMatchObject({ done: true, broken: null, detailsDestroyed: 0 });
  });
});
