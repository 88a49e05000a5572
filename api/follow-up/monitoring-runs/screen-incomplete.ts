import { screeningGaps } from '#rules/required-lists.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { screenedTopics } from '#rules/worklists/worklist-settings.ts';
import { writeScreenings } from '../../checks/screening-results/save-screenings.ts';
import { incompletelyScreened } from '../../checks/screening-results/subject-store.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { ListInUse } from '../../records/screening-engine/engine.ts';
import type { WorklistRow } from '../../records/worklists/store.ts';
import type { MonitoringDeps } from './deps.ts';
import { byJob } from './job-actor.ts';
import { outsideRuns } from './outside-runs.ts';
import type { MonitoredCompany } from './store.ts';

/** Clients of one batch. */
const perBatch = 50;

/**
 * Rescreens clients whose last screening lacked a list required by law, once an active list provides it: a run over a
 * list's changes does not cover them. Idempotent: a rescreened client is not selected again.
 */
export async function screenIncomplete(
  deps: MonitoringDeps,
  company: MonitoredCompany,
  worklist: WorklistRow,
  { lists, until }: { lists: readonly ListInUse[]; until: number },
): Promise<void> {
  if (!worklist.checks.includes('sanctions')) return;
  for (let after: string | null = null; deps.now().getTime() < until; ) {
    const gaps = screeningGaps(lists, company.regulatedIn, deps.now());
    const subjects: ScreeningSubject[] = await asTenant(deps.db, company.id, (trx) =>
      incompletelyScreened(trx, { worklistId: worklist.id, gaps, after, limit: perBatch }),
    );
    const last = subjects.at(-1);
    if (last === undefined) return;
    const answers = await deps.screening.screen(subjects, {
      companyId: company.id,
      threshold: worklist.threshold / 100,
      birthDateMatching: worklist.dob_matching,
      topics: screenedTopics(worklist.checks),
    });
    // Failed screenings are retried with the next run.
    if (answers.some(({ status }) => status === 'error')) return;
    await inWork(deps, byJob(company.id), async (work) => {
      await writeScreenings(work, outsideRuns(worklist, 'monitoring'), subjects, answers);
    });
    await deps.onBatch?.();
    after = last.id;
  }
}
