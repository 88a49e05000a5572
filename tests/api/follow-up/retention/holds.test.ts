import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readClient, readClientHistory } from '#contract/clients/clients.ts';
import { exportAuditLog, listAuditLog } from '#contract/platform/audit.ts';
import { liftLegalHold, readRetention, setLegalHold } from '#contract/views/retention.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { filesInZip, requestPack } from '#tests/support/api/evidence-packs.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { testEngines } from '#tests/support/database/database.ts';

const placed = 'Served with a subpoena in Invented v Example.';
const released = 'Invented v Example was settled.';

describe.each(testEngines)('visibility of a legal hold on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let manager: TestPerson;
  let clientId: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ a } = api.companies);
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    manager = await api.addMember(a.id, { designations: ['seniorManager'] });
    clientId = (await addClient(api, a)).id;
    const of = { params: { id: clientId } };
    const place = await api.request(setLegalHold, { ...of, body: { reason: placed } }, { as: officer });
    expect(place.status).toBe(200);
    const release = await api.request(liftLegalHold, { ...of, body: { reason: released } }, { as: a.owner });
    expect(release.status).toBe(200);
  });
  afterAll(() => api?.close());

  const log = async (as: TestPerson, query: Record<string, unknown> = {}) =>
    (await api.request(listAuditLog, { query: { record: clientId, ...query } }, { as })).response;

  test('is in the audit log, with its reason, for those who may place one', async () => {
    for (const person of [a.owner, officer]) {
      const { events, kinds } = await log(person);
      expect(kinds).toContain('legalHold');
      expect(events.map(({ action, reason }) => [action, reason])).toEqual([
        ['legalHold.released', released],
        ['legalHold.set', placed],
        ['client.created', null],
      ]);
    }
  });

  test('is hidden from others in filters, export, history and responses', async () => {
    for (const person of [a.staff, manager, a.auditor]) {
      const { events, kinds } = await log(person);
      expect(events.map(({ action }) => action)).toEqual(['client.created']);
      expect(kinds).not.toContain('legalHold');
      expect((await log(person, { kind: 'legalHold' })).events).toEqual([]);
      expect((await log(person, { action: 'legal hold' })).events).toEqual([]);
      const { text } = await api.request(exportAuditLog, { query: {} }, { as: person });
      expect(text).toContain('client.created');
      expect(text).not.toMatch(/legalHold|Invented v Example/);
      const history = await api.request(
        readClientHistory,
        { params: { id: clientId }, query: {} },
        { as: person },
      );
      expect(JSON.stringify(history.response)).not.toMatch(/legalHold|Invented v Example/);
      const retention = await api.request(readRetention, { query: { client: clientId } }, { as: person });
      expect(retention.problem.code).toBe('role.forbidden');
    }
  });

  test('is on the client for those who may place one', async () => {
    const held = (await addClient(api, a)).id;
    const of = { params: { id: held } };
    const told = async (as: TestPerson) => (await api.request(readClient, of, { as })).response.onLegalHold;
    expect(await told(officer)).toBe(false);
    await api.request(setLegalHold, { ...of, body: { reason: placed } }, { as: officer });
    for (const person of [a.owner, officer]) expect(await told(person)).toBe(true);
    for (const person of [a.staff, manager, a.auditor]) expect(await told(person)).toBeUndefined();
  });

  test('is limited to one hold per client at a time', async () => {
    const of = { params: { id: (await addClient(api, a)).id } };
    const place = () => api.request(setLegalHold, { ...of, body: { reason: placed } }, { as: officer });
    expect((await place()).status).toBe(200);
    const again = await place();
    expect(again.status).toBe(422);
    expect(again.problem.fields).toEqual({ '': ['This client is already on legal hold.'] });
  });

  test('is absent from evidence packs of every role', async () => {
    for (const person of [a.owner, a.auditor]) {
      const response = await requestPack(api, person, { scope: 'client', scopeId: clientId });
      expect(response.status).toBe(200);
      const files = await filesInZip(Buffer.from(await response.arrayBuffer()));
      expect(files.size).toBeGreaterThan(2);
      for (const bytes of files.values()) {
        expect(bytes.toString('utf8')).not.toMatch(/legalHold|Invented v Example/);
      }
    }
  });
});
