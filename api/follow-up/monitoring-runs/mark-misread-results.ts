import { describeGap, isMisread, type ScreeningGap, screeningGaps } from '#rules/required-lists.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { markMisread } from '../../records/clients/record/store.ts';
import type { MonitoringDeps } from './deps.ts';
import { byJob } from './job-actor.ts';
import { companiesWithMisreadLists, type MonitoredCompany } from './store.ts';

/** The job that takes “Clear” from clients screened against a misread list, as queue and audit log name it. */
export const misreadResultsJob = 'mark-misread-results';

/** Clients of one transaction. */
const perBatch = 500;

/** Marks the clients of a company whose screenings rest on a misread list, in batches. @returns the number no longer clear */
async function markCompany(
  deps: MonitoringDeps,
  company: Pick<MonitoredCompany, 'id' | 'timeZone'>,
  gap: ScreeningGap,
): Promise<number> {
  let sum = 0;
  for (let after: string | null = null; ; ) {
    const from: string | null = after;
    const { last, noLongerClear } = await inWork(deps, byJob(company.id, misreadResultsJob), async (work) => {
      const page = await markMisread(work.trx, { gap, after: from, limit: perBatch });
      if (page.noLongerClear > 0) {
        work.record({
          action: 'company.screeningsIncomplete',
          resourceType: 'company',
          resourceId: company.id,
          reason: describeGap(gap, company.timeZone),
          detail: { clients: page.noLongerClear },
        });
      }
      return page;
    });
    sum += noLongerClear;
    if (last === null) return sum;
    await deps.onBatch?.();
    after = last;
  }
}

/**
 * Takes “Clear” from clients once a list in use turns out to have been read by an older reader or not whole: their screenings rest on the
 * misread list. Monitoring screens them again when the list is mended. Clients that were screened before a list could not be fetched keep
 * their result, because the list was current then. Costs one query while no list is misread. Idempotent; can be interrupted at any point.
 *
 * @returns the number of clients that are no longer clear.
 */
export async function markMisreadResults(deps: MonitoringDeps): Promise<{ noLongerClear: number }> {
  let noLongerClear = 0;
  for (const company of await asJobs(deps.db, companiesWithMisreadLists)) {
    const lists = await deps.screening.listsInUse(company.id);
    for (const gap of screeningGaps(lists, company.regulatedIn, deps.now()).filter(isMisread)) {
      noLongerClear += await markCompany(deps, company, gap);
    }
  }
  return { noLongerClear };
}
