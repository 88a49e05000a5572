import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { publishedTemplate, sampleClient } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';

/** Enough rows that a plan reading all of them would stand out. */
const assessments = 4000;

/** Half of the ids are lower. Ids are the same in every run, or plans would depend on them. */
const middle = '80000000-0000-7000-8000-000000000000';

describe.each(testEngines)('query plans of risk assessments on %s', (engine) => {
  let test: TestApi;
  let clientId: string;
  let templateId: string;
  beforeAll(async () => {
    test = await openTestApi(engine);
    const { a } = test.companies;
    clientId = (await sampleClient(test, a.owner)).id;
    const template = await publishedTemplate(test, a.owner);
    templateId = template.id;
    await test.database.asSuperuser(
      `INSERT INTO assay.risk_assessments (company_id, id, resource_type, resource_id, template_id, template_version_id,
         status, answers, scored, score_tenths, computed_level, final_level, assessed_by, approved_by, created_at,
         created_by, updated_at, updated_by)
       SELECT $1, md5('assessment ' || n)::uuid, 'clients', CASE WHEN n % 1000 = 0 THEN $2::uuid ELSE md5('client ' || n)::uuid END, $3, $4,
         CASE WHEN n % 10 = 1 THEN 'approved' ELSE 'superseded' END, '[]', '{}', 0, 'low', 'low', $5, $5, now(), $5,
         now(), $5
         FROM generate_series(1, ${assessments}) AS n`,
      [a.id, clientId, template.id, template.shown.id, a.owner.id],
    );
    await test.database.asSuperuser('ANALYZE assay.risk_assessments');
  });
  afterAll(() => test?.close());

  const getPlan = (query: ReturnType<typeof sql>) =>
    asTenant(test.database.db, test.companies.a.id, async (trx) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

  it.each([
    [
      'the list of a client',
      () =>
        sql`SELECT id, status FROM risk_assessments WHERE resource_type = 'clients' AND resource_id = ${clientId}
            ORDER BY id DESC LIMIT 51`,
      /risk_assessments_by_resource/,
    ],
    [
      'the assessment in force',
      () =>
        sql`SELECT id FROM risk_assessments WHERE resource_type = 'clients' AND resource_id = ${clientId}
            AND status = 'approved'`,
      /risk_assessments_(one_current|by_resource)/,
    ],
    [
      'the assessments that an impact scores',
      () =>
        sql`SELECT id, answers FROM risk_assessments WHERE template_id = ${templateId} AND status = 'approved'
            AND id > ${middle} ORDER BY id LIMIT 100`,
      /risk_assessments_current_by_template|assessments_pkey|one_current/,
    ],
  ])('%s is read by its index under the policy', async (_, query, index) => {
    const plan = await getPlan(query());
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on risk_assessments/);
  });
});
