import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRepeatedStatements, withPreparedStatement } from '#api/kernel/database/prepared-statements.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

describe('statements that are sent again', () => {
  test('are named from the second time on, each by its text', () => {
    const getName = createRepeatedStatements();
    const [one, other] = ['SELECT name FROM companies', 'SELECT id FROM companies'];
    expect([getName(one), getName(other)]).toEqual([undefined, undefined]);
    const name = getName(one);
    expect(name).toMatch(/^[\w-]{20}$/);
    expect(getName(one)).toBe(name);
    expect(getName(other)).not.toBe(name);
  });

  test.each([
    ['several statements', 'SELECT 1 AS a; SELECT 2 AS b'],
    ['settings', "SET LOCAL app.company_id TO 'a'"],
    ['unnamed columns of a table', 'SELECT c.id, c.* FROM companies c'],
    ['unnamed columns of changed rows', 'UPDATE companies SET name = $1 RETURNING *'],
    ['a very long text', `SELECT '${'x'.repeat(8_000)}' AS long`],
  ])('are not named if they are %s', (_kind, text) => {
    const getName = createRepeatedStatements();
    for (let time = 0; time < 3; time += 1) expect(getName(text)).toBeUndefined();
  });

  test('are not named beyond the limit', () => {
    const getName = createRepeatedStatements(2);
    const texts = ['SELECT 1', 'SELECT 2', 'SELECT 3'];
    for (const text of texts) getName(text);
    expect(texts.map((text) => getName(text) === undefined)).toEqual([false, false, true]);
  });
});

describe.each(testEngines)('prepared statements on %s', (engine) => {
  let database: TestDatabase;
  let companyId: string;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    ({ companyId } = await insertCompany(database, 'Kauri Conveyancing'));
  });
  afterAll(() => database?.close());

  test.runIf(engine === 'postgres')(
    'work again on another connection after a column changed its type',
    async () => {
      await database.asSuperuser('CREATE TABLE assay.changing (value int)');
      await database.asSuperuser('GRANT SELECT ON assay.changing TO assay_tenant');
      const read = () =>
        asTenant(database.db, companyId, async (trx) => {
          const statement = withPreparedStatement(trx, sql`SELECT value FROM assay.changing`);
          return (await trx.executeQuery(statement)).rows;
        });
      expect(await read()).toEqual([]);
      await database.asSuperuser('ALTER TABLE assay.changing ALTER COLUMN value TYPE text');
      await expect(read()).rejects.toThrow('cached plan must not change result type');
      expect(await read()).toEqual([]);
    },
  );
});
