import { inWork } from '#api/kernel/command/work.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createDefaultWorklist } from '#api/records/worklists/default-worklist.ts';
import { insertWorklist } from '#api/records/worklists/store.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { nextRunAfter } from '#rules/worklists/next-run.ts';
import type { WorklistSchedule } from '#rules/worklists/worklist-settings.ts';
import { demoOwner } from './demo-accounts.ts';
import { demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';

const schedule: WorklistSchedule = { frequency: 'halfYearly', dayOfWeek: null, dayOfMonth: 31, month: 3 };

/**
 * The demo company's worklists. The regular jobs enrol and screen their clients and open alerts, a minute after the
 * start. For matches from the start see demo-matches.ts.
 */
export const demoMonitoringPart: DemoPart = {
  name: 'monitoring',
  steps: 1,
  async isThere({ database }) {
    const row = await asTenant(database.db, demoCompanyId, (trx) =>
      trx.selectFrom('worklists').select('id').limit(1).executeTakeFirst(),
    );
    return row !== undefined;
  },
  async make({ database, now }) {
    const at = now();
    const { owner, timeZone } = await asTenant(database.db, demoCompanyId, async (trx) => {
      const owner = await trx
        .selectFrom('members')
        .select('id')
        .where('login_id', '=', demoOwner.loginId)
        .executeTakeFirstOrThrow();
      const { time_zone: timeZone } = await trx
        .selectFrom('companies')
        .select('time_zone')
        .where('id', '=', demoCompanyId)
        .executeTakeFirstOrThrow();
      return { owner, timeZone };
    });
    const by = {
      companyId: demoCompanyId,
      actor: { type: 'user', id: owner.id, role: 'owner' },
      requestId: 'demo-monitoring',
    } as const;
    await inWork({ db: database.db, now: () => at }, by, async (work) => {
      const written = at.toISOString();
      await insertWorklist(work.trx, {
        company_id: demoCompanyId,
        name: 'Trusts, twice a year',
        checks: ['sanctions', 'pep'],
        threshold: 80,
        frequency: schedule.frequency,
        day_of_week: schedule.dayOfWeek,
        day_of_month: schedule.dayOfMonth,
        month: schedule.month,
        dob_matching: 'exact',
        next_run_on: nextRunAfter(schedule, companyDay(at, timeZone)),
        created_at: written,
        created_by: owner.id,
        updated_at: written,
        updated_by: owner.id,
      });
      await createDefaultWorklist(work);
    });
  },
};
