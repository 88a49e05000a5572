import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCddStatusRow } from '#api/checks/cdd/store.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { insertMany } from '#tests/support/database/insert-many.ts';
import { vacuumAnalyze } from '#tests/support/database/vacuum.ts';
import { addClient } from '../activities/support.ts';

describe.each(testEngines)('query plans at 20,000 alerts and parties on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let client: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    client = await addClient(api, a, 'Rarely');
    const other = await addClient(api, a, 'Everywhere');
    await insertMany(
      api.database,
      `INSERT INTO assay.alerts (company_id, id, type, resource_type, resource_id, severity, status, summary, outcome, reason,
         assignee_member_id, dedupe_key, created_at, updated_at)
       SELECT $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'other', 'clients',
              CASE WHEN n % 4000 = 0 THEN $2::uuid ELSE $3::uuid END, 'low', CASE WHEN n % 2 = 0 THEN 'open' ELSE 'closed' END,
              'Look', CASE WHEN n % 2 = 1 THEN 'noAction' END, CASE WHEN n % 2 = 1 THEN 'Done' END,
              CASE WHEN n % 3 = 0 THEN $4::uuid END, 'plan:' || n, now(), now()
         FROM generate_series(1, 20000) AS n`,
      [a.id, client, other, a.staff.id],
    );
    await insertMany(
      api.database,
      `INSERT INTO assay.clients SELECT (jsonb_populate_record(c, jsonb_build_object('id',
         ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))))).* FROM assay.clients c, generate_series(1, 20000) AS n
        WHERE c.id = $1`,
      [other],
    );
    await insertMany(
      api.database,
      `INSERT INTO assay.client_parties (company_id, id, client_id, party_client_id, roles, valid_from, valid_to, created_at,
         created_by, updated_at, updated_by)
       SELECT $1, ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, CASE WHEN n % 4000 = 0 THEN $2::uuid ELSE $3::uuid END,
              ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ARRAY['director'], date '2026-01-01',
              CASE WHEN n % 5 = 0 AND n % 4000 <> 0 THEN date '2026-02-01' END, now(), $4, now(), $4
         FROM generate_series(1, 20000) AS n`,
      [a.id, client, other, a.staff.id],
    );
    await vacuumAnalyze(api.database, ['alerts', 'clients', 'client_parties']);
  });
  afterAll(() => api.close());

  const getPlan = (text: string, values: unknown[]) =>
    asTenant(api.database.db, a.id, async (trx) => {
      const { rows } = await trx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`EXPLAIN ${text}`, values),
      );
      return rows.flatMap((row) => Object.values(row)).join('\n');
    });

  const ofAlerts = (where: string) =>
    `SELECT t.id FROM alerts t WHERE t.status <> 'closed' AND ${where} ORDER BY t.id DESC LIMIT 21`;

  test('alerts of a record and unassigned ones are read newest first without sorting them all', async () => {
    const record = await getPlan(ofAlerts(`t.resource_type = $1 AND t.resource_id = $2`), [
      'clients',
      client,
    ]);
    expect(record).toContain('alerts_by_resource');
    expect(record).not.toContain('Seq Scan');
    const waiting = await getPlan(ofAlerts('(t.assignee_member_id = $1 OR t.assignee_member_id IS NULL)'), [
      a.staff.id,
    ]);
    expect(waiting).toContain('alerts_open');
    expect(waiting).not.toContain('Sort');
  });

  test('parties of a client in order, and clients of a party, are read by an index', async () => {
    const parties = await getPlan(
      'SELECT p.id FROM client_parties p WHERE p.client_id = $1 AND p.valid_to IS NULL ORDER BY p.id LIMIT 11',
      [client],
    );
    expect(parties).toContain('client_parties_current');
    expect(parties).not.toContain('Seq Scan');
    const getParty = await getPlan(
      'SELECT p.id FROM client_parties p WHERE p.party_client_id = $1 AND p.valid_to IS NULL ORDER BY p.id LIMIT 10',
      [client],
    );
    expect(getParty).toContain('client_parties_by_party');
  });

  test('the status of a client is planned once for a connection, under any laws', async () => {
    const plans = await asTenant(api.database.db, a.id, async (trx) => {
      for (const regulatedIn of [['NZL'], ['NZL', 'AUS']] satisfies ('NZL' | 'AUS')[][]) {
        for (let time = 0; time < 6; time += 1) {
          await readCddStatusRow(trx, { regulatedIn, sector: 'legal' }, client);
        }
      }
      const { rows } = await trx.executeQuery<{ generic: number }>(
        CompiledQuery.raw(
          `SELECT generic_plans::int AS generic FROM pg_prepared_statements WHERE statement LIKE '%"to_be_approved"%'`,
        ),
      );
      return rows;
    });
    expect(plans).toEqual([{ generic: expect.any(Number) }]);
    expect(plans[0]?.generic).toBeGreaterThanOrEqual(6);
  });
});
