import { inWork } from '#api/kernel/command/work.ts';
import { type NewAlert, openAlerts } from '#api/records/alerts/inbox.ts';
import type { TestApp } from './app.ts';

/** Opens an alert about a record, of high severity and without assignee by default. */
export async function openAlertIn(
  app: TestApp,
  alert: Pick<NewAlert, 'resourceType' | 'resourceId' | 'summary'> & Partial<NewAlert>,
): Promise<void> {
  const { rows } = await app.database.asSuperuser(
    `SELECT company_id FROM assay.${alert.resourceType} WHERE id = $1`,
    [alert.resourceId],
  );
  const companyId = String(rows[0]?.company_id);
  const by = { companyId, actor: { type: 'system' as const, id: 'tests', role: 'job' }, requestId: 'tests' };
  const whole: NewAlert = {
    type: 'riskRose',
    severity: 'high',
    dedupeKey: `${alert.resourceId} ${alert.summary}`,
    ...alert,
  };
  await inWork({ db: app.database.db, now: () => new Date() }, by, (work) => openAlerts(work, [whole]));
}
