import {
  archiveWorklist as archiveEndpoint,
  createWorklist as createEndpoint,
  setDefaultWorklist as setDefaultEndpoint,
  updateWorklist as updateEndpoint,
  type Worklist,
  type WorklistInput,
} from '#contract/monitoring/worklists.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { nextRunAfter } from '#rules/worklists/next-run.ts';
import {
  birthDateMatchingLabels,
  monitoringCheckLabels,
  worklistFrequencyLabels,
} from '#rules/worklists/worklist-settings.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getWorklist, type WorklistsDeps } from './queries.ts';
import {
  changeWorklist,
  countEnrolled,
  getDefault,
  insertWorklist,
  isNameInUse,
  lockCompany,
  readWorklist,
  setDefaultWorklist,
  type WorklistRow,
} from './store.ts';

const command = commandsFor<WorklistsDeps>();

const auditable = (form: WorklistInput) => ({
  name: form.name,
  checks: form.checks.map((check) => monitoringCheckLabels[check]),
  threshold: form.threshold,
  frequency: worklistFrequencyLabels[form.frequency],
  dayOfWeek: form.dayOfWeek,
  dayOfMonth: form.dayOfMonth,
  month: form.month,
  dobMatching: birthDateMatchingLabels[form.dobMatching],
});

const getForm = (row: WorklistRow): WorklistInput => ({
  name: row.name,
  checks: row.checks,
  threshold: row.threshold,
  frequency: row.frequency,
  dayOfWeek: row.day_of_week,
  dayOfMonth: row.day_of_month,
  month: row.month,
  dobMatching: row.dob_matching,
});

const getColumns = (form: WorklistInput) => ({
  name: form.name,
  checks: form.checks,
  threshold: form.threshold,
  frequency: form.frequency,
  day_of_week: form.dayOfWeek,
  day_of_month: form.dayOfMonth,
  month: form.month,
  dob_matching: form.dobMatching,
});

async function show(trx: Trx, companyId: string, id: number): Promise<Worklist> {
  const row = await readWorklist(trx, id);
  if (row === undefined) throw new Error('The worklist just saved could not be read.');
  return getWorklist(trx, row, await getDefault(trx, companyId));
}

const nameInUse = 'Another worklist has this name. Use another name.';

/** POST /worklists. */
export const createWorklist = command(createEndpoint, {
  async change({ trx, time, at, caller: { company, member }, body }) {
    const { default_worklist_id, time_zone } = await lockCompany(trx, company.id);
    if (await isNameInUse(trx, body.name)) throw invalid(nameInUse, 'name');
    const id = await insertWorklist(trx, {
      company_id: company.id,
      ...getColumns(body),
      next_run_on: nextRunAfter(body, companyDay(time(), time_zone)),
      created_at: at,
      created_by: member.id,
      updated_at: at,
      updated_by: member.id,
    });
    // A company's first worklist becomes its default.
    const isDefault = default_worklist_id === 0;
    if (isDefault) await setDefaultWorklist(trx, company.id, id);
    return { id, isDefault };
  },
  read: ({ trx, caller }, _, { id }) => show(trx, caller.company.id, id),
  again: ({ trx, caller }, { id }) => show(trx, caller.company.id, id),
  events: ({ body }, { done: { id, isDefault } }) => ({
    action: 'worklist.created',
    resourceType: 'worklist',
    resourceId: String(id),
    detail: { changes: changesBetween({}, auditable(body)), isDefault },
  }),
});

interface LockedWorklist {
  row: WorklistRow;
  version: number;
  defaultId: number;
  timeZone: string;
}

type WorklistWork = Work & { params: { id: number }; caller: MemberCaller };

const showChanged = ({ trx, params, caller }: WorklistWork) => show(trx, caller.company.id, params.id);

/** The company first and its worklist second, as every command on worklists locks them. */
async function lock({ trx, params, caller }: WorklistWork): Promise<LockedWorklist | null> {
  const { default_worklist_id: defaultId, time_zone: timeZone } = await lockCompany(trx, caller.company.id);
  const row = await readWorklist(trx, params.id, true);
  return row === undefined ? null : { row, version: row.version, defaultId, timeZone };
}

const stale = {
  message: 'Someone changed this worklist after you opened it. Review it, then try again.',
  current: ({ trx }: Work, { row, defaultId }: LockedWorklist) => getWorklist(trx, row, defaultId),
};

function requireNotArchived({ row }: LockedWorklist): void {
  if (row.archived_at !== null) throw invalid('This worklist is archived and can no longer be changed.');
}

/** PUT /worklists/:id. Reschedules the next run; clients are rescreened in full where the checks now cover more. */
export const updateWorklist = command(updateEndpoint, {
  lock,
  stale,
  async check({ trx, body, problems }, before) {
    requireNotArchived(before);
    if (await isNameInUse(trx, body.name, before.row.id)) problems.add('name', nameInUse);
  },
  async change({ trx, time, at, caller, body: form }, { row, timeZone }) {
    const today = companyDay(time(), timeZone);
    const before = getForm(row);
    // Wider checks or a lower threshold can find new matches: all clients are screened at the next run.
    const widens =
      form.threshold < before.threshold ||
      form.dobMatching !== before.dobMatching ||
      form.checks.some((check) => !before.checks.includes(check));
    await changeWorklist(trx, row, {
      ...getColumns(form),
      next_run_on: widens ? today : nextRunAfter(form, today),
      updated_at: at,
      updated_by: caller.member.id,
    });
  },
  read: showChanged,
  again: showChanged,
  events: ({ body }, { before: { row } }) => ({
    action: 'worklist.updated',
    resourceType: 'worklist',
    resourceId: String(row.id),
    detail: { changes: changesBetween(auditable(getForm(row)), auditable(body)) },
  }),
});

/** POST /worklists/:id/default. */
export const makeDefaultWorklist = command(setDefaultEndpoint, {
  lock,
  stale,
  check: (_, before) => requireNotArchived(before),
  async change({ trx, caller }, { row, defaultId }) {
    if (defaultId === row.id) return unchanged(await getWorklist(trx, row, defaultId));
    const former = defaultId === 0 ? undefined : await readWorklist(trx, defaultId);
    await setDefaultWorklist(trx, caller.company.id, row.id);
    return { former: former?.name };
  },
  read: ({ trx }, { row }) => getWorklist(trx, row, row.id),
  again: showChanged,
  events: (_, { before: { row }, done: { former } }) => ({
    action: 'worklist.defaultSet',
    resourceType: 'worklist',
    resourceId: String(row.id),
    detail: { changes: changesBetween({ defaultWorklist: former }, { defaultWorklist: row.name }) },
  }),
});

/** POST /worklists/:id/archive. */
export const archiveWorklist = command(archiveEndpoint, {
  lock,
  stale,
  async check({ trx }, before) {
    requireNotArchived(before);
    const { row, defaultId } = before;
    if (defaultId === row.id) {
      throw invalid('New clients are enrolled in this worklist. Make another one the default first.');
    }
    if ((await countEnrolled(trx, row.id)).count > 0) {
      throw invalid('This worklist still has enrolled clients. Move or end their enrolments first.');
    }
  },
  async change({ trx, at, caller }, { row }) {
    await changeWorklist(trx, row, {
      archived_at: at,
      next_run_on: null,
      updated_at: at,
      updated_by: caller.member.id,
    });
  },
  read: showChanged,
  again: showChanged,
  events: (_, { before: { row } }) => ({
    action: 'worklist.archived',
    resourceType: 'worklist',
    resourceId: String(row.id),
    detail: { name: row.name },
  }),
});
