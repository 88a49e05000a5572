import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListEngine } from '#api/screening/list-engine.ts';
import { seedPart } from '#api/seed/demo-parts.ts';
import { demoScreeningListPart } from '#api/seed/demo-screening-list.ts';
import { openTestApi, type TestApi } from '#tests/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi('pglite');
});
afterAll(() => api.close());

test('the demo has a list of invented people to be found on, made once', async () => {
  const deps = { database: api.database, now: api.clock.now };
  await seedPart(deps, demoScreeningListPart);
  await seedPart(deps, demoScreeningListPart);
  const engine = createListEngine({ db: api.database.db });
  const companyId = api.companies.a.id;
  expect(await engine.listsInUse(companyId)).toMatchObject([
    { version: '1', entities: 18, keptBy: 'operator' },
  ]);
  const subject = {
    id: 'x',
    schema: 'Person' as const,
    names: ['Kwenlak Tiburcio'],
    birthDate: '1958-03-03',
    countries: [],
    identifiers: [],
  };
  const [answer] = await engine.screen([subject], { companyId, threshold: 0.7, birthDateMatching: 'exact' });
  expect(answer?.status === 'screened' && answer.hits.map(({ entity }) => entity.id)).toEqual(['DL-002']);
});
