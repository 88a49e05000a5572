import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearDocumentNumbers } from '#api/follow-up/document-requests/numbers-job.ts';
import {
  cancelDocumentRequest,
  readDocumentRequest,
  revealItemNumber,
} from '#contract/document-requests/document-requests.ts';
import { listAuditLog } from '#contract/platform/audit.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { getLink, getRecipient, sentRequest } from '#tests/support/api/document-requests.ts';
import { passportExpiresOn } from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';

const number = 'LX987654';
const daySeconds = 24 * 60 * 60;

describe.each(testEngines)('document numbers submitted by a link on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;
  beforeAll(async () => {
    test = await openTestApi(engine);
    ({ a } = test.companies);
  });
  afterAll(() => test?.close());

  async function submitted() {
    const items = [
      { label: 'Passport number', kind: 'details', detailFields: ['documentNumber', 'documentExpiry'] },
    ];
    const request = await sentRequest(test, a.owner, { items });
    const recipient = getRecipient(test, await getLink(test, request.id));
    const itemId = request.items[0]?.id ?? '';
    await recipient.start();
    await recipient.tell(itemId, { documentNumber: number, documentExpiry: passportExpiresOn });
    return { id: request.id, itemId, recipient };
  }
  const read = async (id: string) =>
    (await test.request(readDocumentRequest, { params: { id } }, { as: a.staff })).response;
  const reveal = (
    { id, itemId }: { id: string; itemId: string },
    {
      as = a.owner,
      reason = 'To compare it with the register',
    }: { as?: { token: string }; reason?: string } = {},
  ) => test.request(revealItemNumber, { params: { id, itemId }, body: { reason } }, { as });
  /** Rows of every table that contain the number as text. */
  async function whereStored(): Promise<string[]> {
    const { rows } = await test.database.asSuperuser(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace = 'assay'::regnamespace AND c.relkind = 'r'`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const hit = await test.database.asSuperuser(
        `SELECT 1 FROM ${name} AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`,
        [number],
      );
      if (hit.rows.length > 0) found.push(String(name));
    }
    return found;
  }
  const runJob = () =>
    clearDocumentNumbers({
      db: test.database.db,
      now: test.clock.now,
      verification: test.verification.settings,
    });

  it('are sealed in the database, and masked in every response and log line', async () => {
    const { id, itemId, recipient } = await submitted();
    const again = await recipient.tell(itemId, { documentNumber: number, documentExpiry: passportExpiresOn });
    await recipient.submit();
    // Sent once more after the submission it is recognised, although only the seal is stored.
    expect(
      (await recipient.tell(itemId, { documentNumber: number, documentExpiry: passportExpiresOn })).status,
    ).toBe(200);
    expect(
      (await recipient.tell(itemId, { documentNumber: 'LX111111', documentExpiry: passportExpiresOn }))
        .status,
    ).toBe(422);
    expect(await whereStored()).toEqual([]);
    const staffs = await read(id);
    expect(staffs.items[0]?.details).toEqual({
      documentNumber: '••••••54',
      documentExpiry: passportExpiresOn,
    });
    for (const text of [again.text, JSON.stringify(staffs), JSON.stringify(test.logged())])
      expect(text).not.toContain(number);
  });

  it('are revealed for a recorded reason, to those who may, and never stored with a request key', async () => {
    const item = await submitted();
    for (const as of [a.staff, a.auditor]) expect((await reveal(item, { as })).status).toBe(403);
    expect((await reveal(item, { as: test.companies.b.owner })).status).toBe(404);
    expect((await reveal(item, { reason: ' ' })).status).toBe(422);
    expect((await reveal({ ...item, itemId: item.id })).status).toBe(404);
    const { response } = await test.request(
      revealItemNumber,
      {
        params: { id: item.id, itemId: item.itemId },
        body: { reason: 'To compare it' },
        requestKey: crypto.randomUUID(),
      },
      { as: a.owner },
    );
    expect(response).toEqual({ number });
    expect(await whereStored()).toEqual([]);
    const events = await test.request(listAuditLog, { query: {} } as never, { as: a.owner });
    expect(JSON.stringify(events.response)).toContain('To compare it');
    expect(JSON.stringify(events.response)).not.toContain(number);
  });

  it('are cleared 90 days after the last change of the request, whatever became of it', async () => {
    const [cancelled, open] = [await submitted(), await submitted()];
    const { version } = await read(cancelled.id);
    const body = { version, reason: 'Not needed' };
    await test.request(cancelDocumentRequest, { params: { id: cancelled.id }, body }, { as: a.owner });
    await test.clock.advance(89 * daySeconds);
    await runJob();
    expect((await reveal(cancelled)).response).toEqual({ number });
    await test.clock.advance(2 * daySeconds);
    expect((await runJob()).cleared).toBeGreaterThanOrEqual(2);
    for (const item of [cancelled, open]) {
      expect((await reveal(item)).problem.detail ?? '').toContain('cleared after 90 days');
      expect((await read(item.id)).items[0]?.details?.documentNumber).toBe('••••••54');
    }
    expect((await runJob()).cleared).toBe(0);
  });

  it('of former versions are masked at once, and sealed by the job', async () => {
    const item = await submitted();
    await test.database.asSuperuser(
      `UPDATE assay.document_request_items SET number_sealed = NULL,
              details = jsonb_set(details, '{documentNumber}', to_jsonb($1::text)) WHERE id = $2`,
      [number, item.itemId],
    );
    expect((await read(item.id)).items[0]?.details?.documentNumber).toBe('••••••54');
    expect((await reveal(item)).response).toEqual({ number });
    expect((await runJob()).sealed).toBe(1);
    expect(await whereStored()).toEqual([]);
    expect((await reveal(item)).response).toEqual({ number });
  });
});
