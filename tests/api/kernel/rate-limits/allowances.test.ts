import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { exportClients } from '#contract/clients.ts';
import { endpoints } from '#contract/endpoints.ts';
import { openTestApi, type TestApi } from '#tests/support/api.ts';
import { testEngines } from '#tests/support/database.ts';

const { limit } = rateLimits['exports.member'];

test('every endpoint that returns a file or costs money has a rate limit', () => {
  const without = endpoints.filter(({ response, uses }) => 'contentType' in response && uses === undefined);
  expect(without.map(({ id }) => id).sort()).toEqual([
    'documents.preview',
    'documents.thumbnail',
    'screeningLists.template',
  ]);
  const paid = endpoints.filter(({ uses }) => uses === 'paidLookup').map(({ id }) => id);
  expect(paid.sort()).toEqual([
    'businessVerifications.expand',
    'businessVerifications.orderExtract',
    'individualVerifications.retry',
    'individualVerifications.runChecks',
  ]);
});

describe.each(testEngines)('exports on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api?.close());

  test('are rejected above the limit with the time to wait; others and invalid requests do not count', async () => {
    const { staff, owner } = api.companies.a;
    const request = (as: typeof staff, query: Record<string, unknown> = {}) =>
      api.request(exportClients, { query }, { as });
    for (let use = 0; use < 3; use += 1) expect((await request(staff, { status: 'none' })).status).toBe(422);
    for (let use = 0; use < limit; use += 1) expect((await request(staff)).status).toBe(200);
    const refused = await request(staff);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.problem).toMatchObject({
      code: 'rate.limited',
      detail: expect.stringMatching(
        /^You have downloaded many exports\. Try again in \d+ (seconds|minutes)\.$/,
      ),
    });
    expect((await request(owner)).status).toBe(200);
  });
});
