import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOneTransaction } from '#api/kernel/database/in-transaction.ts';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('several commands in one transaction on %s', (engine) => {
  let database: TestDatabase;
  let companyId: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    companyId = (await insertCompany(database, 'Rimu Accounting')).companyId;
  });
  afterAll(() => database?.close());

  const command = (db: Kysely<Schema>, word: string, fault?: Error) =>
    asTenant(db, companyId, async (trx) => {
      await trx
        .insertInto('client_words')
        .values({ company_id: companyId, word, one_letter_out: [] })
        .execute();
      if (fault) throw fault;
    });
  const words = async (pattern: string) =>
    (
      await database.asSuperuser('SELECT word FROM assay.client_words WHERE word LIKE $1 ORDER BY word', [
        pattern,
      ])
    ).rows.map(({ word }) => word);

  test('are all saved, concurrent ones in any order', async () => {
    await inOneTransaction(database, async ({ db }) => {
      await Promise.all([command(db, 'kept1'), command(db, 'kept2')]);
      await command(db, 'kept3');
    });
    expect(await words('kept%')).toEqual(['kept1', 'kept2', 'kept3']);
  });

  test('save nothing when a later one fails', async () => {
    const work = inOneTransaction(database, async ({ db }) => {
      await command(db, 'lost1');
      await command(db, 'lost2', new Error('no more'));
    });
    await expect(work).rejects.toThrow('no more');
    expect(await words('lost%')).toEqual([]);
  });

  test('continue after a handled failure', async () => {
    await inOneTransaction(database, async ({ db }) => {
      await command(db, 'met1', new Error('refused')).catch(() => {});
      await command(db, 'met2');
    });
    expect(await words('met%')).toEqual(['met2']);
  });

  test('run without tenant rights in between, and see one company’s rows at a time', async () => {
    await inOneTransaction(database, async ({ db }) => {
      await command(db, 'between');
      const { rows } = await sql<{ role: string }>`SELECT current_user AS role`.execute(db);
      expect(rows).toEqual([{ role: 'assay_app' }]);
    });
  });

  test('have each statement planned once, however often they run it', async () => {
    await inOneTransaction(database, async ({ db }) => {
      for (const word of ['planned1', 'planned2', 'planned3']) await command(db, word);
      const { rows } = await sql<{ statement: string; asked: number }>`
        SELECT statement, generic_plans + custom_plans AS asked FROM pg_prepared_statements
         WHERE statement LIKE 'insert into "client_words"%'`.execute(db);
      expect(rows.map(({ asked }) => Number(asked))).toEqual([expect.any(Number)]);
      expect(Number(rows[0]?.asked)).toBeGreaterThan(2);
    });
  });
});
