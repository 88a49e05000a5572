import { afterAll, beforeAll, expect, test } from 'vitest';
import { inWork } from '#api/kernel/command/work.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createDefaultWorklist } from '#api/records/worklists/default-worklist.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi(testEngine);
});
afterAll(() => api.close());

test('a company has one default worklist, however often it is created', async () => {
  const { a, b } = api.companies;
  const create = (company: typeof a) =>
    inWork(
      { db: api.database.db, now: api.clock.now },
      {
        companyId: company.id,
        actor: { type: 'user', id: company.owner.id, role: 'owner' },
        requestId: 'test',
      },
      createDefaultWorklist,
    );
  const id = await create(a);
  expect(id).toBeGreaterThan(0);
  expect(await create(a)).toBe(id);
  expect(await create(b)).not.toBe(id);
  const kept = await asTenant(api.database.db, a.id, async (trx) => ({
    worklists: await trx.selectFrom('worklists').selectAll().execute(),
    company: await trx
      .selectFrom('companies')
      .select('default_worklist_id')
      .where('id', '=', a.id)
      .executeTakeFirst(),
  }));
  expect(kept.company?.default_worklist_id).toBe(id);
  expect(kept.worklists).toHaveLength(1);
  expect(kept.worklists[0]).toMatchObject({ frequency: 'daily', threshold: 70, covered_lists: {} });
});
