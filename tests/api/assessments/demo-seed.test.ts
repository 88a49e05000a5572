import { describe, expect, it } from 'vitest';
import { asTenant } from '#api/database/tenancy.ts';
import { keepSandboxApart } from '#api/sandbox-marker.ts';
import { demoCompanyId } from '#api/seed/demo-company.ts';
import { seedDemoRisk } from '#api/seed/demo-risk.ts';
import { seedClients } from '#api/seed/seed-clients.ts';
import { openTestDatabase, testEngines } from '#tests/support/database.ts';

describe.each(testEngines)('the demo company’s risk on %s', (engine) => {
  it('is there once, however often it is seeded, and each current assessment stands on its client', async () => {
    const database = await openTestDatabase(engine);
    const deps = { database, now: () => new Date() };
    await keepSandboxApart(database.db, { sandbox: true, now: deps.now });
    await seedClients(deps, { clients: 90 });
    await seedDemoRisk(deps);
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
    expect(first.templates.filter((one) => one.is_default)).toHaveLength(2);
    expect(first.astray).toEqual([]);
    const statuses = new Map(first.byStatus.map(({ status, total }) => [status, total]));
    for (const status of ['approved', 'submitted', 'draft'] as const) {
      expect(statuses.get(status) ?? 0, status).toBeGreaterThan(0);
    }
    await seedDemoRisk(deps);
    expect(await look()).toEqual(first);
    await database.close();
  });
});
