import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { migrations } from '#api/kernel/database/migrations/registry.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { createEmptyDatabase, testEngines } from '#tests/support/database/database.ts';

const typed = 'A note with “"formatStatus":” in it';
const former = { documents: [{ label: 'Passport', formatStatus: 'expired on 1 May 2026' }], note: typed };

describe.each(testEngines)('stored responses with a document’s status text on %s', (engine) => {
  let database: Database;
  let drop: () => Promise<void>;

  const asOwner = (statements: [text: string, values?: unknown[]][]) =>
    database.asLogin(async (client) => {
      await client.query('BEGIN; SET LOCAL ROLE assay_owner; SET LOCAL search_path TO assay, public');
      let rows: Record<string, unknown>[] = [];
      for (const [text, values = []] of statements) ({ rows } = await client.query(text, values));
      await client.query('COMMIT');
      return rows;
    });

  beforeAll(async () => {
    const empty = engine === 'postgres' ? await createEmptyDatabase() : undefined;
    database = await openDatabase(empty === undefined ? {} : { databaseUrl: empty.databaseUrl });
    drop = empty?.drop ?? (async () => undefined);
    await migrateDatabase(
      database,
      migrations.filter(({ name }) => name < '0103'),
    );
    const scope = uuidv7();
    await asOwner(
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
    await migrateDatabase(database);
  }, 600_000);
  afterAll(async () => {
    await database.close();
    await drop();
  });

  test('have the field’s current name, and are the same otherwise', async () => {
    expect(await asOwner([['SELECT endpoint, body FROM request_keys ORDER BY endpoint']])).toEqual([
      { endpoint: 'clients.create', body: former },
      {
        endpoint: 'individualVerifications.addDocument',
        body: { documents: [{ label: 'Passport', statusText: 'expired on 1 May 2026' }], note: typed },
      },
      { endpoint: 'individualVerifications.cancel', body: { documents: [] } },
    ]);
  });
});
