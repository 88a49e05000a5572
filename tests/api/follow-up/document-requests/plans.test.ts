import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { sampleClient } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';

/** Enough rows that a plan reading all of them would stand out. */
const requests = 4000;

/** Half of the ids are lower. Ids are the same in every run, or plans would depend on them. */
const middle = '80000000-0000-7000-8000-000000000000';

describe.each(testEngines)('query plans of document requests on %s', (engine) => {
  let test: TestApi;
  let clientId: string;
  beforeAll(async () => {
    test = await openTestApi(engine);
    const { a } = test.companies;
    ({ id: clientId } = await sampleClient(test, a.owner));
    const { id: other } = await sampleClient(test, a.owner);
    await test.database.asSuperuser(
      `INSERT INTO assay.document_requests (company_id, id, client_id, recipient_name, message, status, due_on, sent_at,
         submitted_at, created_by, created_at, updated_at)
       SELECT $1, md5('request ' || n)::uuid, CASE WHEN n % 40 = 0 THEN $2::uuid ELSE $4::uuid END, 'Somebody', '',
         CASE WHEN n % 50 = 0 THEN 'submitted' ELSE 'completed' END, date '2026-12-01', now(), now() + n * interval '1 second', $3,
         now(), now() FROM generate_series(1, ${requests}) AS n`,
      [a.id, clientId, a.owner.id, other],
    );
    await test.database.asSuperuser('ANALYZE assay.document_requests');
  });
  afterAll(() => test?.close());

  const getPlan = (query: ReturnType<typeof sql>) =>
    asTenant(test.database.db, test.companies.a.id, async (trx) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

  it.each([
    [
      'the newest requests of a client',
      'document_requests_by_client',
      () =>
        sql`SELECT id, status FROM document_requests WHERE client_id = ${clientId} ORDER BY id DESC LIMIT 11`,
    ],
    [
      'the requests before those',
      'document_requests_by_client',
      () =>
        sql`SELECT id, status FROM document_requests WHERE client_id = ${clientId} AND id < ${middle} ORDER BY id DESC LIMIT 11`,
    ],
    [
      'what waits to be looked at, longest first',
      'document_requests_submitted',
      () =>
        sql`SELECT id FROM document_requests WHERE status = 'submitted' ORDER BY submitted_at, id LIMIT 5`,
    ],
    [
      'how many wait',
      'document_requests_submitted',
      () =>
        sql`SELECT count(*) FROM (SELECT id FROM document_requests WHERE status = 'submitted' LIMIT 10001) AS seen`,
    ],
    [
      'the evidence of a verification',
      'verification_evidence_of_individual',
      () =>
        sql`SELECT id FROM verification_evidence WHERE individual_verification_id = ${clientId} AND withdrawn_at IS NULL ORDER BY id`,
    ],
  ])('%s are read by an index under the policy', async (_, index, query) => {
    const plan = await getPlan(query());
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});
