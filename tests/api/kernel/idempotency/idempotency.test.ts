import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asPlatform, asTenant } from '#api/kernel/database/tenancy.ts';
import { hashBody, withIdempotencyKey } from '#api/kernel/idempotency/idempotency.ts';
import { purgeRequestKeys } from '#api/kernel/idempotency/purge.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

const start = new Date('2026-03-02T09:00:00.000Z');
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

describe.each(testEngines)('idempotency keys on %s', (engine) => {
  let database: TestDatabase;
  let companyId: string;
  let memberId: string;
  let runs: number;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    ({ companyId, memberId } = await insertCompany(database, 'Kauri Conveyancing'));
    runs = 0;
  });

  /** Sends a form that renames the company, and counts its executions. */
  function send(
    name: string,
    {
      key = 'key-1',
      subject = memberId,
      endpoint = 'companies.update',
      now = start,
      refuse = false,
      whileHeld = () => {},
    } = {},
  ) {
    return asTenant(database.db, companyId, (trx) =>
      withIdempotencyKey(
        trx,
        { now: () => now },
        { subject, endpoint, key, bodyHash: hashBody({ name }) },
        async () => {
          runs += 1;
          const { version } = await trx
            .updateTable('companies')
            .set((update) => ({ name, version: update('version', '+', 1) }))
            .returning('version')
            .executeTakeFirstOrThrow();
          whileHeld();
          if (refuse) throw new Error('refused');
          return { status: 200, body: { name, version } };
        },
      ),
    );
  }

  test('the same form sent again returns the first result without running again', async () => {
    const first = await send('Kauri');
    expect(first).toEqual({ outcome: 'first', status: 200, body: { name: 'Kauri', version: 2 } });
    expect(await send('Kauri')).toEqual({ ...first, outcome: 'repeated' });
    expect(runs).toBe(1);
  });

  test('eight concurrent calls run once and return the same result', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => send('Kauri')));
    expect(runs).toBe(1);
    expect(results.filter(({ outcome }) => outcome === 'first')).toHaveLength(1);
    for (const result of results)
      expect(result).toMatchObject({ status: 200, body: { name: 'Kauri', version: 2 } });
  });

  test('another body under the same key returns a conflict with the first result', async () => {
    await send('Kauri');
    expect(await send('Rimu')).toEqual({
      outcome: 'conflict',
      first: { status: 200, body: { name: 'Kauri', version: 2 } },
    });
    expect(runs).toBe(1);
  });

  test('a rejected attempt leaves the key free, also for another body', async () => {
    await expect(send('Kauri', { refuse: true })).rejects.toThrow('refused');
    expect(await send('Rimu')).toMatchObject({ outcome: 'first', body: { name: 'Rimu', version: 2 } });
  });

  test('a rejected call lets a concurrent second one run', async () => {
    let second: ReturnType<typeof send> | undefined;
    // The second is sent while the first holds the key; it is a request of its own, outside the first's transaction.
    const apart = AsyncLocalStorage.snapshot();
    const whileHeld = () => {
      second = apart(() => send('Kauri'));
    };
    await expect(send('Kauri', { refuse: true, whileHeld })).rejects.toThrow('refused');
    expect(await second).toMatchObject({ outcome: 'first' });
  });

  test('keys are separate by member, endpoint and company', async () => {
    await send('Kauri');
    expect(await send('Kauri', { subject: 'someone-else' })).toMatchObject({ outcome: 'first' });
    expect(await send('Kauri', { endpoint: 'companies.other' })).toMatchObject({ outcome: 'first' });
    const other = await insertCompany(database, 'Wattle Accounting');
    const elsewhere = await asTenant(database.db, other.companyId, (trx) =>
      withIdempotencyKey(
        trx,
        { now: () => start },
        {
          subject: memberId,
          endpoint: 'companies.update',
          key: 'key-1',
          bodyHash: hashBody({ name: 'Kauri' }),
        },
        async () => ({ status: 200, body: 'run elsewhere' }),
      ),
    );
    expect(elsewhere).toMatchObject({ outcome: 'first', body: 'run elsewhere' });
  });

  test('an admin’s keys belong to the platform', async () => {
    const restrict = () =>
      asPlatform(database.db, (trx) =>
        withIdempotencyKey(
          trx,
          { now: () => start },
          { subject: 'admin-1', endpoint: 'admin.restrict', key: companyId, bodyHash: hashBody({}) },
          async () => {
            runs += 1;
            return { status: 204, body: null };
          },
        ),
      );
    await restrict();
    expect(await restrict()).toEqual({ outcome: 'repeated', status: 204, body: null });
    expect(runs).toBe(1);
    expect(
      await asTenant(database.db, companyId, (trx) => trx.selectFrom('request_keys').selectAll().execute()),
    ).toEqual([]);
  });

  test('a key is valid for 24 hours, whether or not it has been purged', async () => {
    await send('Kauri');
    expect(await send('Kauri', { now: hoursLater(23.9) })).toMatchObject({ outcome: 'repeated' });
    expect(await send('Rimu', { now: hoursLater(24.1) })).toMatchObject({ outcome: 'first' });
    expect(await send('Rimu', { now: hoursLater(24.2) })).toMatchObject({ outcome: 'repeated' });
  });

  test('purging deletes keys older than 24 hours alone', async () => {
    await send('Old', { key: 'old' });
    await send('New', { key: 'new', now: hoursLater(12) });
    await purgeRequestKeys(database.db, { now: () => hoursLater(25) });
    const kept = await asTenant(database.db, companyId, (trx) =>
      trx.selectFrom('request_keys').select('key').execute(),
    );
    expect(kept).toEqual([{ key: 'new' }]);
  });

  test('a command that returns a rejection instead of throwing is an error, and saves nothing', async () => {
    const answered = asTenant(database.db, companyId, (trx) =>
      withIdempotencyKey(
        trx,
        { now: () => start },
        { subject: memberId, endpoint: 'x', key: 'k', bodyHash: hashBody(null) },
        async () => ({ status: 409, body: null }),
      ),
    );
    await expect(answered).rejects.toThrow(RangeError);
  });
});

test('a body’s hash does not depend on the order of its fields, and accepts hostile text', () => {
  expect(hashBody({ a: 1, b: { c: 2, d: undefined } })).toBe(hashBody({ b: { c: 2 }, a: 1 }));
  expect(hashBody({ a: 1 })).not.toBe(hashBody({ a: '1' }));
  expect(hashBody({ a: '\ud800\u0000' })).toMatch(/^[0-9a-f]{64}$/);
});
