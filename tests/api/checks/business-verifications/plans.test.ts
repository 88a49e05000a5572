import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asJobs, asTenant } from '#api/kernel/database/tenancy.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe.each(testEngines)('query plans at 20,000 business verifications on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let client: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    client = (await create(api, a.staff, businessForm('Rarely Limited'))).id;
    const other = (await create(api, a.staff, businessForm('Everywhere Limited'))).id;
    await api.database.asSuperuser(
      `INSERT INTO assay.business_verifications (company_id, id, client_id, status, graph, currency, created_at, created_by,
         updated_at, updated_by, asking, next_ask_at)
       SELECT $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
              CASE WHEN n % 4000 = 0 THEN $2::uuid ELSE $3::uuid END, 'cancelled', '{}', 'NZD', $5::timestamptz, $4, $5, $4,
              CASE WHEN n % 5000 = 0 THEN '{}'::jsonb END, CASE WHEN n % 5000 = 0 THEN $5::timestamptz END
         FROM generate_series(1, 20000) AS n`,
      [a.id, client, other, a.staff.id, api.clock.now().toISOString()],
    );
    await api.database.asSuperuser('ANALYZE assay.business_verifications');
  });
  afterAll(() => api.close());

  const explained = async (rows: Record<string, string>[]) =>
    rows.flatMap((row) => Object.values(row)).join('\n');
  const getPlan = (text: string, values: unknown[]) =>
    asTenant(api.database.db, a.id, async (trx) => {
      const query = CompiledQuery.raw(`EXPLAIN ${text}`, values);
      return explained((await trx.executeQuery<Record<string, string>>(query)).rows);
    });

  test('reads a client’s verifications, newest first, without reading others', async () => {
    const page = await getPlan(
      `SELECT v.id FROM business_verifications v WHERE v.client_id = $1 ORDER BY v.id DESC LIMIT 21`,
      [client],
    );
    expect(page).toContain('business_verifications_by_client');
    expect(page).not.toContain('Seq Scan');
    const newest = await getPlan(
      `SELECT v.shares FROM business_verifications v WHERE v.client_id = $1
          AND v.status IN ('needsReview', 'processing', 'verified', 'error') ORDER BY v.id DESC LIMIT 1`,
      [client],
    );
    expect(newest).not.toContain('Seq Scan');
  });

  test('reads rows due for the job across companies by their own index', async () => {
    const plan = await asJobs(api.database.db, async (trx) => {
      const query = CompiledQuery.raw(
        `EXPLAIN SELECT company_id, id FROM business_verifications WHERE next_ask_at <= $1 ORDER BY next_ask_at LIMIT 50`,
        [api.clock.now().toISOString()],
      );
      return explained((await trx.executeQuery<Record<string, string>>(query)).rows);
    });
    expect(plan).toContain('business_verifications_to_ask');
    expect(plan).not.toContain('Seq Scan');
  });
});
