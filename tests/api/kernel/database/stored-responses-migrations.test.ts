import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

const facts = { otherSectors: [], enrolmentNumber: null };

describe.each(testEngines)('stored responses of before a field was added on %s', (engine) => {
  let schema: FormerSchema;

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0127');
    const scope = uuidv7();
    await schema.asOwner(
      [
        ['activities.create', { name: 'Sale', arrangements: [] }],
        ['activities.list.assign', { jobId: 'a' }],
        ['company.policies.update', { version: 2 }],
        ['company.update', { name: 'Invented', ...facts }],
        ['onboarding.officer', { company: { name: 'Invented', ...facts }, done: false }],
      ].map(([endpoint, body]) => [
        `INSERT INTO request_keys (scope, subject, endpoint, key, body_hash, status, body, created_at)
         VALUES ($1, $1, $2, 'key', 'hash', 200, $3, '2026-11-26T00:00:00Z')`,
        [scope, endpoint, JSON.stringify(body)],
      ]),
    );
    await schema.migrate();
  }, 600_000);
  afterAll(() => schema?.close());

  test('get it with the value of what is not recorded, and are the same otherwise', async () => {
    expect(await schema.asOwner([['SELECT endpoint, body FROM request_keys ORDER BY endpoint']])).toEqual([
      {
        endpoint: 'activities.create',
        body: { name: 'Sale', arrangements: [], outsideScopeNz: null, outsideScopeAu: null },
      },
      { endpoint: 'activities.list.assign', body: { jobId: 'a' } },
      { endpoint: 'company.policies.update', body: { version: 2 } },
      { endpoint: 'company.update', body: { name: 'Invented', ...facts, onlyItem54: false } },
      {
        endpoint: 'onboarding.officer',
        body: { company: { name: 'Invented', ...facts, onlyItem54: false }, done: false },
      },
    ]);
  });
});
