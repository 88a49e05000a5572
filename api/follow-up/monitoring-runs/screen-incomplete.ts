import { screeningGaps } from '#rules/required-lists.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { screenedTopics } from '#rules/worklists/worklist-settings.ts';
import { writeScreenings } from '../../checks/screening-results/save-screenings.ts';
import { closeMisreadGaps, incompletelyScreened } from '../../checks/screening-results/subject-store.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { ListInUse } from '../../records/screening-engine/engine.ts';
import { readWorklist, type WorklistRow } from '../../records/worklists/store.ts';
import type { MonitoringDeps } from './deps.ts';
import { byJob } from './job-actor.ts';
import type { MonitoredCompany } from './store.ts';

/** Clients of one batch. */
const perBatch = 50;

/** Clients of one batch whose gaps are closed; nothing is screened for them. */
const closedPerBatch = 500;

/**
 * Closes the gaps of lists that were misread and have been read again, once the worklist was compared with the entries that this changed;
 * the unchanged ones were compared in the former screening. Until then, and for other gaps, clients are screened again.
 */
async function closeGapsOfReadLists(
  deps: MonitoringDeps,
  company: MonitoredCompany,
  worklist: WorklistRow,
  lists: readonly ListInUse[],
): Promise<void> {
  const remaining = screeningGaps(lists, company.regulatedIn, deps.now());
  let after: string | null = null;
  do {
    const from: string | null = after;
    after = await inWork(deps, byJob(company.id), async ({ trx }) => {
      const covered = (await readWorklist(trx, worklist.id))?.covered_lists ?? {};
      if (lists.some(({ id, version }) => covered[id] !== version)) return null;
      return closeMisreadGaps(trx, {
        worklistId: worklist.id,
        remaining,
        after: from,
        limit: closedPerBatch,
      });
    });
  } while (after !== null);
}

/**
 * Rescreens clients whose last screening lacked a list, or rests on one that was misread or not fetched, once that is
 * mended: a run over a list's changes does not cover them. Idempotent: a rescreened client is not selected again.
 */
export async function screenIncomplete(
  deps: MonitoringDeps,
  company: MonitoredCompany,
  worklist: WorklistRow,
  { lists, until }: { lists: readonly ListInUse[]; until: number },
): Promise<void> {
  if (!worklist.checks.includes('sanctions')) return;
  await closeGapsOfReadLists(deps, company, worklist, lists);
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
      await writeScreenings(
        work,
        {
          trigger: 'monitoring',
          runId: null,
          threshold: worklist.threshold,
          birthDateMatching: worklist.dob_matching,
          checks: worklist.checks,
          requestedBy: null,
          isWhole: true,
        },
        subjects,
        answers,
      );
    });
    await deps.onBatch?.();
    after = last.id;
  }
}
