import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { clientOwner } from './support.ts';

/** Enough rows that a plan reading all of them would stand out. */
const documents = 4000;

/** Half of the ids are lower. Ids are the same in every run, or plans would depend on them. */
const middle = '80000000-0000-7000-8000-000000000000';

describe.each(testEngines)('query plans of documents on %s', (engine) => {
  let test: TestApi;
  let ownerId: string;
  beforeAll(async () => {
    test = await openTestApi(engine);
    const { a } = test.companies;
    ({ ownerId } = await clientOwner(test, a.owner));
    await test.database.asSuperuser(
      `INSERT INTO assay.documents (company_id, id, owner_type, owner_id, type, file_name, mime_type, size,
         received_sha256, sha256, storage_key, uploaded_by, created_by, scan_status, created_at)
       SELECT $1, md5('document ' || n)::uuid, 'client', CASE WHEN n % 40 = 0 THEN $2::uuid ELSE md5('owner ' || n)::uuid END, 'other',
         'sample.pdf', 'application/pdf', 1, sha, sha, 'key-' || n, 'staff', $3, 'clean', now()
         FROM (SELECT n, encode(sha256(convert_to(n::text, 'UTF8')), 'hex') AS sha
                 FROM generate_series(1, ${documents}) AS n) AS samples`,
      [a.id, ownerId, a.owner.id],
    );
    await test.database.asSuperuser('ANALYZE assay.documents');
  });
  afterAll(() => test?.close());

  const getPlan = (query: ReturnType<typeof sql>) =>
    asTenant(test.database.db, test.companies.a.id, async (trx) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

  const ofOwner = () => sql`owner_type = 'client' AND owner_id = ${ownerId}`;

  it.each([
    [
      'the newest documents of a record',
      () => sql`SELECT id, file_name FROM documents WHERE ${ofOwner()} ORDER BY id DESC LIMIT 51`,
    ],
    [
      'the documents after those',
      () =>
        sql`SELECT id, file_name FROM documents WHERE ${ofOwner()} AND id < ${middle} ORDER BY id DESC LIMIT 51`,
    ],
    [
      'how many a record has',
      () => sql`SELECT count(*) FROM documents WHERE ${ofOwner()} AND purged_at IS NULL`,
    ],
    [
      'the document with some bytes',
      () =>
        sql`SELECT id FROM documents WHERE ${ofOwner()} AND sha256 = ${'0'.repeat(64)} AND purged_at IS NULL`,
    ],
  ])('%s are read by an index under the policy', async (_, query) => {
    const plan = await getPlan(query());
    expect(plan).toMatch(/documents_(by_owner|once)/);
    expect(plan).not.toMatch(/Seq Scan on documents/);
  });
});
