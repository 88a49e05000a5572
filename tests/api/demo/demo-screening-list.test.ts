import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { demoScreeningListPart } from '#demo/demo-screening-list.ts';
import { seedPart } from '#demo/demo-steps.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi(testEngine);
});
afterAll(() => api.close());

test('the demo creates its fictional screening list once', async () => {
  const deps = { database: api.database, now: api.clock.now };
  await seedPart(deps, demoScreeningListPart);
  await seedPart(deps, demoScreeningListPart);
  const engine = createListEngine({ db: api.database.db });
  const companyId = api.companies.a.id;
  expect(await engine.listsInUse(companyId)).toMatchObject([
    { version: '1', entities: 19, keptBy: 'operator' },
  ]);
  const subject = {
    id: 'x',
    schema: 'Person' as const,
    names: ['Kwenlak Tiburcio'],
    birthDate: '1958-03-03',
    countries: [],
    identifiers: [],
  };
  const [response] = await engine.screen([subject], {
    companyId,
    threshold: 0.7,
    birthDateMatching: 'exact',
  });
  expect(response?.status === 'screened' && response.hits.map(({ entity }) => entity.id)).toEqual(['DL-002']);
});
