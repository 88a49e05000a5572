import { jobActor } from '../../kernel/command/work.ts';

/** The job that runs worklists, as queue and audit trail name it. */
export const monitoringJob = 'run-monitoring';

/** A job of monitoring; the one that runs worklists unless named. */
export const byJob = (companyId: string, name: string = monitoringJob) => jobActor(companyId, name);
