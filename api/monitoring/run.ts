import type { Kysely } from 'kysely';
import { screenedTopics } from '#rules/monitoring/worklist-settings.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { ChangedScreen, ScreeningAnswer, ScreeningEngine } from '../screening/engine.ts';
import { readSubjects, watchedSubjects } from '../screenings/subjects.ts';
import { writeScreenings } from '../screenings/write-screenings.ts';
import { byJob } from './by-job.ts';
import { noteRemoved } from './removed-entities.ts';
import {
  coverLists,
  failedInRun,
  finishRun,
  moveRun,
  noteFirstRun,
  type RunRow,
  runningRun,
} from './run-store.ts';

export interface MonitoringDeps {
  db: Kysely<Schema>;
  now: () => Date;
  screening: ScreeningEngine;
  /** Told after each batch that was written; tests stop a run here. */
  onBatch?: () => void | Promise<void>;
}

/** Clients of one batch of a whole screening: on the embedded database everyone waits while they are written. */
const screenedPerBatch = 200;

/** Clients of one batch that is compared with changes alone: nearly all of them are like none, and nothing is written of those. */
const comparedPerBatch = 1000;

/** A screening that fails so long after its run began is left as failed, so that the next run can begin. */
const retriedForMs = 24 * 60 * 60 * 1000;

/** Lets whoever waits for this process have a turn. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

type Screen = (subjects: readonly ScreeningSubject[]) => Promise<ScreeningAnswer[]>;

function optionsOf(run: RunRow) {
  return {
    threshold: run.threshold / 100,
    birthDateMatching: run.dob_matching,
    topics: screenedTopics(run.checks),
  };
}

/**
 * How a run screens: against the lists in use as a whole, or, where a list has a new version, against what it changed. Null where what
 * changed cannot be told any more: then everybody is screened as a whole.
 */
async function screenOf(deps: MonitoringDeps, run: RunRow): Promise<{ screen: Screen; isWhole: boolean }> {
  const options = optionsOf(run);
  const whole: Screen = (subjects) =>
    deps.screening.screen(subjects, { ...options, companyId: run.company_id });
  if (run.kind !== 'listChange' || run.list_id === null) return { screen: whole, isWhole: true };
  const changes = await deps.screening.changedSince({
    companyId: run.company_id,
    listId: run.list_id,
    since: run.list_since,
  });
  if (changes === null) return { screen: whole, isWhole: true };
  if (run.cursor === null) await noteRemoved(deps, run, changes);
  const changed: ChangedScreen = await deps.screening.screenChanged(changes);
  return { screen: async (subjects) => changed.screen(subjects, options), isWhole: false };
}

const askedBy = (run: RunRow, isWhole: boolean) => ({
  by: byJob(run.company_id),
  trigger: 'monitoring' as const,
  runId: run.id,
  runLists: run.lists,
  threshold: run.threshold,
  birthDateMatching: run.dob_matching,
  checks: run.checks,
  requestedBy: null,
  isWhole,
});

const algorithmOf = (answers: readonly ScreeningAnswer[]) => {
  const first = answers.find((answer) => answer.status === 'screened');
  return first?.status === 'screened' ? `${first.algorithm.name} ${first.algorithm.version}` : null;
};

/**
 * The next batch: read, screened, then written with the run's new place in one transaction. Whoever reads the same batch at the same
 * time, because the queue believed this process dead, finds the place moved and writes nothing.
 *
 * @returns `moved`, `end` where nobody is left, `taken` where somebody else went on.
 */
async function nextBatch(
  deps: MonitoringDeps,
  run: RunRow,
  { screen, isWhole }: { screen: Screen; isWhole: boolean },
): Promise<'moved' | 'end' | 'taken'> {
  const limit = isWhole ? screenedPerBatch : comparedPerBatch;
  const subjects = await asTenant(deps.db, run.company_id, (trx) =>
    watchedSubjects(trx, { worklistId: run.worklist_id, after: run.cursor, limit }),
  );
  const last = subjects.at(-1);
  if (last === undefined) return 'end';
  const answers = await screen(subjects);
  const at = deps.now().toISOString();
  const cursor = run.cursor;
  const algorithm = run.algorithm ?? algorithmOf(answers);
  const isOurs = await asTenant(deps.db, run.company_id, async (trx) => {
    // The place moves first: it locks the run, so that one of two writes and the other sees that it is late.
    const counted = { screened: subjects.length, matched: 0, failed: 0, cursor: last.id, algorithm, at };
    if (!(await moveRun(trx, { ...run, cursor }, counted))) return false;
    if (isWhole) {
      const ids = subjects.map(({ id }) => id);
      await noteFirstRun(trx, { worklistId: run.worklist_id, clientIds: ids, at });
    }
    const { matched, failed } = await writeScreenings(trx, deps, askedBy(run, isWhole), subjects, answers);
    if (matched + failed > 0) {
      await trx
        .updateTable('monitoring_runs')
        .set((of) => ({ matched: of('matched', '+', matched), failed: of('failed', '+', failed) }))
        .where('id', '=', run.id)
        .execute();
    }
    return true;
  });
  if (!isOurs) return 'taken';
  run.cursor = last.id;
  run.algorithm = algorithm;
  await deps.onBatch?.();
  await breathe();
  return subjects.length < limit ? 'end' : 'moved';
}

/** Screens again whom an outside service did not answer for; true once there is nobody left, or it has been tried for long enough. */
async function retryFailed(deps: MonitoringDeps, run: RunRow, screen: Screen): Promise<boolean> {
  const failed = await asTenant(deps.db, run.company_id, (trx) => failedInRun(trx, run.id, screenedPerBatch));
  if (failed.length === 0) return true;
  if (deps.now().getTime() - Date.parse(run.started_at) > retriedForMs) return true;
  const again = new Map(failed.map(({ id, clientId }) => [clientId, id]));
  const subjects = await asTenant(deps.db, run.company_id, (trx) => readSubjects(trx, [...again.keys()]));
  const answers = await screen(subjects);
  const left = answers.filter(({ status }) => status === 'error').length;
  const works = subjects.filter((_, index) => answers[index]?.status === 'screened');
  await asTenant(deps.db, run.company_id, async (trx) => {
    // Locked, so that two do not write down the same answer twice.
    await trx.selectFrom('monitoring_runs').select('id').where('id', '=', run.id).forUpdate().execute();
    const still = new Set((await failedInRun(trx, run.id, screenedPerBatch)).map(({ clientId }) => clientId));
    const ours = works.filter(({ id }) => still.has(id));
    const ids = new Set(ours.map(({ id }) => id));
    const { matched } = await writeScreenings(
      trx,
      deps,
      { ...askedBy(run, true), again },
      ours,
      answers.filter(({ subjectId }) => ids.has(subjectId)),
    );
    await trx
      .updateTable('monitoring_runs')
      .set((of) => ({ matched: of('matched', '+', matched), failed: of('failed', '-', ours.length) }))
      .where('id', '=', run.id)
      .execute();
  });
  return left === 0 && failed.length < screenedPerBatch;
}

async function finish(deps: MonitoringDeps, run: RunRow): Promise<void> {
  const at = deps.now().toISOString();
  await asTenant(deps.db, run.company_id, async (trx) => {
    if (!(await finishRun(trx, run, at))) return;
    const covered = run.list_id === null ? run.lists : run.lists.filter(({ id }) => id === run.list_id);
    await coverLists(trx, run.worklist_id, covered);
    const done = await trx
      .selectFrom('monitoring_runs')
      .select(['screened', 'matched', 'failed'])
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow();
    await recordEvent(trx, deps, {
      ...byJob(run.company_id),
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
 * Goes on with the run of a worklist until everybody is screened or the time is up. It may be stopped at any point, also by force: a
 * batch is written whole or not at all, with the place that the run has come to.
 *
 * @param until instant in milliseconds after which no further batch is begun.
 * @returns whether the run is over.
 */
export async function continueRun(
  deps: MonitoringDeps,
  { companyId, worklistId, until }: { companyId: string; worklistId: number; until: number },
): Promise<boolean> {
  const run = await asTenant(deps.db, companyId, (trx) => runningRun(trx, worklistId));
  if (run === undefined) return true;
  const how = await screenOf(deps, run);
  for (;;) {
    const came = await nextBatch(deps, run, how);
    if (came === 'taken') return false;
    if (came === 'end') break;
    if (deps.now().getTime() >= until) return false;
  }
  if (how.isWhole && !(await retryFailed(deps, run, how.screen))) return false;
  await finish(deps, run);
  return true;
}
