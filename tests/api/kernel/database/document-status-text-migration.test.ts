import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

const typed = 'A note with “"formatStatus":” in it';
const former = { documents: [{ label: 'Passport', formatStatus: 'expired on 1 May 2026' }], note: typed };

describe.each(testEngines)('stored responses with a document’s status text on %s', (engine) => {
  let schema: FormerSchema;

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0103');
    const scope = uuidv7();
    await schema.asOwner(
      [
        ['individualVerifications.addDocument', former],
        ['individualVerifications.cancel', { documents: [] }],
        ['clients.create', former],
      ].map(([endpoint, body]) => [
        `INSERT INTO request_keys (scope, subject, endpoint, key, body_hash, status, body, created_at)
         VALUES ($1, $1, $2, 'key', 'hash', 200, $3, '2026-11-26T00:00:00Z')`,
        [scope, endpoint, JSON.stringify(body)],
      ]),
    );
    await schema.migrate();
  }, 600_000);
  afterAll(() => schema?.close());

  test('have the field’s current name, and are the same otherwise', async () => {
    expect(await schema.asOwner([['SELECT endpoint, body FROM request_keys ORDER BY endpoint']])).toEqual([
      { endpoint: 'clients.create', body: former },
      {
        endpoint: 'individualVerifications.addDocument',
        body: { documents: [{ label: 'Passport', statusText: 'expired on 1 May 2026' }], note: typed },
      },
      { endpoint: 'individualVerifications.cancel', body: { documents: [] } },
    ]);
  });
});
