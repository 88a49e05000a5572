import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database.ts';

describe.each(testEngines)('statements sent again on %s', (engine) => {
  let database: TestDatabase;
  let companyId: string;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    ({ companyId } = await insertCompany(database, 'Kauri Conveyancing'));
  });
  afterAll(() => database?.close());

  const inCompany = (text: string) =>
    asTenant(database.db, companyId, async (trx) => (await sql.raw(text).execute(trx)).rows);

  /** Texts that contain a mark and are prepared on the connection which the transaction has. */
  const prepared = (mark: string) =>
    asTenant(database.db, companyId, async (trx) => {
      const { rows } = await sql<{ statement: string }>`
        SELECT statement FROM pg_prepared_statements WHERE statement LIKE ${`%${mark}%`}`.execute(trx);
      return rows.length;
    });

  test('are prepared from the second time on, once a connection', async () => {
    const text = 'SELECT name AS repeated_name FROM companies';
    await inCompany(text);
    expect(await prepared('repeated_name')).toBe(0);
    for (let time = 0; time < 3; time += 1) expect(await inCompany(text)).toHaveLength(1);
    expect(await prepared('repeated_name')).toBe(1);
  });

  test.each([
    ['several statements', 'SELECT 1 AS unprepared_a; SELECT 2 AS unprepared_a', 'unprepared_a'],
    ['unnamed columns', 'SELECT c.* FROM companies c -- unprepared_b', 'unprepared_b'],
    ['a very long text', `SELECT '${'x'.repeat(6_000)}' AS unprepared_c`, 'unprepared_c'],
  ])('are not prepared if they are %s', async (_kind, text, mark) => {
    for (let time = 0; time < 3; time += 1) await inCompany(text);
    expect(await prepared(mark)).toBe(0);
  });

  test.runIf(engine === 'postgres')(
    'work again on another connection after a column changed its type',
    async () => {
      await database.asSuperuser('CREATE TABLE assay.changing (value int)');
      await database.asSuperuser('GRANT SELECT ON assay.changing TO assay_tenant');
      const text = 'SELECT value FROM assay.changing';
      for (let time = 0; time < 3; time += 1) await inCompany(text);
      await database.asSuperuser('ALTER TABLE assay.changing ALTER COLUMN value TYPE text');
      await expect(inCompany(text)).rejects.toThrow('cached plan must not change result type');
      expect(await inCompany(text)).toEqual([]);
    },
  );
});
