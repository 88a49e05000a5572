import { type NewAlert, openAlert } from '#api/alerts/open-alerts.ts';
import { alertPage } from '#api/alerts/store.ts';
import { asTenant } from '#api/database/tenancy.ts';
import type { Alert } from '#contract/alerts.ts';
import type { TestApi, TestCompany } from './api.ts';

/** Opens an alert as a command would, and answers the newest of the record. */
export function openedAlert(
  api: TestApi,
  company: TestCompany,
  alert: Partial<NewAlert> & { resourceId: string },
): Promise<Alert> {
  const whole: NewAlert = {
    type: 'riskRose',
    resourceType: 'clients',
    severity: 'high',
    summary: 'The risk rose.',
    dedupeKey: crypto.randomUUID(),
    ...alert,
  };
  const by = {
    companyId: company.id,
    actor: { type: 'system' as const, id: 'tests', role: 'job' },
    requestId: 'tests',
  };
  return asTenant(api.database.db, company.id, async (trx) => {
    await openAlert(trx, api.clock, by, whole);
    const { rows } = await alertPage(trx, {
      filter: { resource: { type: whole.resourceType, id: whole.resourceId } },
      limit: 1,
      now: api.clock.now().toISOString(),
    });
    const [newest] = rows;
    if (newest === undefined) throw new Error('The alert was not opened.');
    return newest;
  });
}
