import type { Transaction } from 'kysely';
import { companyDay } from '#rules/company-day.ts';
import { nextRunAfter } from '#rules/monitoring/next-run.ts';
import {
  defaultThreshold,
  monitoringChecks,
  type WorklistSchedule,
} from '#rules/monitoring/worklist-settings.ts';
import { type AuditEventInput, recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { insertWorklist, lockCompany, setDefaultWorklist } from './store.ts';

const everyDay: WorklistSchedule = { frequency: 'daily', dayOfWeek: null, dayOfMonth: null, month: null };

/** Who makes it: whoever finished setting the company up, or the system. */
export interface WorklistMaker {
  companyId: string;
  actor: AuditEventInput['actor'];
  requestId: string;
}

/**
 * Creates the worklist that a company starts with, and makes it the one that new clients are enrolled in. A company that has one
 * already keeps it. In a transaction of the company (`asTenant`); call it last, like `recordEvent`.
 *
 * @returns the id of the company's default worklist.
 */
export async function createDefaultWorklist(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  by: WorklistMaker,
): Promise<number> {
  const { companyId, actor } = by;
  const company = await lockCompany(trx, companyId);
  if (company.default_worklist_id > 0) return company.default_worklist_id;
  const now = deps.now();
  const name = 'Everybody, every day';
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
    next_run_on: nextRunAfter(everyDay, companyDay(now, company.time_zone)),
    created_at: now.toISOString(),
    created_by: actor.id,
    updated_at: now.toISOString(),
    updated_by: actor.id,
  });
  await setDefaultWorklist(trx, companyId, id);
  await recordEvent(trx, deps, {
    ...by,
    action: 'worklist.created',
    resourceType: 'worklist',
    resourceId: String(id),
    detail: { name, checks: monitoringChecks, frequency: everyDay.frequency, isDefault: true },
  });
  return id;
}
