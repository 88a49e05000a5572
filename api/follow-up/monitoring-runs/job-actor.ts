import { jobActor } from '../../kernel/command/work.ts';

/** The job that runs worklists, as queue and audit trail name it. */
export const monitoringJob = 'run-monitoring';

/** A monitoring job as actor; by default the one that runs worklists. */
export const byJob = (companyId: string, name: string = monitoringJob) => jobActor(companyId, name);
