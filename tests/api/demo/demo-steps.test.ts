import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import { demoCompanyId, seedDemoAccounts } from '#demo/demo-company.ts';
import { beginPart, type DemoPart, makeStep, seedPart } from '#demo/demo-steps.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

const now = () => new Date('2026-11-02T00:00:00.000Z');

describe.each(testEngines)('a demo step on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await assertSandboxDatabase(database.db, { sandbox: true, now });
    await seedDemoAccounts({ database, now });
  });
  afterAll(() => database?.close());

  /** Each step is two commands, between which a process may be killed. */
  function getPart(name: string, between: (step: number) => void = () => {}): DemoPart {
    return {
      name,
      steps: 3,
      isThere: async () => false,
      async make(deps, step) {
        for (const half of ['a', 'b']) {
          if (half === 'b') between(step);
          await asTenant(deps.database.db, demoCompanyId, (trx) =>
            trx
              .insertInto('client_words')
              .values({ company_id: demoCompanyId, word: `${name}${step}${half}`, one_letter_out: [] })
              .execute(),
          );
        }
      },
    };
  }
  const words = async (name: string) =>
    (
      await database.asSuperuser('SELECT word FROM assay.client_words WHERE word LIKE $1 ORDER BY word', [
        `${name}%`,
      ])
    ).rows.map(({ word }) => word);
  const all = (name: string) => [0, 1, 2].flatMap((step) => [`${name}${step}a`, `${name}${step}b`]);

  test('runs once, however often it is called', async () => {
    const deps = { database, now };
    await seedPart(deps, getPart('once'));
    await seedPart(deps, getPart('once'));
    expect(await words('once')).toEqual(all('once'));
  });

  test('resumes where it was interrupted, and stores nothing of a partial step', async () => {
    const deps = { database, now };
    const killed = getPart('killed', (step) => {
      if (step === 1) throw new Error('killed');
    });
    await expect(seedPart(deps, killed)).rejects.toThrow('killed');
    expect(await words('killed')).toEqual(['killed0a', 'killed0b']);
    const again = getPart('killed');
    expect(await beginPart(deps, again)).toEqual([1, 2]);
    await seedPart(deps, again);
    expect(await words('killed')).toEqual(all('killed'));
  });

  test('runs once for two concurrent processes', async () => {
    const deps = { database, now };
    const part = getPart('twice');
    await Promise.all([seedPart(deps, part), seedPart(deps, part)]);
    await makeStep(deps, part, 1);
    expect(await words('twice')).toEqual(all('twice'));
  });

  test('never runs where its records existed before', async () => {
    const deps = { database, now };
    await seedPart(deps, { ...getPart('there'), isThere: async () => true });
    await seedPart(deps, getPart('there'));
    expect(await words('there')).toEqual([]);
  });
});
