import { inWork, type WorkDeps } from '../../kernel/command/work.ts';
import { insertEnrolments } from '../../records/worklists/enrolment-store.ts';
import { byJob } from './job-actor.ts';
import { lockNeverEnrolled, readDefaultWorklist } from './store.ts';

/** Clients of one transaction. */
const perBatch = 200;

/** Enrols clients in the company's default worklist once onboarding starts. @returns the number enrolled. */
export async function enrolNewClients(deps: WorkDeps, companyId: string): Promise<number> {
  let enrolled = 0;
  for (;;) {
    const count = await inWork(deps, byJob(companyId, 'enrol-new-clients'), async ({ trx, time, record }) => {
      const worklist = await readDefaultWorklist(trx, companyId);
      if (worklist === undefined) return 0;
      const clientIds = await lockNeverEnrolled(trx, perBatch);
      if (clientIds.length === 0) return 0;
      await insertEnrolments(trx, {
        companyId,
        worklistId: worklist.id,
        clientIds,
        at: time(),
        by: 'system',
      });
      record({
        action: 'worklist.clientsEnrolled',
        resourceType: 'worklist',
        resourceId: String(worklist.id),
        detail: { worklist: worklist.name, clients: clientIds },
      });
      return clientIds.length;
    });
    enrolled += count;
    if (count < perBatch) return enrolled;
  }
}
