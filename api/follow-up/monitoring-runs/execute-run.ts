import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { screenedTopics } from '#rules/worklists/worklist-settings.ts';
import { writeScreenings } from '../../checks/screening-results/save-screenings.ts';
import { monitoredSubjects, readSubjects } from '../../checks/screening-results/subject-store.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { ChangedScreen, ScreeningResponse } from '../../records/screening-engine/engine.ts';
import { recordDelistedEntities } from './delisted-entities.ts';
import type { MonitoringDeps } from './deps.ts';
import { byJob } from './job-actor.ts';
import {
  addToRun,
  failedInRun,
  finishRun,
  lockRun,
  type RunRow,
  readRunCounts,
  recordFirstRun,
  recordScreenedListVersions,
  runningRun,
  updateRun,
} from './run-store.ts';

/** Clients of one batch of a whole screening: on the embedded database everyone waits while they are written. */
const screenedPerBatch = 200;

/** Clients per batch of a comparison with changes only: nearly all have no match, and nothing is saved for those. */
const comparedPerBatch = 1000;

/** A screening that still fails this long after the start of its run stays failed, so that the next run can start. */
const retriedForMs = 24 * 60 * 60 * 1000;

/** Yields to the event loop. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

type Screen = (subjects: readonly ScreeningSubject[]) => Promise<ScreeningResponse[]>;

function getOptions(run: RunRow) {
  return {
    threshold: run.threshold / 100,
    birthDateMatching: run.dob_matching,
    topics: screenedTopics(run.checks),
  };
}

/**
 * Screening method of a run: against all active lists, or only against the changes of a list's new version. If the
 * changes are no longer known, all lists are used.
 */
async function getScreen(deps: MonitoringDeps, run: RunRow): Promise<{ screen: Screen; isWhole: boolean }> {
  const options = getOptions(run);
  const whole: Screen = (subjects) =>
    deps.screening.screen(subjects, { ...options, companyId: run.company_id });
  if (run.kind !== 'listChange' || run.list_id === null) return { screen: whole, isWhole: true };
  const changes = await deps.screening.changedSince({
    companyId: run.company_id,
    listId: run.list_id,
    since: run.list_since,
  });
  if (changes === null) return { screen: whole, isWhole: true };
  if (run.cursor === null) await recordDelistedEntities(deps, run, changes);
  const changed: ChangedScreen = await deps.screening.screenChanged(changes);
  return { screen: async (subjects) => changed.screen(subjects, options), isWhole: false };
}

const getRunRequester = (run: RunRow, isWhole: boolean) => ({
  trigger: 'monitoring' as const,
  runId: run.id,
  runLists: run.lists,
  threshold: run.threshold,
  birthDateMatching: run.dob_matching,
  checks: run.checks,
  requestedBy: null,
  isWhole,
});

const getAlgorithm = (answers: readonly ScreeningResponse[]) => {
  const first = answers.find((response) => response.status === 'screened');
  return first?.status === 'screened' ? `${first.algorithm.name} ${first.algorithm.version}` : null;
};

/**
 * Processes the next batch: reads, screens, then saves the results and the run's cursor in one transaction. If another
 * process, started because the queue considered this one dead, has moved the cursor, nothing is saved.
 * @returns `moved`, `end` if no subject is left, `taken` if another process continued.
 */
async function nextBatch(
  deps: MonitoringDeps,
  run: RunRow,
  { screen, isWhole }: { screen: Screen; isWhole: boolean },
): Promise<'moved' | 'end' | 'taken'> {
  const limit = isWhole ? screenedPerBatch : comparedPerBatch;
  const subjects = await asTenant(deps.db, run.company_id, (trx) =>
    monitoredSubjects(trx, { worklistId: run.worklist_id, after: run.cursor, limit }),
  );
  const last = subjects.at(-1);
  if (last === undefined) return 'end';
  const answers = await screen(subjects);
  const at = deps.now().toISOString();
  const cursor = run.cursor;
  const algorithm = run.algorithm ?? getAlgorithm(answers);
  const isOurs = await inWork(deps, byJob(run.company_id), async (work) => {
    const { trx } = work;
    // The cursor is saved first: it locks the run, so that one of two processes saves and the other sees that it is
    // late.
    const counted = { screened: subjects.length, matched: 0, failed: 0, cursor: last.id, algorithm, at };
    if (!(await updateRun(trx, { ...run, cursor }, counted))) return false;
    if (isWhole) {
      const ids = subjects.map(({ id }) => id);
      await recordFirstRun(trx, { worklistId: run.worklist_id, clientIds: ids, at });
    }
    const { matched, failed } = await writeScreenings(work, getRunRequester(run, isWhole), subjects, answers);
    if (matched + failed > 0) await addToRun(trx, run.id, { matched, failed });
    return true;
  });
  if (!isOurs) return 'taken';
  run.cursor = last.id;
  run.algorithm = algorithm;
  await deps.onBatch?.();
  await breathe();
  return subjects.length < limit ? 'end' : 'moved';
}

/** Rescreens subjects for which an external service failed; true once none is left, or the retry period has ended. */
async function retryFailed(deps: MonitoringDeps, run: RunRow, screen: Screen): Promise<boolean> {
  const failed = await asTenant(deps.db, run.company_id, (trx) => failedInRun(trx, run.id, screenedPerBatch));
  if (failed.length === 0) return true;
  if (deps.now().getTime() - Date.parse(run.started_at) > retriedForMs) return true;
  const again = new Map(failed.map(({ id, clientId }) => [clientId, id]));
  const subjects = await asTenant(deps.db, run.company_id, (trx) => readSubjects(trx, [...again.keys()]));
  const answers = await screen(subjects);
  const left = answers.filter(({ status }) => status === 'error').length;
  const works = subjects.filter((_, index) => answers[index]?.status === 'screened');
  await inWork(deps, byJob(run.company_id), async (work) => {
    const { trx } = work;
    // Locked, so that concurrent processes do not save the same result twice.
    await lockRun(trx, run.id);
    const still = new Set((await failedInRun(trx, run.id, screenedPerBatch)).map(({ clientId }) => clientId));
    const ours = works.filter(({ id }) => still.has(id));
    const ids = new Set(ours.map(({ id }) => id));
    const { matched } = await writeScreenings(
      work,
      { ...getRunRequester(run, true), again },
      ours,
      answers.filter(({ subjectId }) => ids.has(subjectId)),
    );
    await addToRun(trx, run.id, { matched, failed: -ours.length });
  });
  return left === 0 && failed.length < screenedPerBatch;
}

async function finish(deps: MonitoringDeps, run: RunRow): Promise<void> {
  await inWork(deps, byJob(run.company_id), async ({ trx, at, record }) => {
    if (!(await finishRun(trx, run, at))) return;
    const covered = run.list_id === null ? run.lists : run.lists.filter(({ id }) => id === run.list_id);
    await recordScreenedListVersions(trx, run.worklist_id, covered);
    const done = await readRunCounts(trx, run.id);
    record({
      action: 'monitoring.runFinished',
      resourceType: 'worklist',
      resourceId: String(run.worklist_id),
      detail: {
        runId: run.id,
        kind: run.kind,
        ...done,
        lists: covered.map(({ name, version }) => ({ name, version })),
      },
    });
  });
}

/**
 * Continues a worklist's run until all subjects are screened or the time is up. Can be interrupted at any point, even
 * killed: a batch is saved atomically with the run's cursor.
 *
 * @param until instant in milliseconds after which no further batch starts.
 * @returns whether the run is complete.
 */
export async function continueRun(
  deps: MonitoringDeps,
  { companyId, worklistId, until }: { companyId: string; worklistId: number; until: number },
): Promise<boolean> {
  const run = await asTenant(deps.db, companyId, (trx) => runningRun(trx, worklistId));
  if (run === undefined) return true;
  const how = await getScreen(deps, run);
  for (;;) {
    const batchOutcome = await nextBatch(deps, run, how);
    if (batchOutcome === 'taken') return false;
    if (batchOutcome === 'end') break;
    if (deps.now().getTime() >= until) return false;
  }
  if (how.isWhole && !(await retryFailed(deps, run, how.screen))) return false;
  await finish(deps, run);
  return true;
}
