import { companyDay } from '#rules/company-day.ts';
import { nextRunAfter } from '#rules/monitoring/next-run.ts';
import type { WorklistSchedule } from '#rules/monitoring/worklist-settings.ts';
import { asTenant } from '../database/tenancy.ts';
import { createDefaultWorklist } from '../worklists/default-worklist.ts';
import { insertWorklist } from '../worklists/store.ts';
import { demoOwner } from './demo-accounts.ts';
import { demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-parts.ts';

const schedule: WorklistSchedule = { frequency: 'halfYearly', dayOfWeek: null, dayOfMonth: 31, month: 3 };

/**
 * The demo company's worklists. Whom they watch, what is screened and the alerts that come of it is made by the jobs, as everywhere: a
 * minute after the start. Matches that are there at once: demo-matches.ts.
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
    await asTenant(database.db, demoCompanyId, async (trx) => {
      const written = at.toISOString();
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
      await insertWorklist(trx, {
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
      await createDefaultWorklist(
        trx,
        { now: () => at },
        {
          companyId: demoCompanyId,
          actor: { type: 'user', id: owner.id, role: 'owner' },
          requestId: 'demo-monitoring',
        },
      );
    });
  },
};
