import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAdmin, findMember } from '#api/accounts/store.ts';
import { verifyChains } from '#api/audit/verify-chains.ts';
import { misplacedFields } from '#api/clients/field-checks.ts';
import { keepSandboxApart } from '#api/sandbox-marker.ts';
import { seedDemo } from '#api/seed/demo.ts';
import { demoAccounts } from '#api/seed/demo-accounts.ts';
import { inventClient } from '#api/seed/invent-client.ts';
import { seededRandom } from '#api/seed/random.ts';
import { seedClients } from '#api/seed/seed-clients.ts';
import { clientInput } from '#contract/clients.ts';
import { clientTypes } from '#rules/client-types.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database.ts';

const now = () => new Date('2026-11-02T00:00:00.000Z');

test('every invented client is one that the form would take', () => {
  for (let number = 0; number < 3000; number += 1) {
    const { details } = inventClient(seededRandom(number), {
      number,
      memberIds: ['01980000-0000-7000-8000-000000000011'],
      today: '2026-11-02',
    });
    const parsed = clientInput.safeParse(details);
    expect(parsed.error?.issues, JSON.stringify(details)).toBeUndefined();
    expect(misplacedFields(details)).toEqual({});
  }
});

test('a series is the same every time, and varied', () => {
  const invent = (seed: number) =>
    inventClient(seededRandom(seed), { number: 50, memberIds: ['a'], today: '2026-11-02' });
  expect(invent(9)).toEqual(invent(9));
  const names = new Set(
    Array.from({ length: 3000 }, (_, seed) => {
      const { individual, business } = invent(seed).details;
      return individual ? `${individual.givenNames} ${individual.familyName}` : business?.legalName;
    }),
  );
  expect(names.size).toBeGreaterThan(2000);
});

describe.each(testEngines)('the demo on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database?.close());

  const count = async () =>
    (await database.asSuperuser('SELECT count(*)::int AS total FROM assay.clients')).rows[0]?.total;

  test('is never written into a database that is not a sandbox’s', async () => {
    await expect(seedDemo({ database, now })).rejects.toThrow(/not marked as a sandbox/);
    expect((await database.asSuperuser('SELECT FROM assay.companies')).rowCount).toBe(0);
  });

  test('makes every sign-in and a few hundred clients of all types, once', async () => {
    await keepSandboxApart(database.db, { sandbox: true, now });
    await seedDemo({ database, now });
    const first = await count();
    await seedDemo({ database, now });
    expect(await count()).toBe(first);
    expect(first).toBeGreaterThan(200);
    const types = await database.asSuperuser('SELECT DISTINCT client_type FROM assay.clients');
    expect(types.rows.map((row) => row.client_type).sort()).toEqual([...clientTypes].sort());
    for (const { loginId, userId, door } of demoAccounts) {
      expect(userId).toMatch(/^U2\w{26}$/);
      const found =
        door === 'admin' ? await findAdmin(database.db, userId) : await findMember(database.db, userId);
      expect(found, loginId).toMatchObject({ status: 'active' });
    }
    const [newcomer] = (
      await database.asSuperuser(
        `SELECT access_restricted, subscription_active, billing_country_code, default_worklist_id FROM assay.companies
          WHERE onboarding_step = 'company'`,
      )
    ).rows;
    expect(newcomer).toEqual({
      access_restricted: true,
      subscription_active: false,
      billing_country_code: 'AUS',
      default_worklist_id: 0,
    });
  });

  test('tops the company up to a number, in batches, with an audit trail that verifies', async () => {
    const told: number[] = [];
    const there = Number(await count());
    await seedClients(
      { database, now },
      { clients: 1000, clientsPerBatch: 300, onProgress: (done) => told.push(done) },
    );
    expect(await count()).toBe(1000);
    expect(told).toEqual([there + 300, there + 600, 1000]);
    await seedClients({ database, now }, { clients: 500 });
    expect(await count()).toBe(1000);
    const { ok } = await verifyChains(database.db, ['an-audit-key-for-tests-of-32-characters']);
    expect(ok).toBe(true);
  });
});
