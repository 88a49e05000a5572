import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDestructions } from '#api/follow-up/retention/list-due-job.ts';
import { createActivity } from '#contract/activities.ts';
import { transitionClient } from '#contract/cdd/cdd.ts';
import { readClient } from '#contract/clients/clients.ts';
import { readPolicies, updatePolicies } from '#contract/company/company-settings.ts';
import { createDocumentRequest } from '#contract/document-requests/document-requests.ts';
import { downloadDocument, removeDocument, uploadDocuments } from '#contract/documents/documents.ts';
import { listAuditLog, verifyAuditLog } from '#contract/platform/audit.ts';
import {
  confirmDestruction,
  exportCertificates,
  liftLegalHold,
  readRetention,
  setLegalHold,
} from '#contract/views/retention.ts';
import { addDays, formatDate } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { sampleRequestBody } from '#tests/support/api/document-requests.ts';
import { addClient, dueClient, endedOn, endLongAgo, keptUntil } from '#tests/support/api/retention.ts';
import { verifiedSource } from '#tests/support/api/source-of-funds.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import { create as addActivity, fullForm } from '../../checks/activities/support.ts';

describe.each(testEngines)('retention and destruction on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ a } = api.companies);
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Invented Officer' });
  });
  afterAll(() => api?.close());

  const confirm = (id: string, as: TestPerson) =>
    api.request(confirmDestruction, { params: { id }, body: { understood: true } }, { as });
  const read = async (client?: string) =>
    (await api.request(readRetention, { query: { client } }, { as: a.owner })).response;
  const list = () => listDestructions(api.database.db, api.clock);

  test('a former client whose end nothing on record tells is listed as known from a day', async () => {
    const { b } = api.companies;
    const { id } = await dueClient(api, b);
    const known = async () => {
      const { response } = await api.request(readRetention, { query: {} }, { as: b.owner });
      return response.due.find((due) => due.id === id)?.endKnownFrom;
    };
    expect(await known()).toBeNull();
    await api.database.asSuperuser(
      `UPDATE assay.clients SET relationship_end_known_from = true WHERE id = (SELECT client_id FROM assay.destructions WHERE id = $1)`,
      [id],
    );
    const { rows } = await api.database.asSuperuser(
      `SELECT c.relationship_ended_on::text AS ended FROM assay.clients c JOIN assay.destructions d ON d.client_id = c.id WHERE d.id = $1`,
      [id],
    );
    expect(await known()).toBe((rows[0] as { ended: string }).ended);
  });

  test('two people destroy a client with its records; the log still verifies, a certificate remains', async () => {
    let documents: Record<string, unknown>[] = [];
    // One record of each kind: a file, an assessment, a request.
    const { id, clientId } = await dueClient(api, a, async (active) => {
      const form = formWith([{ name: 'passport.png', bytes: await samplePicture('png') }]);
      const upload = { params: { ownerType: 'client', ownerId: active }, body: form };
      expect((await api.request(uploadDocuments, upload as never, { as: a.owner })).status).toBe(201);
      documents = (
        await api.database.asSuperuser('SELECT id, storage_key FROM assay.documents WHERE owner_id = $1', [
          active,
        ])
      ).rows;
      expect(documents).toHaveLength(1);
      await api.database.asSuperuser(
        `UPDATE assay.clients SET email = 'hinemoa@example.test' WHERE id = $1`,
        [active],
      );
      const request = { params: { id: active }, body: sampleRequestBody(api, { send: false }) as never };
      expect((await api.request(createDocumentRequest, request, { as: a.owner })).status).toBe(201);
    });
    const other = await addClient(api, a, 'Keptson');

    expect((await confirm(id, a.staff)).problem.code).toBe('role.forbidden');
    expect((await confirm(id, a.owner)).response).toEqual({ outcome: 'confirmed', againFrom: null });
    expect((await confirm(id, a.owner)).problem.fields?.['']?.[0]).toContain(
      'Another owner or compliance officer',
    );
    expect((await read()).due[0]).toMatchObject({
      id,
      kind: 'client',
      keptUntil: '2017-01-31',
      confirmed: { by: { id: a.owner.id } },
    });
    const both = await Promise.all([confirm(id, officer), confirm(id, officer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);

    expect((await api.request(readClient, { params: { id: clientId } }, { as: a.owner })).status).toBe(404);
    expect((await api.request(readClient, { params: { id: other.id } }, { as: a.owner })).status).toBe(200);
    const documentId = String(documents[0]?.id);
    expect(
      (await api.request(downloadDocument, { params: { id: documentId } }, { as: a.owner })).status,
    ).toBe(404);
    const { read: readFile } = api.files.files.storage;
    await expect(async () => (await readFile(String(documents[0]?.storage_key))).toArray()).rejects.toThrow();

    // No row of it remains in the database but the record of its destruction.
    const named = await whereNamed(clientId);
    expect(named.sort()).toEqual(['audit_details', 'audit_events', 'destructions']);
    const { rows: details } = await api.database.asSuperuser(
      'SELECT detail FROM assay.audit_details WHERE detail::text LIKE $1',
      [`%${clientId}%`],
    );
    // The certificate alone.
    expect(details).toMatchObject([{ detail: { id, clientId } }]);
    const { response: verified } = await api.request(verifyAuditLog, { query: {} }, { as: a.auditor });
    expect(verified).toMatchObject({ done: true, broken: null });
    expect(verified.detailsDestroyed).toBeGreaterThanOrEqual(2);
    const log = await api.request(listAuditLog, { query: { record: clientId } }, { as: a.auditor });
    expect(log.response.events.length).toBeGreaterThanOrEqual(2);
    expect(log.response.events.every(({ detail }) => detail === null)).toBe(true);

    const { certificates, due } = await read();
    expect(due).toEqual([]);
    expect(certificates[0]).toMatchObject({
      id,
      clientId,
      basis: 'nzS54',
      confirmedBy: { id: a.owner.id },
      destroyedBy: { id: officer.id },
      itemCounts: { clients: 1, documents: 1, document_requests: 1 },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const csv = await api.request(exportCertificates, {}, { as: officer });
    expect(csv.text).toContain(`${id},Client whose relationship ended,${clientId}`);
  });

  test('where one person may confirm, that person destroys a day after confirming, and the certificate states it', async () => {
    const sole = await api.addCompany('Sole Practice');
    const { id, clientId } = await dueClient(api, sole);
    const { response } = await confirm(id, sole.owner);
    expect(response.outcome).toBe('confirmed');
    const hour = 60 * 60 * 1000;
    expect(Date.parse(response.againFrom ?? '') - api.clock.now().getTime()).toBeGreaterThan(23 * hour);
    expect((await confirm(id, sole.owner)).problem.fields?.['']?.[0]).toMatch(
      /^You have already confirmed, and no one else can\. Confirm again from \d/,
    );
    await api.clock.advance(24 * 3600 - 60);
    expect((await confirm(id, sole.owner)).status).toBe(422);
    await api.clock.advance(120);
    // Somebody else who may confirm now must.
    const second = await api.addMember(sole.id, { designations: ['complianceOfficer'] });
    expect((await confirm(id, sole.owner)).problem.fields?.['']?.[0]).toContain('Another owner');
    await api.database.asSuperuser(
      `UPDATE assay.members SET status = 'suspended', updated_at = $2 WHERE id = $1`,
      [second.id, api.clock.now().toISOString()],
    );
    expect((await confirm(id, sole.owner)).problem.fields?.['']?.[0]).toContain(
      'someone else could confirm until',
    );
    // As if that had been longer ago.
    await api.database.asSuperuser('DELETE FROM assay.former_member_access WHERE company_id = $1', [sole.id]);
    expect((await confirm(id, sole.owner)).response).toEqual({ outcome: 'destroyed', againFrom: null });
    expect((await api.request(readClient, { params: { id: clientId } }, { as: sole.owner })).status).toBe(
      404,
    );
    const shown = await api.request(readRetention, { query: {} }, { as: sole.owner });
    expect(shown.response.certificates[0]).toMatchObject({
      id,
      confirmedBy: { id: sole.owner.id },
      destroyedBy: { id: sole.owner.id },
    });
    const csv = await api.request(exportCertificates, {}, { as: sole.owner });
    expect(csv.text).toContain('None eligible: confirmed twice, identity confirmed both times');
    // The database refuses it too.
    const shortened = api.database.asSuperuser(
      `UPDATE assay.destructions SET confirmed_at = destroyed_at - interval '23 hours' WHERE id = $1`,
      [id],
    );
    await expect(shortened).rejects.toMatchObject({ code: '23514' });
  });

  test('lines of source of funds are destroyed with their client; others’ stay, without its activity', async () => {
    const other = await addClient(api, a, 'Otherson');
    let activityId = '';
    const { id, clientId } = await dueClient(api, a, async (active) => {
      activityId = (await addActivity(api, a.owner, fullForm(active))).id;
      await verifiedSource(api, a.owner, active, { of: 'funds', activityId });
    });
    await api.database.asSuperuser(
      `UPDATE assay.activities SET created_at = '2010-01-01', completed_at = NULL WHERE id = $1`,
      [activityId],
    );
    const { id: lineId } = await verifiedSource(api, a.owner, other.id, { of: 'funds' });
    await api.database.asSuperuser('UPDATE assay.funds_lines SET activity_id = $1 WHERE id = $2', [
      activityId,
      lineId,
    ]);
    expect((await confirm(id, a.owner)).status).toBe(200);
    expect((await confirm(id, officer)).status).toBe(200);
    expect(await whereNamed(activityId)).not.toContain('funds_lines');
    const { rows } = await api.database.asSuperuser(
      'SELECT client_id, activity_id FROM assay.funds_lines WHERE client_id IN ($1, $2)',
      [clientId, other.id],
    );
    expect(rows).toEqual([{ client_id: other.id, activity_id: null }]);
    const { certificates } = await read();
    expect(certificates[0]?.itemCounts).toMatchObject({ funds_lines: 1, funds_line_documents: 1 });
  });

  test('a client on legal hold is not due, without a reason', async () => {
    const { id, clientId } = await dueClient(api, a);
    await confirm(id, a.owner);
    const held = await api.request(
      setLegalHold,
      { params: { id: clientId }, body: { reason: 'A case at court.' } },
      { as: officer },
    );
    expect(held.status).toBe(200);
    // Also for the person who had confirmed.
    for (const person of [officer, a.owner]) {
      const refused = await confirm(id, person);
      expect(refused.problem.fields).toEqual({ '': ['This record is no longer due for destruction.'] });
    }
    expect((await read()).due).toEqual([]);
    await list();
    expect((await read(clientId)).client).toMatchObject({
      hold: { reason: 'A case at court.', by: { id: officer.id } },
    });
    const lift = { params: { id: clientId }, body: { reason: 'The case is over.' } };
    expect((await api.request(liftLegalHold, lift, { as: a.staff })).problem.code).toBe('role.forbidden');
    expect((await api.request(liftLegalHold, lift, { as: a.owner })).status).toBe(200);
    expect((await api.request(liftLegalHold, lift, { as: a.owner })).status).toBe(404);
    // Listed again, and to be confirmed again.
    await list();
    expect((await read()).due).toMatchObject([{ client: { id: clientId }, confirmed: null }]);
    await api.database.asSuperuser(
      `UPDATE assay.clients SET status = 'active', relationship_ended_on = NULL, retain_until = NULL WHERE id = $1`,
      [clientId],
    );
    await list();
    expect((await read()).due).toEqual([]);
  });

  test('a former client who is taken back on and declined is kept as before, and comes due on its day', async () => {
    const { id } = await addClient(api, a, 'Returnson');
    await api.database.asSuperuser(
      `UPDATE assay.clients SET status = 'exited', relationship_started_on = '2020-01-31',
         relationship_ended_on = $2, retain_until = $3 WHERE id = $1`,
      [id, endedOn, keptUntil],
    );
    const form = formWith([{ name: 'passport.png', bytes: await samplePicture('png') }]);
    const upload = { params: { ownerType: 'client', ownerId: id }, body: form };
    const given = await api.request(uploadDocuments, upload as never, { as: a.owner });
    const documentId = given.response.documents[0]?.document?.id ?? '';
    const move = async (to: 'onboarding' | 'declined') => {
      const { version } = (await api.request(readClient, { params: { id } }, { as: a.owner })).response;
      const body = { lifecycle: 'client', to, version } as const;
      expect((await api.request(transitionClient, { params: { id }, body }, { as: a.owner })).status).toBe(
        200,
      );
    };
    const removal = async () =>
      api.request(
        removeDocument,
        { params: { id: documentId }, body: { version: 1, reason: 'Of another person' } },
        { as: a.owner },
      );
    for (const to of ['onboarding', 'declined'] as const) {
      await move(to);
      expect((await read(id)).client?.keptUntil).toBe(keptUntil);
      expect((await removal()).problem.detail).toContain(`must be retained until ${formatDate(keptUntil)}`);
    }
    const dueOn = async (day: string) => {
      await listDestructions(api.database.db, { now: () => new Date(`${day}T12:00:00+13:00`) });
      return (await read()).due.map(({ client, keptUntil }) => [client.id, keptUntil]);
    };
    expect(await dueOn(keptUntil)).not.toContainEqual([id, keptUntil]);
    expect(await dueOn(addDays(keptUntil, 1))).toContainEqual([id, keptUntil]);
    // While onboarding goes on nothing comes due, also past that day.
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'onboarding' WHERE id = $1`, [id]);
    expect(await dueOn(addDays(keptUntil, 1))).not.toContainEqual([id, keptUntil]);
    await list();
  });

  test('drafts go after 90 days, parties and clients with later transactions stay, more years keep longer', async () => {
    const { id: draft } = await addClient(api, a, 'Drafty');
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'draft' WHERE id = $1`, [draft]);
    await list();
    expect((await read()).due).toEqual([]);
    await api.database.asSuperuser(
      `UPDATE assay.clients SET status = 'draft', updated_at = updated_at - interval '92 days' WHERE id = $1`,
      [draft],
    );
    await list();
    expect((await read()).due).toMatchObject([{ kind: 'draft', client: { id: draft }, basis: 'policy' }]);

    const { id: ended } = await addClient(api, a, 'Longago');
    await endLongAgo(api, ended);
    const { policies, version } = (await api.request(readPolicies, {}, { as: a.owner })).response;
    const longer = { version, ...policies, retentionYears: 25 };
    expect((await api.request(updatePolicies, { body: longer }, { as: a.owner })).status).toBe(200);
    await list();
    expect((await read()).due.map(({ client }) => client.id)).toEqual([draft]);
    expect((await read(ended)).client?.keptUntil).toBe('2035-01-31');
  });

  test('in Australia a later document or activity extends a client’s retention', async () => {
    const au = await api.addCompany('Wattle Conveyancing', { billingCountryCode: 'AUS' });
    const getRetainUntilAfter = async (change: (clientId: string) => Promise<void>) => {
      const { id } = await addClient(api, au, 'Giventon');
      await change(id);
      await endLongAgo(api, id);
      await list();
      const { response } = await api.request(readRetention, { query: { client: id } }, { as: au.owner });
      return response.client?.keptUntil;
    };
    expect(await getRetainUntilAfter(async () => {})).toBe('2017-01-31');
    const given = await getRetainUntilAfter(async (id) => {
      const form = formWith([{ name: 'deed.png', bytes: await samplePicture('png') }]);
      const upload = { params: { ownerType: 'client', ownerId: id }, body: form };
      expect((await api.request(uploadDocuments, upload as never, { as: au.owner })).status).toBe(201);
      await api.database.asSuperuser(
        `UPDATE assay.documents SET created_at = '2012-06-01T02:00:00Z' WHERE owner_id = $1`,
        [id],
      );
    });
    expect(given).toBe('2019-06-01');
    const recorded = await getRetainUntilAfter(async (id) => {
      const body = {
        name: 'Sale of a house',
        activityType: 'matter' as const,
        parties: [{ clientId: id, capacity: 'customer' as const }],
      };
      const made = await api.request(createActivity, { body }, { as: au.owner });
      expect(made.status).toBe(201);
      await api.database.asSuperuser(
        `UPDATE assay.activities SET updated_at = '2013-06-01T02:00:00Z' WHERE id = $1`,
        [made.response.id],
      );
    });
    // Seven years from the day.
    expect(recorded).toBe('2020-05-31');
  });

  /** Tables with an id anywhere in a row. */
  async function whereNamed(id: string): Promise<string[]> {
    const { rows } = await api.database.asSuperuser(
      `SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'assay'::regnamespace AND c.relkind = 'r'`,
    );
    const found: string[] = [];
    for (const { relname } of rows) {
      const { rows: hits } = await api.database.asSuperuser(
        `SELECT 1 FROM assay.${relname} AS t WHERE t::text LIKE $1 LIMIT 1`,
        [`%${id}%`],
      );
      if (hits.length > 0 && relname !== 'request_keys') found.push(String(relname));
    }
    return found;
  }
});
