import type { Kysely } from 'kysely';
import { listEnrolments as listEnrolmentsEndpoint } from '#contract/monitoring/enrolments.ts';
import {
  listWorklists as listEndpoint,
  type MonitoringRun,
  readWorklist as readEndpoint,
  type Worklist,
} from '#contract/monitoring/worklists.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { enrolmentPage } from './enrolment-store.ts';
import {
  countEnrolled,
  countNotEnrolled,
  getDefault,
  latestRuns,
  listWorklists,
  type RunRow,
  readPause,
  readWorklist,
  type WorklistRow,
} from './store.ts';

export interface WorklistsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<WorklistsDeps>();

/** Runs that a worklist's page shows. */
const visibleRuns = 20;

function getRun(row: RunRow): MonitoringRun {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    dueOn: row.due_on,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    screened: row.screened,
    matched: row.matched,
    failed: row.failed,
    lists: row.lists,
    changedList: row.lists.find(({ id }) => id === row.list_id)?.name ?? null,
  };
}

/** A worklist in wire format. `defaultId`: the company's default worklist. */
export async function getWorklist(trx: Trx, row: WorklistRow, defaultId: number): Promise<Worklist> {
  const [last] = await latestRuns(trx, row.id, 1);
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    checks: row.checks,
    threshold: row.threshold,
    frequency: row.frequency,
    dayOfWeek: row.day_of_week,
    dayOfMonth: row.day_of_month,
    month: row.month,
    dobMatching: row.dob_matching,
    nextRunOn: row.next_run_on,
    archivedAt: row.archived_at,
    isDefault: row.id === defaultId,
    enrolled: await countEnrolled(trx, row.id),
    lastRun: last === undefined ? null : getRun(last),
  };
}

async function getPause(trx: Trx): Promise<{ reason: 'subscription' | 'restricted'; since: string } | null> {
  const pause = await readPause(trx);
  return pause === undefined ? null : { reason: pause.reason, since: pause.since };
}

/** GET /worklists. A company has few, so their counts are read sequentially. */
export const showWorklists = query(
  listEndpoint,
  async ({ trx, caller: { company }, query: { archived } }) => {
    const defaultId = await getDefault(trx, company.id);
    const items: Worklist[] = [];
    for (const row of await listWorklists(trx, { archived: archived === 'yes' })) {
      items.push(await getWorklist(trx, row, defaultId));
    }
    items.sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id);
    return { items, paused: await getPause(trx), notEnrolled: await countNotEnrolled(trx) };
  },
);

/** GET /worklists/:id. */
export const showWorklist = query(readEndpoint, async ({ trx, caller: { company }, params: { id } }) => {
  const row = await readWorklist(trx, id);
  if (row === undefined) return null;
  const runs = await latestRuns(trx, id, visibleRuns);
  return {
    ...(await getWorklist(trx, row, await getDefault(trx, company.id))),
    runs: runs.map(getRun),
    paused: await getPause(trx),
  };
});

/** GET /worklists/:id/enrolments. */
export const showEnrolments = query(
  listEnrolmentsEndpoint,
  async ({ trx, params: { id: worklistId }, query: { status, after, limit } }) => {
    if ((await readWorklist(trx, worklistId)) === undefined) return null;
    const { rows, total } = await enrolmentPage(trx, { worklistId, status, after, limit });
    const { items, next } = toPage(rows, limit, ({ clientId }) => clientId);
    return { items, nextAfter: next, total };
  },
);
