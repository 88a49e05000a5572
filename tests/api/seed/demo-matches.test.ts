import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMonitoring } from '#api/monitoring/run-monitoring.ts';
import { keepReviews } from '#api/reviews/keep.ts';
import { keepSandboxApart } from '#api/sandbox-marker.ts';
import { createListEngine } from '#api/screening/list-engine.ts';
import { seedDemo } from '#api/seed/demo.ts';
import { demoCompanyId } from '#api/seed/demo-company.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database.ts';

const now = () => new Date('2026-11-02T00:00:00.000Z');

describe.each(testEngines)('what the demo company has to look at on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await keepSandboxApart(database.db, { sandbox: true, now });
    await seedDemo({ database, now });
  });
  afterAll(() => database?.close());

  const alerts = async (type: string) =>
    (
      await database.asSuperuser(
        `SELECT status, outcome, count(*)::int AS alerts FROM assay.alerts WHERE company_id = $1 AND type = $2
          GROUP BY status, outcome ORDER BY status`,
        [demoCompanyId, type],
      )
    ).rows;

  test('matches that wait, and one that is decided; the jobs ask about none of them again', async () => {
    const wanted = [
      { status: 'closed', outcome: 'falsePositive', alerts: 1 },
      { status: 'open', outcome: null, alerts: 3 },
    ];
    expect(await alerts('screeningMatch')).toEqual(wanted);
    await seedDemo({ database, now });
    await runMonitoring({ db: database.db, now, screening: createListEngine({ db: database.db }) });
    expect(await alerts('screeningMatch')).toEqual(wanted);
    const { rows } = await database.asSuperuser(
      `SELECT entity -> 'names' -> 0 ->> 'text' AS name, status, topics FROM assay.screening_matches ORDER BY name`,
    );
    expect(rows.map(({ name, status }) => [name, status])).toEqual([
      ['Anselma Vrithop', 'falsePositive'],
      ['Fermina Chulbog', 'pending'],
      ['Iphigen Torruva', 'pending'],
      ['Quillport Bullion Trading LLC', 'pending'],
    ]);
  });

  test('reviews that are due, once the job has looked', async () => {
    await keepReviews(database.db, { now });
    const open = (await alerts('reviewDue')).find(({ status }) => status === 'open');
    expect(Number(open?.alerts)).toBeGreaterThan(0);
  });
});
