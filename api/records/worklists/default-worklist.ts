import { companyDay } from '#rules/dates/company-day.ts';
import { nextRunAfter } from '#rules/worklists/next-run.ts';
import {
  defaultThreshold,
  monitoringChecks,
  type WorklistSchedule,
} from '#rules/worklists/worklist-settings.ts';
import type { Work } from '../../kernel/command/work.ts';
import { insertWorklist, lockCompany, setDefaultWorklist } from './store.ts';

const everyDay: WorklistSchedule = { frequency: 'daily', dayOfWeek: null, dayOfMonth: null, month: null };

/**
 * Creates a company's default worklist. No effect if it already has one.
 * @returns the id of the company's default worklist.
 */
export async function createDefaultWorklist({ trx, by, time, at, record }: Work): Promise<number> {
  const { companyId, actor } = by;
  if (companyId === null) throw new Error('A worklist must belong to a company.');
  const company = await lockCompany(trx, companyId);
  if (company.default_worklist_id > 0) return company.default_worklist_id;
  const name = 'Default (daily)';
  const id = await insertWorklist(trx, {
    company_id: companyId,
    name,
    checks: [...monitoringChecks],
    threshold: defaultThreshold,
    frequency: everyDay.frequency,
    day_of_week: everyDay.dayOfWeek,
    day_of_month: everyDay.dayOfMonth,
    month: everyDay.month,
    dob_matching: 'sameYear',
    next_run_on: nextRunAfter(everyDay, companyDay(time(), company.time_zone)),
    created_at: at,
    created_by: actor.id,
    updated_at: at,
    updated_by: actor.id,
  });
  await setDefaultWorklist(trx, companyId, id);
  record({
    action: 'worklist.created',
    resourceType: 'worklist',
    resourceId: String(id),
    detail: { name, checks: monitoringChecks, frequency: everyDay.frequency, isDefault: true },
  });
  return id;
}
