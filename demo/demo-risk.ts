import { randomUUID } from 'node:crypto';
import { inWork } from '#api/kernel/command/work.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { adoptStarterTemplates } from '#api/records/risk-templates/starters.ts';
import { demoOfficer } from './demo-accounts.ts';
import { type DemoDeps, daysBefore, demoCompanyId, demoMembers } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { firstDaysAgo } from './relationships/roster.ts';

async function adoptTemplates(deps: DemoDeps): Promise<void> {
  const officer = demoMembers.find(({ account }) => account === demoOfficer);
  if (officer === undefined) throw new Error('The demo company has no compliance officer.');
  const { db } = deps.database;
  const by = {
    companyId: demoCompanyId,
    actor: { type: 'system', id: 'seed', role: 'seed' },
    requestId: randomUUID(),
  } as const;
  await inWork({ db, ...daysBefore(deps, firstDaysAgo) }, by, (work) =>
    adoptStarterTemplates(work, {
      companyId: demoCompanyId,
      memberId: officer.id,
      countries: ['NZL', 'AUS'],
    }),
  );
}

/** Starter templates of the demo company’s countries, adopted before its first assessment. */
export const demoRiskPart: DemoPart = {
  name: 'risk',
  steps: 1,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx.selectFrom('risk_templates').select('id').limit(1).executeTakeFirst();
      return known !== undefined;
    }),
  make: adoptTemplates,
};
