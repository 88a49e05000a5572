import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReadJournal } from '#api/kernel/read-events/journal.ts';
import { purgeReadEvents } from '#api/kernel/read-events/store.ts';
import { listAccessLog } from '#contract/access-log.ts';
import { startBusinessVerification } from '#contract/business-verifications/business-verifications.ts';
import { readClient } from '#contract/clients/clients.ts';
import { downloadDocument, uploadDocuments } from '#contract/documents/documents.ts';
import { readBusinessVerificationPage } from '#contract/views/business-verification-page.ts';
import {
  clientHeader,
  openTestApi,
  type TestApi,
  type TestCompany,
  type TestPerson,
} from '#tests/support/api/api.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { formWith, samplePdf } from '#tests/support/files/sample-files.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe('the access log', () => {
  let api: TestApi;
  let a: TestCompany;
  let clientId: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    ({ a } = api.companies);
    clientId = (await addClient(api, a, 'Openedsample')).id;
  });
  afterAll(() => api?.close());

  const list = async (query: Record<string, unknown> = {}, as: TestPerson = a.auditor) =>
    (await api.request(listAccessLog, { query: query as never }, { as })).response;
  const open = (as: TestPerson, ip: string) =>
    api.request(
      readClient,
      { params: { id: clientId } },
      { as, headers: { 'X-Assay-Client': clientHeader(ip) } },
    );

  test('lists who opened which record, from where, once per session, and nobody who was refused', async () => {
    await open(a.staff, '203.0.113.1');
    await open(a.staff, '203.0.113.1');
    await open(a.owner, '203.0.113.2');
    expect((await open(api.companies.b.staff, '203.0.113.3')).status).toBe(404);
    const form = formWith([{ name: 'lease.pdf', bytes: samplePdf(['<< /Page 1 >>']) }]);
    const { response } = await api.request(
      uploadDocuments,
      { params: { ownerType: 'client', ownerId: clientId }, body: form } as never,
      { as: a.staff },
    );
    const documentId = response.documents[0]?.document.id ?? '';
    await api.request(downloadDocument, { params: { id: documentId } }, { as: a.auditor });
    const { events, people } = await list();
    expect(
      events.map(({ type, recordId, name, member, address }) => [type, recordId, name, member.id, address]),
    ).toEqual([
      ['document', documentId, 'lease.pdf', a.auditor.id, expect.any(String)],
      ['client', clientId, expect.stringContaining('Openedsample'), a.owner.id, '203.0.113.2'],
      ['client', clientId, expect.stringContaining('Openedsample'), a.staff.id, '203.0.113.1'],
    ]);
    expect(events[0]?.session).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(people.map(({ id }) => id)).toContain(a.staff.id);
    expect((await list({}, api.companies.b.owner)).events).toEqual([]);
  });

  test('filters by person, record type, record and days, and is paged', async () => {
    const ids = async (query: Record<string, unknown>) =>
      (await list(query)).events.map(({ member }) => member.id);
    expect(await ids({ who: a.owner.id })).toEqual([a.owner.id]);
    expect(await ids({ kind: 'document' })).toEqual([a.auditor.id]);
    expect(await ids({ record: clientId })).toEqual([a.owner.id, a.staff.id]);
    expect(await ids({ to: '2026-01-01' })).toEqual([]);
    const [newest] = (await list()).events;
    expect(await ids({ before: newest?.id })).toEqual([a.owner.id, a.staff.id]);
    expect(
      (await api.request(listAccessLog, { query: { kind: 'x' } as never }, { as: a.owner })).problem.status,
    ).toBe(422);
  });

  test('what a killed process noted is saved by the next start, once, without an unfinished line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-reads-'));
    const at = api.clock.now().toISOString();
    const left = {
      id: '01970000-0000-7000-8000-000000000001',
      at,
      companyId: a.id,
      memberId: a.staff.id,
      role: 'member',
      type: 'activity',
      recordId: '01970000-0000-7000-8000-000000000002',
      sessionId: 'c0ffee',
      address: '203.0.113.7',
    };
    // Process ids end far below this one.
    const file = join(folder, `${hostname()}~99999999~left.jsonl`);
    const text = `${JSON.stringify(left)}\n${JSON.stringify(left).slice(0, 40)}`;
    const errors: unknown[] = [];
    const reopen = async () => {
      await writeFile(file, text);
      const { db } = api.database;
      await openReadJournal({
        db,
        folder,
        now: api.clock.now,
        onError: (error) => errors.push(error),
      }).close();
      return readdir(folder);
    };
    expect(await reopen()).toEqual([]);
    expect(await reopen()).toEqual([]);
    expect(errors).toEqual([]);
    expect((await list({ kind: 'activity' })).events).toMatchObject([
      { id: left.id, address: '203.0.113.7' },
    ]);
    await rm(folder, { recursive: true });
  });

  test('notes are in the file before they are saved, and remain there while the database does not answer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-reads-'));
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const { db } = api.database;
    const journal = openReadJournal({ db, folder, now: api.clock.now, onError });
    // Of a company that does not exist, which the database refuses.
    const companyId = '01970000-0000-7000-8000-00000000000f';
    const of = { companyId, memberId: a.staff.id, role: 'member', sessionId: null, address: '::1' };
    journal.note({ ...of, type: 'activity', recordId: clientId });
    expect(await readdir(folder)).toHaveLength(1);
    await journal.flush();
    expect(errors).toHaveLength(1);
    expect(await readdir(folder)).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  test('lists an opened business verification, by its record type too', async () => {
    const business = await create(api, a.owner, businessForm('Opened Holdings Limited'));
    const { id } = (
      await api.request(
        startBusinessVerification,
        { params: { clientId: business.id }, query: {}, requestKey: crypto.randomUUID() },
        { as: a.owner },
      )
    ).response;
    await api.request(readBusinessVerificationPage, { params: { id }, query: {} } as never, { as: a.staff });
    const opened = { type: 'businessVerification', recordId: id, member: { id: a.staff.id } };
    expect((await list()).events[0]).toMatchObject(opened);
    expect((await list({ kind: 'businessVerification' })).events).toMatchObject([opened]);
  });

  test('is purged after two years', async () => {
    expect(await purgeReadEvents(api.database.db, { now: api.clock.now })).toEqual({ deleted: 0 });
    const later = () => new Date(api.clock.now().getTime() + 2.1 * 366 * 86_400_000);
    expect((await purgeReadEvents(api.database.db, { now: later })).deleted).toBeGreaterThanOrEqual(4);
    expect((await list()).events).toEqual([]);
  });
});
