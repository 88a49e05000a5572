import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDelay } from '#api/activities/field-checks.ts';
import { verifyChains } from '#api/audit/verify-chains.ts';
import { keepSandboxApart } from '#api/sandbox-marker.ts';
import { seedDemo } from '#api/seed/demo.ts';
import { demoActivities, seedDemoActivities } from '#api/seed/demo-activities.ts';
import { inventActivity } from '#api/seed/invent-activity.ts';
import { seededRandom } from '#api/seed/random.ts';
import { activityInput } from '#contract/activities.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database.ts';

const now = () => new Date('2026-11-02T00:00:00.000Z');
const ids = Array.from({ length: 9 }, (_, number) => `01980000-0000-7000-8000-00000000010${number}`);

test('every invented activity is one that the form would take', () => {
  for (let number = 0; number < 1000; number += 1) {
    const form = inventActivity(seededRandom(number), {
      memberIds: ids.slice(0, 2),
      verified: ids.slice(2, 6),
      anybody: ids.slice(2),
      today: '2026-11-02',
    });
    const parsed = activityInput.safeParse(form);
    expect(parsed.error?.issues, JSON.stringify(form)).toBeUndefined();
    if (parsed.data) expect(checkDelay(parsed.data, ['NZL', 'AUS'])).toEqual({});
    expect(new Set(form.parties?.map(({ clientId }) => clientId)).size).toBe(form.parties?.length);
  }
});

describe.each(testEngines)('the demo’s activities on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await keepSandboxApart(database.db, { sandbox: true, now });
    await seedDemo({ database, now });
  });
  afterAll(() => database?.close());

  test('are there in every status, once', async () => {
    await seedDemoActivities({ database, now });
    const { rows } = await database.asSuperuser(
      'SELECT status, count(*)::int AS total FROM assay.activities GROUP BY status ORDER BY status',
    );
    const total = rows.reduce((sum, row) => sum + Number(row.total), 0);
    expect(total).toBe(demoActivities);
    expect(rows.map(({ status }) => status)).toEqual([
      'cancelled',
      'completed',
      'inProgress',
      'inReview',
      'onHold',
      'toDo',
    ]);
    const { rows: due } = await database.asSuperuser(
      'SELECT count(*)::int AS total FROM assay.activities WHERE delayed_cdd_due_on IS NOT NULL',
    );
    expect(Number(due[0]?.total)).toBeGreaterThan(2);
  });

  test('leave the audit trail whole', async () => {
    const { ok } = await verifyChains(database.db, ['an-audit-key-for-tests-of-32-characters']);
    expect(ok).toBe(true);
  });
});
