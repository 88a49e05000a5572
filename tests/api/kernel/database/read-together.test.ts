import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlState } from '#api/kernel/database/postgres-errors.ts';
import { withPreparedStatement } from '#api/kernel/database/prepared-statements.ts';
import { readAsTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

const insufficientPrivilege = '42501';
const divisionByZero = '22012';

describe.each(testEngines)('pipelined reads on %s', (engine) => {
  let database: TestDatabase;
  let kauri: Awaited<ReturnType<typeof insertCompany>>;
  let wattle: Awaited<ReturnType<typeof insertCompany>>;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    kauri = await insertCompany(database, 'Kauri Conveyancing');
    wattle = await insertCompany(database, 'Wattle Accounting');
  });
  afterAll(() => database.close());

  const companies = () => database.db.selectFrom('companies').select('name').compile();
  const people = () =>
    withPreparedStatement(
      database.db,
      sql<{ company_id: string }>`SELECT company_id FROM members ORDER BY id`,
    );
  const failing = () => sql<{ n: number }>`SELECT 1 / ${0}::integer AS n`.compile(database.db);

  test('each query returns rows of one company, regardless of the connection’s previous company', async () => {
    for (const [companyId, name] of [
      [kauri.companyId, 'Kauri Conveyancing'],
      [wattle.companyId, 'Wattle Accounting'],
      [kauri.companyId, 'Kauri Conveyancing'],
    ] as const) {
      const [named, members] = await readAsTenant(database.db, companyId, [companies(), people()]);
      expect(named).toEqual([{ name }]);
      expect(members).toEqual([{ company_id: companyId }]);
    }
  });

  test('concurrent reads never see each other’s company', async () => {
    const askers = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? wattle : kauri).companyId);
    const seen = await Promise.all(
      askers.map((companyId) => readAsTenant(database.db, companyId, [people(), companies()])),
    );
    expect(seen.map(([members]) => members)).toEqual(askers.map((company_id) => [{ company_id }]));
  });

  test('the first error is thrown, and the connection is as before', async () => {
    const failed = readAsTenant(database.db, kauri.companyId, [companies(), failing(), people()]);
    expect(await failed.catch(sqlState)).toBe(divisionByZero);
    const outside = database.pool.query('SELECT 1 FROM assay.companies');
    expect(await outside.catch(sqlState)).toBe(insufficientPrivilege);
    const { rows } = await database.pool.query(`SELECT current_user AS role,
      current_setting('app.company_id', true) AS company`);
    expect(rows[0]).toEqual({ role: 'assay_app', company: expect.toBeOneOf([null, '']) });
    const [named] = await readAsTenant(database.db, wattle.companyId, [companies()]);
    expect(named).toEqual([{ name: 'Wattle Accounting' }]);
  });

  test('an invalid company id is rejected before anything is sent', async () => {
    await expect(readAsTenant(database.db, "x'; --", [companies()])).rejects.toThrow(RangeError);
  });
});
