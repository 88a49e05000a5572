import type { AlertActor } from '../alerts/open-alerts.ts';

/** The job that runs worklists, as queue and audit trail name it. */
export const monitoringJob = 'run-monitoring';

/** Whoever acts where no person does. */
export const byJob = (companyId: string, name: string = monitoringJob): AlertActor => ({
  companyId,
  actor: { type: 'system', id: name, role: 'job' },
  requestId: name,
});
