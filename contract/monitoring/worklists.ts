import { z } from 'zod';
import { cappedCount } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  instant,
  recordId,
  recordVersion,
  requiredText,
  versionOnly,
} from '#contract/fields.ts';
import {
  birthDateMatchings,
  defaultThreshold,
  monitoringChecks,
  scheduleProblems,
  tidySchedule,
  worklistFrequencies,
} from '#rules/worklists/worklist-settings.ts';
import { worklistId } from './enrolments.ts';
import { listInUse, monitoringPause } from './screenings.ts';

const byId = z.object({ id: worklistId });

export const monitoringRun = z.object({
  id: recordId,
  kind: z.enum(['scheduled', 'listChange', 'catchUp']),
  status: z.enum(['running', 'done']),
  dueOn: calendarDate,
  startedAt: instant,
  finishedAt: instant.nullable(),
  screened: z.number().int(),
  /** Clients with new matches or changes to decide. */
  matched: z.number().int(),
  /** Clients that could not be screened. */
  failed: z.number().int(),
  lists: z.array(listInUse),
  /** With `listChange`: the list whose changes clients were screened against. */
  changedList: z.string().nullable(),
});
export type MonitoringRun = z.infer<typeof monitoringRun>;

export const worklist = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  checks: z.array(z.enum(monitoringChecks)),
  threshold: z.number().int(),
  frequency: z.enum(worklistFrequencies),
  dayOfWeek: z.number().int().nullable(),
  dayOfMonth: z.number().int().nullable(),
  month: z.number().int().nullable(),
  dobMatching: z.enum(birthDateMatchings),
  nextRunOn: calendarDate.nullable(),
  archivedAt: instant.nullable(),
  /** New clients are enrolled in it. */
  isDefault: z.boolean(),
  enrolled: cappedCount,
  lastRun: monitoringRun.nullable(),
});
export type Worklist = z.infer<typeof worklist>;

/** Number form field; blank is null. */
const optionalNumber = (min: number, max: number, message: string) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    z.coerce
      .number({ error: message })
      .int({ error: message })
      .min(min, message)
      .max(max, message)
      .nullable(),
  );

/** Checks selected in a form; a single one is submitted without an array. */
const checks = z.preprocess(
  (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z
    .array(z.enum(monitoringChecks, { error: 'Select checks from the list' }))
    .min(1, { error: 'Select at least one check' })
    .transform((selected) => monitoringChecks.filter((check) => selected.includes(check))),
);

const worklistFields = z.object({
  name: requiredText('Enter a name', { max: 100 }),
  checks,
  threshold: z.coerce
    .number({ error: 'Enter a number from 0 to 100' })
    .int({ error: 'Enter a whole number from 0 to 100' })
    .min(0, { error: 'Enter a number from 0 to 100' })
    .max(100, { error: 'Enter a number from 0 to 100' })
    .default(defaultThreshold),
  frequency: z.enum(worklistFrequencies, { error: 'Select a frequency' }),
  dayOfWeek: optionalNumber(1, 7, 'Select a day of the week').default(null),
  dayOfMonth: optionalNumber(1, 31, 'Enter the day of the month, from 1 to 31').default(null),
  month: optionalNumber(1, 12, 'Select a month').default(null),
  dobMatching: z.enum(birthDateMatchings, { error: 'Select how dates of birth are matched' }),
});

type Fields = z.output<typeof worklistFields>;

function daysFit(fields: Fields, context: z.core.$RefinementCtx<Fields>): void {
  for (const { field, message } of scheduleProblems(fields)) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
}

const tidy = <T extends Fields>(fields: T): T => ({ ...fields, ...tidySchedule(fields) });

export const worklistInput = worklistFields.superRefine(daysFit).transform(tidy);
export type WorklistInput = z.output<typeof worklistInput>;

export const worklistUpdate = worklistFields
  .extend({ version: recordVersion })
  .superRefine(daysFit)
  .transform(tidy);

export const listWorklists = endpoint({
  id: 'worklists.list',
  method: 'GET',
  path: '/worklists',
  summary: 'List worklists with enrolled clients and last run, the default first',
  caller: 'member',
  permission: 'records.read',
  query: z.object({ archived: z.literal('yes').optional() }),
  response: z.object({
    items: z.array(worklist),
    paused: monitoringPause.nullable(),
    /** Number of clients in a relationship that are not enrolled in any worklist. */
    notEnrolled: cappedCount,
  }),
  status: 200,
});

export const readWorklist = endpoint({
  id: 'worklists.read',
  method: 'GET',
  path: '/worklists/:id',
  summary: 'Get a worklist with its latest runs',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  response: worklist.extend({ runs: z.array(monitoringRun), paused: monitoringPause.nullable() }),
  status: 200,
});

export const createWorklist = endpoint({
  id: 'worklists.create',
  method: 'POST',
  path: '/worklists',
  summary: 'Create a worklist',
  caller: 'member',
  permission: 'worklists.manage',
  once: true,
  body: worklistInput,
  response: worklist,
  status: 201,
});

export const updateWorklist = endpoint({
  id: 'worklists.update',
  method: 'PUT',
  path: '/worklists/:id',
  summary: 'Change a worklist; a run in progress continues as it started',
  caller: 'member',
  permission: 'worklists.manage',
  once: true,
  params: byId,
  body: worklistUpdate,
  response: worklist,
  status: 200,
});

export const setDefaultWorklist = endpoint({
  id: 'worklists.setDefault',
  method: 'POST',
  path: '/worklists/:id/default',
  summary: 'Enrol new clients in this worklist from now on',
  caller: 'member',
  permission: 'worklists.manage',
  once: true,
  params: byId,
  body: versionOnly,
  response: worklist,
  status: 200,
});

export const archiveWorklist = endpoint({
  id: 'worklists.archive',
  method: 'POST',
  path: '/worklists/:id/archive',
  summary: 'Archive a worklist. Rejected if it is the default or has enrolments',
  caller: 'member',
  permission: 'worklists.manage',
  once: true,
  params: byId,
  body: versionOnly,
  response: worklist,
  status: 200,
});
