import { expect, test } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { vacuumEmbedded } from '#api/kernel/database/vacuum.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, testEngines } from '#tests/support/database/database.ts';

test.runIf(testEngines.includes('pglite'))(
  'frees the space of deleted rows and updates statistics, yielding to other statements',
  async () => {
    const database = await openTestDatabase('pglite');
    const { companyId } = await insertCompany(database, 'Kauri Conveyancing');
    await database.asSuperuser(
      `INSERT INTO assay.client_words (company_id, word, one_letter_out)
       SELECT $1, 'word' || n, '{}' FROM generate_series(1, 20000) AS n`,
      [companyId],
    );
    const size = async () =>
      (
        await database.asSuperuser(
          `SELECT pg_relation_size('assay.client_words')::int AS bytes, reltuples::int AS rows FROM pg_class WHERE oid = 'assay.client_words'::regclass`,
        )
      ).rows[0] as { bytes: number; rows: number };
    await vacuumEmbedded(database);
    expect((await size()).rows).toBe(20_000);

    await database.asSuperuser('DELETE FROM assay.client_words');
    const order: string[] = [];
    await Promise.all([
      vacuumEmbedded(database).then(() => order.push('vacuum')),
      asTenant(database.db, companyId, (trx) => trx.selectFrom('companies').select('id').execute()).then(() =>
        order.push('request'),
      ),
    ]);
    expect(order).toEqual(['request', 'vacuum']);
    expect(await size()).toEqual({ bytes: 0, rows: 0 });
    await database.close();
  },
);

test.runIf(testEngines.includes('postgres'))('does nothing on a server, which has autovacuum', async () => {
  const database = await openTestDatabase('postgres');
  expect(await vacuumEmbedded(database)).toEqual({ tables: 0 });
  await database.close();
});
