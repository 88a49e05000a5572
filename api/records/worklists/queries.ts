import type { Kysely } from 'kysely';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import type { listEnrolments as listEnrolmentsEndpoint } from '#contract/monitoring/enrolments.ts';
import type {
  listWorklists as listEndpoint,
  MonitoringRun,
  readWorklist as readEndpoint,
  Worklist,
} from '#contract/monitoring/worklists.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
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
export function showWorklists(
  deps: WorklistsDeps,
  { company }: MemberCaller,
  { archived }: { archived?: 'yes' | undefined },
): Promise<EndpointResponse<typeof listEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const defaultId = await getDefault(trx, company.id);
    const items: Worklist[] = [];
    for (const row of await listWorklists(trx, { archived: archived === 'yes' })) {
      items.push(await getWorklist(trx, row, defaultId));
    }
    items.sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id);
    return { items, paused: await getPause(trx), notEnrolled: await countNotEnrolled(trx) };
  });
}

/** GET /worklists/:id. */
export function showWorklist(
  deps: WorklistsDeps,
  { company }: MemberCaller,
  id: number,
): Promise<EndpointResponse<typeof readEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readWorklist(trx, id);
    if (row === undefined) throw apiError('record.notFound');
    const runs = await latestRuns(trx, id, visibleRuns);
    return {
      ...(await getWorklist(trx, row, await getDefault(trx, company.id))),
      runs: runs.map(getRun),
      paused: await getPause(trx),
    };
  });
}

/** GET /worklists/:id/enrolments. */
export function showEnrolments(
  deps: WorklistsDeps,
  { company }: MemberCaller,
  worklistId: number,
  { status, after, limit }: EndpointInput<typeof listEnrolmentsEndpoint>['query'],
): Promise<EndpointResponse<typeof listEnrolmentsEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readWorklist(trx, worklistId)) === undefined) throw apiError('record.notFound');
    const { rows, total } = await enrolmentPage(trx, { worklistId, status, after, limit });
    const { items, next } = toPage(rows, limit, ({ clientId }) => clientId);
    return { items, nextAfter: next, total };
  });
}
