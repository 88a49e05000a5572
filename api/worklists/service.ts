import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type {
  listWorklists as listEndpoint,
  MonitoringRun,
  readWorklist as readEndpoint,
  Worklist,
  WorklistInput,
  worklistUpdate,
} from '#contract/worklists.ts';
import { companyDay } from '#rules/company-day.ts';
import { nextRunAfter } from '#rules/monitoring/next-run.ts';
import {
  birthDateMatchingLabels,
  monitoringCheckLabels,
  worklistFrequencyLabels,
} from '#rules/monitoring/worklist-settings.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import {
  changeWorklist,
  countEnrolled,
  countNotEnrolled,
  insertWorklist,
  latestRuns,
  listWorklists,
  lockCompany,
  type RunRow,
  readPause,
  readWorklist,
  setDefaultWorklist,
  type WorklistRow,
} from './store.ts';

type Trx = Transaction<Schema>;

export interface WorklistsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** Runs that a worklist's page shows. */
const shownRuns = 20;

const invalid = (sentence: string, field = '') =>
  refuse('request.invalid', { detail: sentence, fields: { [field]: [sentence] } });

function runOf(row: RunRow): MonitoringRun {
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

async function worklistOf(trx: Trx, row: WorklistRow, defaultId: number): Promise<Worklist> {
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
    lastRun: last === undefined ? null : runOf(last),
  };
}

async function defaultOf(trx: Trx, companyId: string): Promise<number> {
  const company = await trx
    .selectFrom('companies')
    .select('default_worklist_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return company.default_worklist_id;
}

async function pauseOf(trx: Trx): Promise<{ reason: 'subscription' | 'restricted'; since: string } | null> {
  const pause = await readPause(trx);
  return pause === undefined ? null : { reason: pause.reason, since: pause.since };
}

/** GET /worklists. A company has a few, so that the counts of each are read one after the other. */
export function showWorklists(
  deps: WorklistsDeps,
  { company }: MemberCaller,
  { archived }: { archived?: 'yes' | undefined },
): Promise<EndpointAnswer<typeof listEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const defaultId = await defaultOf(trx, company.id);
    const items: Worklist[] = [];
    for (const row of await listWorklists(trx, { archived: archived === 'yes' })) {
      items.push(await worklistOf(trx, row, defaultId));
    }
    items.sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id);
    return { items, paused: await pauseOf(trx), notEnrolled: await countNotEnrolled(trx) };
  });
}

/** GET /worklists/:id. */
export function showWorklist(
  deps: WorklistsDeps,
  { company }: MemberCaller,
  id: number,
): Promise<EndpointAnswer<typeof readEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readWorklist(trx, id);
    if (row === undefined) throw refuse('record.notFound');
    const runs = await latestRuns(trx, id, shownRuns);
    return {
      ...(await worklistOf(trx, row, await defaultOf(trx, company.id))),
      runs: runs.map(runOf),
      paused: await pauseOf(trx),
    };
  });
}

const told = (form: WorklistInput) => ({
  name: form.name,
  checks: form.checks.map((check) => monitoringCheckLabels[check]),
  threshold: form.threshold,
  frequency: worklistFrequencyLabels[form.frequency],
  dayOfWeek: form.dayOfWeek,
  dayOfMonth: form.dayOfMonth,
  month: form.month,
  dobMatching: birthDateMatchingLabels[form.dobMatching],
});

const formOf = (row: WorklistRow): WorklistInput => ({
  name: row.name,
  checks: row.checks,
  threshold: row.threshold,
  frequency: row.frequency,
  dayOfWeek: row.day_of_week,
  dayOfMonth: row.day_of_month,
  month: row.month,
  dobMatching: row.dob_matching,
});

const columnsOf = (form: WorklistInput) => ({
  name: form.name,
  checks: form.checks,
  threshold: form.threshold,
  frequency: form.frequency,
  day_of_week: form.dayOfWeek,
  day_of_month: form.dayOfMonth,
  month: form.month,
  dob_matching: form.dobMatching,
});

/** Whether the company has another worklist of the name that is not put away. */
async function requireFreeName(trx: Trx, name: string, ownId = 0): Promise<void> {
  const taken = await trx
    .selectFrom('worklists')
    .select('id')
    .where('name', '=', name)
    .where('archived_at', 'is', null)
    .where('id', '!=', ownId)
    .executeTakeFirst();
  if (taken !== undefined) throw invalid('Another worklist has this name. Choose another one.', 'name');
}

async function shown(trx: Trx, companyId: string, id: number): Promise<Worklist> {
  const row = await readWorklist(trx, id);
  if (row === undefined) throw new Error('A worklist that was just written cannot be read.');
  return worklistOf(trx, row, await defaultOf(trx, companyId));
}

/** POST /worklists. */
export function createWorklist(
  deps: WorklistsDeps,
  caller: MemberCaller,
  form: WorklistInput,
): Promise<Worklist> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: form, status: 201 }, async () => {
      const { default_worklist_id, time_zone } = await lockCompany(trx, company.id);
      await requireFreeName(trx, form.name);
      const now = deps.now();
      const at = now.toISOString();
      const id = await insertWorklist(trx, {
        company_id: company.id,
        ...columnsOf(form),
        next_run_on: nextRunAfter(form, companyDay(now, time_zone)),
        created_at: at,
        created_by: member.id,
        updated_at: at,
        updated_by: member.id,
      });
      // A company's first worklist is the one that new clients go to.
      if (default_worklist_id === 0) await setDefaultWorklist(trx, company.id, id);
      await recordMemberEvent(trx, deps, caller, {
        action: 'worklist.created',
        resourceType: 'worklist',
        resourceId: String(id),
        detail: { changes: changesBetween({}, told(form)), isDefault: default_worklist_id === 0 },
      });
      return shown(trx, company.id, id);
    }),
  );
}

/** A worklist locked for a command; 404 where it is not the company's, 409 where it was changed meanwhile. */
async function lockWorklist(
  trx: Trx,
  caller: MemberCaller,
  { id, version }: { id: number; version: number },
): Promise<WorklistRow> {
  const row = await readWorklist(trx, id, true);
  if (row === undefined) throw refuse('record.notFound');
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: 'Somebody changed this worklist after you opened it. Look at it as it is now, then try again.',
      current: await worklistOf(trx, row, await defaultOf(trx, caller.company.id)),
    });
  }
  if (row.archived_at !== null) throw invalid('This worklist is archived and is kept as it was.');
  return row;
}

/** PUT /worklists/:id. The next run follows the new days; what its checks now cover is compared anew in full. */
export function updateWorklist(
  deps: WorklistsDeps,
  caller: MemberCaller,
  id: number,
  { version, ...form }: z.output<typeof worklistUpdate>,
): Promise<Worklist> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(
      trx,
      deps,
      caller,
      { record: String(id), body: { version, ...form }, status: 200 },
      async () => {
        const { time_zone } = await lockCompany(trx, company.id);
        const row = await lockWorklist(trx, caller, { id, version });
        await requireFreeName(trx, form.name, id);
        const now = deps.now();
        const today = companyDay(now, time_zone);
        const before = formOf(row);
        // What was left out before, or was not alike enough, has not been looked at: everybody is screened at the next run.
        const widens =
          form.threshold < before.threshold ||
          form.dobMatching !== before.dobMatching ||
          form.checks.some((check) => !before.checks.includes(check));
        await changeWorklist(trx, row, {
          ...columnsOf(form),
          next_run_on: widens ? today : nextRunAfter(form, today),
          updated_at: now.toISOString(),
          updated_by: member.id,
        });
        await recordMemberEvent(trx, deps, caller, {
          action: 'worklist.updated',
          resourceType: 'worklist',
          resourceId: String(id),
          detail: { changes: changesBetween(told(before), told(form)) },
        });
        return shown(trx, company.id, id);
      },
    ),
  );
}

/** POST /worklists/:id/default. */
export function makeDefault(
  deps: WorklistsDeps,
  caller: MemberCaller,
  id: number,
  form: { version: number },
): Promise<Worklist> {
  const { company } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: String(id), body: form, status: 200 }, async () => {
      const { default_worklist_id } = await lockCompany(trx, company.id);
      const row = await lockWorklist(trx, caller, { id, version: form.version });
      if (default_worklist_id === id) return worklistOf(trx, row, id);
      const before = default_worklist_id === 0 ? undefined : await readWorklist(trx, default_worklist_id);
      await setDefaultWorklist(trx, company.id, id);
      await recordMemberEvent(trx, deps, caller, {
        action: 'worklist.madeDefault',
        resourceType: 'worklist',
        resourceId: String(id),
        detail: { changes: changesBetween({ defaultWorklist: before?.name }, { defaultWorklist: row.name }) },
      });
      return worklistOf(trx, row, id);
    }),
  );
}

/** POST /worklists/:id/archive. */
export function archiveWorklist(
  deps: WorklistsDeps,
  caller: MemberCaller,
  id: number,
  form: { version: number },
): Promise<Worklist> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: String(id), body: form, status: 200 }, async () => {
      const { default_worklist_id } = await lockCompany(trx, company.id);
      const row = await lockWorklist(trx, caller, { id, version: form.version });
      if (default_worklist_id === id) {
        throw invalid('New clients are enrolled in this worklist. Make another one the default first.');
      }
      const enrolled = await countEnrolled(trx, id);
      if (enrolled.count > 0) {
        throw invalid(
          'This worklist still watches clients. Enrol them in another one, or end it for them, first.',
        );
      }
      const at = deps.now().toISOString();
      await changeWorklist(trx, row, {
        archived_at: at,
        next_run_on: null,
        updated_at: at,
        updated_by: member.id,
      });
      await recordMemberEvent(trx, deps, caller, {
        action: 'worklist.archived',
        resourceType: 'worklist',
        resourceId: String(id),
        detail: { name: row.name },
      });
      return shown(trx, company.id, id);
    }),
  );
}
