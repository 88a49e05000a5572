import { companyDay } from '#rules/company-day.ts';
import { nextRunAfter } from '#rules/monitoring/next-run.ts';
import { screenedTopics } from '#rules/monitoring/worklist-settings.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import type { ListInUse } from '../screening/engine.ts';
import { newlyWatched } from '../screenings/subjects.ts';
import { writeScreenings } from '../screenings/write-screenings.ts';
import { listWorklists, type WorklistRow } from '../worklists/store.ts';
import { byJob } from './by-job.ts';
import { enrolNewClients } from './enrol-new-clients.ts';
import { keepPause } from './pauses.ts';
import { continueRun, type MonitoringDeps } from './run.ts';
import { coverLists, insertRun, noteFirstRun, runningRun } from './run-store.ts';

interface Company {
  id: string;
  timeZone: string;
  accessRestricted: boolean;
  subscriptionActive: boolean;
}

/** Companies that have a worklist: all others have nothing that could run. */
function companiesWithWorklists(deps: MonitoringDeps): Promise<Company[]> {
  return asJobs(deps.db, async (trx) => {
    const rows = await trx
      .selectFrom('companies')
      .select(['id', 'time_zone', 'access_restricted', 'subscription_active'])
      .where((where) =>
        where.exists(
          where
            .selectFrom('worklists')
            .select('worklists.id')
            .whereRef('worklists.company_id', '=', 'companies.id'),
        ),
      )
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      timeZone: row.time_zone,
      accessRestricted: row.access_restricted,
      subscriptionActive: row.subscription_active,
    }));
  });
}

/** New clients of one batch. */
const newPerBatch = 50;

/** Screens whom a worklist has begun to watch since its last run, at once, so that nobody waits a month for the first time. */
async function screenNew(deps: MonitoringDeps, worklist: WorklistRow, until: number): Promise<number> {
  const companyId = worklist.company_id;
  let screened = 0;
  for (;;) {
    const { clientIds, subjects } = await asTenant(deps.db, companyId, (trx) =>
      newlyWatched(trx, { worklistId: worklist.id, limit: newPerBatch }),
    );
    if (clientIds.length === 0) return screened;
    const answers = await deps.screening.screen(subjects, {
      companyId,
      threshold: worklist.threshold / 100,
      birthDateMatching: worklist.dob_matching,
      topics: screenedTopics(worklist.checks),
    });
    // Whoever could not be screened is tried again at the next minute.
    if (answers.some(({ status }) => status === 'error')) return screened;
    await asTenant(deps.db, companyId, async (trx) => {
      const still = await trx
        .selectFrom('monitoring_enrolments')
        .select('client_id')
        .where('worklist_id', '=', worklist.id)
        .where('client_id', 'in', clientIds)
        .where('status', '=', 'active')
        .where('first_run_at', 'is', null)
        .orderBy('client_id')
        .forUpdate()
        .execute();
      // Somebody else has done these meanwhile.
      if (still.length < clientIds.length) return;
      await noteFirstRun(trx, { worklistId: worklist.id, clientIds, at: deps.now().toISOString() });
      await writeScreenings(
        trx,
        deps,
        {
          by: byJob(companyId),
          trigger: 'onboarding',
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
    screened += subjects.length;
    await deps.onBatch?.();
    if (deps.now().getTime() >= until) return screened;
  }
}

/** Begins the scheduled run whose day has come; the next one's day is set in the same step, so that it begins once. */
async function beginDue(
  deps: MonitoringDeps,
  company: Company,
  worklist: WorklistRow,
  lists: readonly ListInUse[],
): Promise<boolean> {
  const now = deps.now();
  const today = companyDay(now, company.timeZone);
  const isDue = ({ next_run_on, must_catch_up }: WorklistRow) =>
    next_run_on !== null && (must_catch_up || next_run_on <= today);
  if (!isDue(worklist)) return false;
  return asTenant(deps.db, company.id, async (trx) => {
    const [row] = await trx
      .selectFrom('worklists')
      .selectAll()
      .where('id', '=', worklist.id)
      .where('archived_at', 'is', null)
      .forUpdate()
      .execute();
    if (row === undefined || row.next_run_on === null || !isDue(row)) return false;
    const kind = row.must_catch_up ? 'catchUp' : 'scheduled';
    const [dueOn = today] = [row.next_run_on, today].sort();
    const run = await insertRun(trx, row, { kind, dueOn, lists, at: now });
    if (run === undefined) return false;
    const { frequency, day_of_week: dayOfWeek, day_of_month: dayOfMonth, month } = row;
    const next_run_on = nextRunAfter({ frequency, dayOfWeek, dayOfMonth, month }, today);
    // The version stays: nobody who is editing the worklist is in the way of its run.
    await trx
      .updateTable('worklists')
      .set({ next_run_on, must_catch_up: false })
      .where('id', '=', row.id)
      .execute();
    return true;
  });
}

/**
 * Begins a run against what one list changed, where everybody was compared with an older version of it. A list that nobody was ever
 * compared with counts as changed from nothing: everybody has to be looked at.
 */
async function beginChanged(
  deps: MonitoringDeps,
  company: Company,
  worklist: WorklistRow,
  lists: readonly ListInUse[],
): Promise<boolean> {
  for (const list of lists) {
    const since = worklist.covered_lists[list.id] ?? null;
    if (since === list.version) continue;
    const changes = await deps.screening.changedSince({ companyId: company.id, listId: list.id, since });
    const isNothing = changes !== null && changes.changes.length === 0;
    const begun = await asTenant(deps.db, company.id, async (trx) => {
      if (isNothing) {
        await coverLists(trx, worklist.id, [list]);
        return false;
      }
      const dueOn = companyDay(deps.now(), company.timeZone);
      const run = await insertRun(trx, worklist, {
        kind: 'listChange',
        dueOn,
        lists,
        changedList: { id: list.id, since },
        at: deps.now(),
      });
      return run !== undefined;
    });
    if (begun) return true;
  }
  return false;
}

/**
 * A worklist that has screened nobody yet has nobody left who was compared with an older list: whoever it begins to watch is screened as
 * a whole, with the lists of that moment or newer ones.
 */
async function coverFirst(
  deps: MonitoringDeps,
  worklist: WorklistRow,
  lists: readonly ListInUse[],
): Promise<void> {
  if (Object.keys(worklist.covered_lists).length > 0) return;
  await asTenant(deps.db, worklist.company_id, async (trx) => {
    const screened = await trx
      .selectFrom('monitoring_enrolments')
      .select('id')
      .where('worklist_id', '=', worklist.id)
      .where('first_run_at', 'is not', null)
      .where('status', '!=', 'ended')
      .limit(1)
      .executeTakeFirst();
    if (screened === undefined) await coverLists(trx, worklist.id, lists);
  });
}

/** Everything that a worklist has to do now. */
async function runWorklist(
  deps: MonitoringDeps,
  company: Company,
  worklist: WorklistRow,
  until: number,
): Promise<number> {
  if (screenedTopics(worklist.checks).length === 0) return 0;
  const lists = await deps.screening.listsInUse(company.id);
  // Without a list there is nothing to compare with; what is due stays due.
  if (lists.length === 0) return 0;
  let runs = 0;
  const go = () => continueRun(deps, { companyId: company.id, worklistId: worklist.id, until });
  const hasRun = await asTenant(deps.db, company.id, (trx) => runningRun(trx, worklist.id));
  if (hasRun !== undefined) {
    runs += 1;
    if (!(await go())) return runs;
  }
  if (await beginDue(deps, company, worklist, lists)) {
    runs += 1;
    if (!(await go())) return runs;
  }
  await coverFirst(deps, worklist, lists);
  await screenNew(deps, worklist, until);
  while (deps.now().getTime() < until) {
    const [now] = (
      await asTenant(deps.db, company.id, (trx) => listWorklists(trx, { archived: false }))
    ).filter(({ id }) => id === worklist.id);
    if (now === undefined || !(await beginChanged(deps, company, now, lists))) break;
    runs += 1;
    if (!(await go())) break;
  }
  return runs;
}

/** How long one call works at most; the queue gives a job up that takes ten minutes. */
const usualMinutes = 8;

/**
 * Does what monitoring has to do now, in every company: notes pauses and their ends, enrols new clients, goes on with runs that were
 * stopped, begins those that are due, screens who is new, and compares everybody with what new versions of lists changed. It may run
 * twice and may be stopped at any point.
 *
 * @returns how many companies have something to run and are not paused, and how many runs were worked on.
 */
export async function runMonitoring(
  deps: MonitoringDeps,
  { forMs = usualMinutes * 60_000 }: { forMs?: number } = {},
): Promise<{ companies: number; paused: number; runs: number }> {
  const until = deps.now().getTime() + forMs;
  const sum = { companies: 0, paused: 0, runs: 0 };
  for (const company of await companiesWithWorklists(deps)) {
    const isPaused = await asTenant(deps.db, company.id, (trx) => keepPause(trx, deps, company));
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
