import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMonitoring } from '#api/follow-up/monitoring-runs/run-monitoring-job.ts';
import { syncScheduledReviews } from '#api/follow-up/reviews/schedule-reviews-job.ts';
import { verifyChains } from '#api/kernel/audit/verify-chains.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { findAdmin, findMember } from '#api/records/sign-in/store.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import { seedDemo } from '#demo/demo.ts';
import { demoAccounts } from '#demo/demo-accounts.ts';
import { demoActivities, seedDemoActivities } from '#demo/demo-activities.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { seedClients } from '#demo/seed-clients.ts';
import { clientTypes } from '#rules/clients/client-types.ts';
import { publishedList } from '#tests/support/api/required-lists.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';
import { testVerifyDeps } from '#tests/support/signing-keys.ts';

const now = () => new Date('2026-11-02T00:00:00.000Z');
const sealingKey = { idHmacKey: 'an-id-hmac-key-for-tests-of-32-chars', companyKeys: testCompanyKeys };

// One demo, tested in the order of the day: seeding takes longer than the tests.
describe.each(testEngines)('seeding the demo on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database?.close());

  const count = async () =>
    (await database.asSuperuser('SELECT count(*)::int AS total FROM assay.clients')).rows[0]?.total;

  const alerts = async (type: string) =>
    (
      await database.asSuperuser(
        `SELECT status, outcome, count(*)::int AS alerts FROM assay.alerts WHERE company_id = $1 AND type = $2
          GROUP BY status, outcome ORDER BY status`,
        [demoCompanyId, type],
      )
    ).rows;

  test('is rejected in a database other than a sandbox’s', async () => {
    await expect(seedDemo({ database, now, sealingKey, publishedList })).rejects.toThrow(
      /not marked as a sandbox/,
    );
    expect((await database.asSuperuser('SELECT FROM assay.companies')).rowCount).toBe(0);
  });

  test('creates every sign-in and a few hundred clients of all types, once', async () => {
    await assertSandboxDatabase(database.db, { sandbox: true, now });
    await seedDemo({ database, now, sealingKey, publishedList });
    const first = await count();
    await seedDemo({ database, now, sealingKey, publishedList });
    expect(await count()).toBe(first);
    expect(first).toBeGreaterThan(200);
    const types = await database.asSuperuser('SELECT DISTINCT client_type FROM assay.clients');
    expect(types.rows.map((row) => row.client_type).sort()).toEqual([...clientTypes].sort());
    for (const { loginId, userId, realm } of demoAccounts) {
      expect(userId).toMatch(/^U2\w{26}$/);
      const found =
        realm === 'admin'
          ? await findAdmin(database.db, userId)
          : await findMember(database.db, userId, { now: new Date() });
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

  test('creates risk assessments once, each current one set on its client', async () => {
    const look = () =>
      asTenant(database.db, demoCompanyId, async (trx) => ({
        templates: await trx
          .selectFrom('risk_templates')
          .select(['name', 'is_default'])
          .orderBy('id')
          .execute(),
        byStatus: await trx
          .selectFrom('risk_assessments')
          .select(({ fn }) => ['status', fn.countAll<number>().as('total')])
          .groupBy('status')
          .orderBy('status')
          .execute(),
        astray: await trx
          .selectFrom('risk_assessments as a')
          .innerJoin('clients as c', 'c.id', 'a.resource_id')
          .select('c.display_name')
          .where('a.status', '=', 'approved')
          .where((eb) =>
            eb.or([
              eb('c.current_risk_assessment_id', 'is', null),
              eb('c.current_risk_assessment_id', '!=', eb.ref('a.id')),
              eb('c.risk_level', '!=', eb.ref('a.final_level')),
            ]),
          )
          .execute(),
      }));
    const first = await look();
    expect(first.templates).toHaveLength(4);
    expect(first.templates.filter((template) => template.is_default)).toHaveLength(2);
    expect(first.astray).toEqual([]);
    const statuses = new Map(first.byStatus.map(({ status, total }) => [status, total]));
    for (const status of ['approved', 'submitted', 'draft'] as const) {
      expect(statuses.get(status) ?? 0, status).toBeGreaterThan(0);
    }
    await seedDemo({ database, now, sealingKey, publishedList });
    expect(await look()).toEqual(first);
  });

  test('records the non-cooperating party of one sale', async () => {
    const { rows } = await database.asSuperuser(
      `SELECT c.display_name, n.report_considered, p.capacity FROM assay.non_cooperation_records n
         JOIN assay.clients c ON c.id = n.client_id
         JOIN assay.activity_parties p ON p.activity_id = n.activity_id AND p.client_id = n.client_id`,
    );
    expect(rows).toEqual([
      { display_name: 'Quillon Nonreplyton', report_considered: true, capacity: 'otherParty' },
    ]);
  });

  test('creates activities in every status, once', async () => {
    await seedDemoActivities({ database, now });
    const { rows } = await database.asSuperuser(
      'SELECT status, count(*)::int AS total FROM assay.activities GROUP BY status ORDER BY status',
    );
    const total = rows.reduce((sum, row) => sum + Number(row.total), 0);
    // The additional ones: the sale whose other party does not cooperate, the one whose assessment is outdated, and two purchases under a delay.
    expect(total).toBe(demoActivities + 4);
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

  test('creates open matches and a dismissed one, which jobs do not raise again', async () => {
    const wanted = [
      { status: 'closed', outcome: 'falsePositive', alerts: 1 },
      { status: 'open', outcome: null, alerts: 3 },
    ];
    expect(await alerts('screeningMatch')).toEqual(wanted);
    await seedDemo({ database, now, sealingKey, publishedList });
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

  test('opens alerts for reviews due once the job has run', async () => {
    await syncScheduledReviews(database.db, { now });
    const open = (await alerts('reviewDue')).find(({ status }) => status === 'open');
    expect(Number(open?.alerts)).toBeGreaterThan(0);
  });

  test('adds clients up to a given number, in batches, with an audit log that verifies', async () => {
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
    const { ok } = await verifyChains(database.db, testVerifyDeps());
    expect(ok).toBe(true);
  });
});
