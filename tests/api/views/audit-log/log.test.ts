import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { eventsPerPortion } from '#api/kernel/audit/verify-events.ts';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { logPage } from '#api/views/audit-log/log-store.ts';
import { getWordMatches } from '#api/views/audit-log/search.ts';
import { createClient, updateClient } from '#contract/clients/clients.ts';
import { exportAuditLog, listAuditLog, readAuditKeys, verifyAuditLog } from '#contract/platform/audit.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { suspicionKinds } from '#rules/audit/audit-labels.ts';
import {
  clientHeader,
  openTestApi,
  type TestApi,
  type TestCompany,
  type TestPerson,
} from '#tests/support/api/api.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { chainEvents } from '#tests/support/database/audit-chain.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { vacuumAnalyze } from '#tests/support/database/vacuum.ts';
import { testSigningKeys } from '#tests/support/signing-keys.ts';

describe.each(testEngines)('the audit log on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let clientId: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ a } = api.companies);
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Invented Officer' });
    const individual = { givenNames: 'Hinemoa', familyName: '=Exampleton()' };
    const body = { clientType: 'individual', individual, confirmations: ['likelyDuplicates'] };
    const made = await api.request(createClient, { body: body as never }, { as: a.staff });
    clientId = made.response.id;
    const changed = { ...body, version: made.response.version, relationshipPurpose: 'Buys a house' };
    await api.request(
      updateClient,
      { params: { id: clientId }, body: changed as never },
      { as: a.owner, headers: { 'X-Assay-Client': clientHeader('203.0.113.9') } },
    );
    const record = (action: string, resourceType: string, reason: string | null) =>
      asTenant(api.database.db, a.id, (trx) =>
        recordEvent(trx, api.clock, {
          companyId: a.id,
          actor: { type: 'user', id: officer.id, role: 'member' },
          action,
          resourceType,
          resourceId: clientId,
          reason,
          detail: { clientId, level: { before: 'high', after: 'low' } },
          requestId: 'request-1',
        }),
      );
    await record('riskAssessment.overrideLifted', 'riskAssessment', '-2 is a formula');
    await record('suspicionReport.decided', 'suspicionReport', 'Nobody may know');
  });
  afterAll(() => api?.close());

  const list = async (query: Record<string, unknown> = {}, as: TestPerson = a.auditor) =>
    (await api.request(listAuditLog, { query: query as never }, { as })).response;

  /** Activities of one name. */
  const manyActivities = ({ id, owner }: TestCompany, count: number) =>
    api.database.asSuperuser(
      `INSERT INTO assay.activities (company_id, id, reference, name, search_text, activity_type, status, currency, cash_expected,
         funds_countries, created_at, created_by, updated_at, updated_by)
       SELECT $1::uuid, gen_random_uuid(), 'R-' || n, 'Repeated ' || n, ' repeated ' || n, 'matter', 'toDo', 'NZD', false, '{}', now(), $2, now(), $2
         FROM generate_series(1, $3::integer) AS n`,
      [id, owner.id, count],
    );

  test('shows actor, role, action, time, record, reason and changes, newest first', async () => {
    const { events, kinds, people } = await list();
    expect(events.slice(0, 3).map(({ action }) => action)).toEqual([
      'riskAssessment.overrideLifted',
      'client.updated',
      'client.created',
    ]);
    expect(events[0]).toMatchObject({
      actor: { kind: 'user', id: officer.id, name: 'Invented Officer', role: 'member' },
      resource: { type: 'riskAssessment', parent: { type: 'client', id: clientId } },
      reason: '-2 is a formula',
      session: null,
      address: null,
    });
    // Of two people, each with a session of their own.
    const [updated, created] = [events[1], events[2]];
    expect([updated?.session, created?.session].map(String)).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    ]);
    expect(updated?.session).not.toBe(created?.session);
    expect(updated?.address).toBe('203.0.113.9');
    expect(events[0]?.detail).toContainEqual({ field: 'level', before: 'high', after: 'low' });
    expect(events[1]?.detail).toContainEqual({
      field: 'relationshipPurpose',
      before: null,
      after: 'Buys a house',
    });
    expect(kinds).toContain('riskAssessment');
    expect(people.map(({ id }) => id)).toContain(officer.id);
  });

  test('shows suspicions to the compliance officer alone', async () => {
    for (const person of [a.auditor, a.owner, a.staff]) {
      const { events, kinds } = await list({}, person);
      expect(events.map(({ action }) => action)).not.toContain('suspicionReport.decided');
      expect(kinds).not.toContain('suspicionReport');
      expect((await list({ kind: 'suspicionReport' }, person)).events).toEqual([]);
    }
    expect((await list({}, officer)).events[0]?.action).toBe('suspicionReport.decided');
    expect((await list({ action: 'suspicion' }, officer)).events).toHaveLength(1);
  });

  test('publishes the keys that verify the log without a sign-in', async () => {
    const { response } = await api.request(readAuditKeys, {});
    const { current } = testSigningKeys;
    expect(response.keys).toEqual([
      { id: current.id, publicKey: current.publicKey.export({ type: 'spki', format: 'pem' }) },
    ]);
  });

  test('filters by actor, type, record, words of the event and days in the company’s time zone', async () => {
    const actions = async (query: Record<string, unknown>) =>
      (await list(query)).events.map(({ action }) => action);
    expect(await actions({ who: a.owner.id, record: clientId })).toEqual(['client.updated']);
    expect(await actions({ kind: 'client' })).toEqual(['client.updated', 'client.created']);
    expect(await actions({ action: 'override LIFTED' })).toEqual(['riskAssessment.overrideLifted']);
    expect(await actions({ action: 'nothing of the kind' })).toEqual([]);
    expect(await actions({ who: 'admin' })).toEqual([]);
    const timeZone = 'Pacific/Auckland';
    const today = testDay(timeZone, api.clock.now());
    await api.database.asSuperuser('UPDATE companies SET time_zone = $2 WHERE id = $1', [a.id, timeZone]);
    expect(await actions({ from: today, to: today, kind: 'client' })).toHaveLength(2);
    expect(await actions({ to: '2026-01-01' })).toEqual([]);
    expect(await actions({ from: '2999-01-01' })).toEqual([]);
    const faulty = await api.request(listAuditLog, { query: { from: 'x' } }, { as: a.auditor });
    expect(faulty.problem.status).toBe(422);
  });

  test('searches events, people, records, details and reasons by the start of each word', async () => {
    const found = async (search: string, as?: TestPerson) =>
      (await list({ search }, as)).events.map(({ action }) => action);
    expect(await found('override lift')).toEqual(['riskAssessment.overrideLifted']);
    expect(await found('invented offic')).toEqual(['riskAssessment.overrideLifted']);
    expect(await found('formula')).toEqual(['riskAssessment.overrideLifted']);
    expect(await found('buys HOUSE')).toEqual(['client.updated']);
    // By the record's name: its own events and those that name it.
    expect(await found('Hinemoa')).toEqual([
      'riskAssessment.overrideLifted',
      'client.updated',
      'client.created',
    ]);
    expect(await found('hinemoa buys')).toEqual(['client.updated']);
    for (const nothing of ['hinemoa formulae', 'ouse', '---', "' | !a:* &", '💥']) {
      expect(await found(nothing), nothing).toEqual([]);
    }
    expect((await list({ search: 'hinemoa' })).cutWords).toEqual([]);
    await manyActivities(a, 201);
    expect((await list({ search: 'hinemoa repeated' })).cutWords).toEqual(['repeated']);
    const cut = await api.request(exportAuditLog, { query: { search: 'repeated' } }, { as: a.auditor });
    expect(cut.text).toContain('Events may be missing: more than 200 records match “repeated”.');
    expect(await found('nobody may know')).toEqual([]);
    expect(await found('nobody may know', officer)).toEqual(['suspicionReport.decided']);
    expect(await found('Hinemoa', api.companies.b.owner)).toEqual([]);
  });

  test('exports CSV without formulas, as an event of its own, with the head signed', async () => {
    const out = await api.request(exportAuditLog, { query: { record: clientId } }, { as: a.auditor });
    expect(out.headers.get('content-disposition')).toMatch(/audit-log-\d{4}-\d{2}-\d{2}\.csv/);
    expect(out.text.replace('\ufeff', '').startsWith('Time (UTC),Actor,Role')).toBe(true);
    expect(out.text).toContain(`'-2 is a formula`);
    expect(out.text).not.toContain('suspicion');
    expect(out.text.match(/client\.(created|updated)/g)).toHaveLength(2);
    const [newest] = (await list()).events;
    expect(newest).toMatchObject({
      action: 'auditLog.exported',
      actor: { id: a.auditor.id, role: 'auditor' },
    });
    expect(newest?.detail).toContainEqual({ field: 'count', before: null, after: '3' });
    const { response } = await api.request(verifyAuditLog, { query: {} }, { as: a.auditor });
    expect(response).toMatchObject({
      done: true,
      broken: null,
      lastSigned: { seq: newest ? newest.seq - 1 : 0 },
    });
  });

  /** A chain of the second company, long enough for a second part. */
  const many = eventsPerPortion + 1500;

  test('is verified part by part, reports where it breaks, and is read by an index', async () => {
    const { b } = api.companies;
    await asTenant(api.database.db, b.id, (trx) =>
      recordEvent(trx, api.clock, {
        companyId: b.id,
        actor: { type: 'system', id: 'job', role: 'job' },
        action: 'client.updated',
        resourceType: 'client',
        resourceId: clientId,
        detail: {},
        requestId: 'request-2',
      }),
    );
    await chainEvents(api.database, b.id, many);
    const sendRequest = (after: number) => api.request(verifyAuditLog, { query: { after } }, { as: b.owner });
    const first = (await sendRequest(0)).response;
    expect(first).toMatchObject({ verifiedTo: eventsPerPortion, done: false, broken: null });
    expect((await sendRequest(first.verifiedTo)).response).toMatchObject({
      verifiedTo: many,
      done: true,
      broken: null,
    });
    expect((await sendRequest(many + 5)).response).toMatchObject({
      done: true,
      broken: { seq: many + 5, fault: 'gap' },
    });

    await vacuumAnalyze(api.database, ['audit_events']);
    const asks = { companyId: b.id, timeZone: 'Australia/Sydney', withheldKinds: suspicionKinds };
    const plans = await asTenant(api.database.db, b.id, (trx) =>
      Promise.all([
        plan(trx, { ...asks, actions: ['client.created'] }),
        plan(trx, { ...asks, memberId: b.owner.id }),
        plan(trx, { ...asks, from: '2026-01-01', to: '2026-02-01' }),
        plan(trx, asks),
      ]),
    );
    for (const text of plans) expect(text).not.toMatch(/Seq Scan on audit_events/);
    // A rare word is looked up, and so are its events; of a common one the newest are met first.
    await vacuumAnalyze(api.database, ['audit_details']);
    const details = await api.database.asSuperuser(`EXPLAIN SELECT id FROM assay.audit_details
      WHERE chain = '${b.id}' AND assay.audit_words(detail, reason) @@ to_tsquery('simple', '4711:*')`);
    expect(JSON.stringify(details.rows)).toContain('audit_details_search');
    const searched = await asTenant(api.database.db, b.id, async (trx) => {
      const words = await getWordMatches(trx, b.id, '4711', toActivityNoun(null));
      return [words.map((word) => word.details?.length), await plan(trx, { ...asks, words })];
    });
    expect(searched).toEqual([[1], expect.stringContaining('audit_events_by_detail')]);
    const common = await list({ search: 'updated index' }, b.owner);
    expect(common.events).toHaveLength(50);
    const { nextBefore } = common;
    const next = await list({ search: 'updated index', before: nextBefore ?? 0 }, b.owner);
    expect(next.events[0]?.seq).toBe((nextBefore ?? 0) - 1);

    await api.database.asSuperuser(
      `UPDATE audit_events SET actor_id = 'made up' WHERE chain = $1 AND seq = ${eventsPerPortion + 7}`,
      [b.id],
    );
    expect((await sendRequest(first.verifiedTo)).response).toMatchObject({
      verifiedTo: eventsPerPortion + 6,
      done: true,
      broken: { seq: eventsPerPortion + 7, fault: 'hash' },
    });
    await api.database.asSuperuser('DELETE FROM audit_events WHERE chain = $1 AND seq > 40', [b.id]);
    expect((await sendRequest(0)).response).toMatchObject({
      verifiedTo: 40,
      broken: { seq: 41, fault: 'cutTail' },
    });
  });

  async function plan(trx: Transaction<Schema>, conditions: Parameters<typeof logPage>[1]): Promise<string> {
    const { rows } = await sql<
      Record<string, string>
    >`EXPLAIN ${logPage(trx, conditions, undefined, 50)}`.execute(trx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  }
});
