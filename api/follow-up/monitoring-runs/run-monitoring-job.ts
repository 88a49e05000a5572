import { companyDay } from '#rules/dates/company-day.ts';
import { nextRunAfter } from '#rules/worklists/next-run.ts';
import { screenedTopics } from '#rules/worklists/worklist-settings.ts';
import { writeScreenings } from '../../checks/screening-results/save-screenings.ts';
import { newlyEnrolledSubjects } from '../../checks/screening-results/subject-store.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import type { ListInUse } from '../../records/screening-engine/engine.ts';
import { listWorklists, type WorklistRow } from '../../records/worklists/store.ts';
import type { MonitoringDeps } from './deps.ts';
import { enrolNewClients } from './enrol-new-clients.ts';
import { continueRun } from './execute-run.ts';
import { byJob } from './job-actor.ts';
import { outsideRuns } from './outside-runs.ts';
import { syncMonitoringPause } from './pause-monitoring.ts';
import { insertRun, recordFirstRun, recordScreenedListVersions, runningRun } from './run-store.ts';
import { screenIncomplete } from './screen-incomplete.ts';
import {
  companiesWithWorklists,
  hasScreened,
  lockOpenWorklist,
  lockUnscreened,
  type MonitoredCompany,
  scheduleNextRun,
} from './store.ts';

/** New clients of one batch. */
const newPerBatch = 50;

/** Screens clients enrolled since a worklist's last run immediately, instead of waiting for the next run. */
async function screenNew(deps: MonitoringDeps, worklist: WorklistRow, until: number): Promise<number> {
  const companyId = worklist.company_id;
  let screened = 0;
  for (;;) {
    const { clientIds, subjects } = await asTenant(deps.db, companyId, (trx) =>
      newlyEnrolledSubjects(trx, { worklistId: worklist.id, limit: newPerBatch }),
    );
    if (clientIds.length === 0) return screened;
    const answers = await deps.screening.screen(subjects, {
      companyId,
      threshold: worklist.threshold / 100,
      birthDateMatching: worklist.dob_matching,
      topics: screenedTopics(worklist.checks),
    });
    // Failed screenings are retried a minute later.
    if (answers.some(({ status }) => status === 'error')) return screened;
    await inWork(deps, byJob(companyId), async (work) => {
      const { trx, at } = work;
      // Another process has screened these meanwhile.
      if ((await lockUnscreened(trx, { worklistId: worklist.id, clientIds })) < clientIds.length) return;
      await recordFirstRun(trx, { worklistId: worklist.id, clientIds, at });
      await writeScreenings(work, outsideRuns(worklist, 'onboarding'), subjects, answers);
    });
    screened += subjects.length;
    await deps.onBatch?.();
    if (deps.now().getTime() >= until) return screened;
  }
}

/** Starts the scheduled run that is due and sets the next date in the same transaction, so that it starts only once. */
async function startDueRun(
  deps: MonitoringDeps,
  company: MonitoredCompany,
  worklist: WorklistRow,
  lists: readonly ListInUse[],
): Promise<boolean> {
  const now = deps.now();
  const today = companyDay(now, company.timeZone);
  const isDue = ({ next_run_on, must_catch_up }: WorklistRow) =>
    next_run_on !== null && (must_catch_up || next_run_on <= today);
  if (!isDue(worklist)) return false;
  return inWork(deps, byJob(company.id), async ({ trx }) => {
    const row = await lockOpenWorklist(trx, worklist.id);
    if (row === undefined || row.next_run_on === null || !isDue(row)) return false;
    const kind = row.must_catch_up ? 'catchUp' : 'scheduled';
    const [dueOn = today] = [row.next_run_on, today].sort();
    const run = await insertRun(trx, row, { kind, dueOn, lists, at: now });
    if (run === undefined) return false;
    const { frequency, day_of_week: dayOfWeek, day_of_month: dayOfMonth, month } = row;
    await scheduleNextRun(trx, row.id, nextRunAfter({ frequency, dayOfWeek, dayOfMonth, month }, today));
    return true;
  });
}

/**
 * Starts a run against one list's changes, if the worklist was screened against an older version. For a list that it
 * was never screened against, every entry is a change.
 */
async function startChangesRun(
  deps: MonitoringDeps,
  company: MonitoredCompany,
  worklist: WorklistRow,
  lists: readonly ListInUse[],
): Promise<boolean> {
  for (const list of lists) {
    const since = worklist.covered_lists[list.id] ?? null;
    if (since === list.version) continue;
    const changes = await deps.screening.changedSince({ companyId: company.id, listId: list.id, since });
    const isNothing = changes !== null && changes.changes.length === 0;
    const started = await inWork(deps, byJob(company.id), async ({ trx, time }) => {
      if (isNothing) {
        await recordScreenedListVersions(trx, worklist.id, [list]);
        return false;
      }
      const dueOn = companyDay(time(), company.timeZone);
      const run = await insertRun(trx, worklist, {
        kind: 'listChange',
        dueOn,
        lists,
        changedList: { id: list.id, since },
        at: time(),
      });
      return run !== undefined;
    });
    if (started) return true;
  }
  return false;
}

/**
 * For a worklist without screened clients, records the current list versions: clients enrolled later are screened
 * against these or newer ones.
 */
async function coverFirst(
  deps: MonitoringDeps,
  worklist: WorklistRow,
  lists: readonly ListInUse[],
): Promise<void> {
  if (Object.keys(worklist.covered_lists).length > 0) return;
  await inWork(deps, byJob(worklist.company_id), async ({ trx }) => {
    if (!(await hasScreened(trx, worklist.id))) await recordScreenedListVersions(trx, worklist.id, lists);
  });
}

/** Runs everything that is due for a worklist. */
async function runWorklist(
  deps: MonitoringDeps,
  company: MonitoredCompany,
  worklist: WorklistRow,
  until: number,
): Promise<number> {
  if (screenedTopics(worklist.checks).length === 0) return 0;
  const lists = await deps.screening.listsInUse(company.id);
  // Without an active list nothing can be screened; due runs stay due.
  if (lists.length === 0) return 0;
  let runs = 0;
  const go = () => continueRun(deps, { companyId: company.id, worklistId: worklist.id, until });
  const hasRun = await asTenant(deps.db, company.id, (trx) => runningRun(trx, worklist.id));
  if (hasRun !== undefined) {
    runs += 1;
    if (!(await go())) return runs;
  }
  if (await startDueRun(deps, company, worklist, lists)) {
    runs += 1;
    if (!(await go())) return runs;
  }
  await coverFirst(deps, worklist, lists);
  await screenNew(deps, worklist, until);
  while (deps.now().getTime() < until) {
    const [now] = (
      await asTenant(deps.db, company.id, (trx) => listWorklists(trx, { archived: false }))
    ).filter(({ id }) => id === worklist.id);
    if (now === undefined || !(await startChangesRun(deps, company, now, lists))) break;
    runs += 1;
    if (!(await go())) break;
  }
  await screenIncomplete(deps, company, worklist, { lists, until });
  return runs;
}

/** Time limit of one call in minutes; the queue aborts a job after ten. */
const usualMinutes = 8;

/**
 * Performs the due monitoring of every company: records pauses and resumptions, enrols new clients, continues
 * interrupted runs, starts due ones, screens new clients, and screens all against changes of lists. Idempotent; can be
 * interrupted at any point.
 *
 * @returns the number of companies with monitoring that are not paused, and of runs processed.
 */
export async function runMonitoring(
  deps: MonitoringDeps,
  { forMs = usualMinutes * 60_000 }: { forMs?: number } = {},
): Promise<{ companies: number; paused: number; runs: number }> {
  const until = deps.now().getTime() + forMs;
  const sum = { companies: 0, paused: 0, runs: 0 };
  for (const company of await asJobs(deps.db, companiesWithWorklists)) {
    const isPaused = await inWork(deps, byJob(company.id), (work) => syncMonitoringPause(work, company));
    if (isPaused) {
      sum.paused += 1;
      continue;
    }
    sum.companies += 1;
    await enrolNewClients(deps, company.id);
    const worklists = await asTenant(deps.db, company.id, (trx) => listWorklists(trx, { archived: false }));
    for (const worklist of worklists) sum.runs += await runWorklist(deps, company, worklist, until);
    if (deps.now().getTime() >= until) break;
  }
  return sum;
}
