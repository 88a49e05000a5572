import { z } from 'zod';
import { alertOutcomes, alertSeverities, alertTypes } from '#rules/alert-types.ts';
import { statesOf } from '#rules/lifecycles/lifecycle.ts';
import { type AlertStatus, alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';
import { cappedCount } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { instant, optionalText, recordId, recordVersion } from './fields.ts';

export const alertStatuses = statesOf(alertLifecycle) as [AlertStatus, ...AlertStatus[]];

export const alert = z.object({
  id: recordId,
  version: z.number().int(),
  type: z.enum(alertTypes),
  resourceType: z.enum(resourceTypes),
  resourceId: recordId,
  /** The client's name, or the activity's reference and name. */
  resourceName: z.string(),
  severity: z.enum(alertSeverities),
  status: z.enum(alertStatuses),
  /** What happened, in a sentence. */
  summary: z.string(),
  outcome: z.enum(alertOutcomes).nullable(),
  reason: z.string().nullable(),
  assignee: z.object({ id: recordId, name: z.string() }).nullable(),
  dueAt: instant.nullable(),
  snoozedUntil: instant.nullable(),
  openedAt: instant,
});
export type Alert = z.infer<typeof alert>;

export const listAlerts = endpoint({
  id: 'alerts.list',
  method: 'GET',
  path: '/alerts',
  summary:
    'Alerts that are not closed, newest first: of one record, or those that wait for the signed-in member',
  caller: 'member',
  act: 'records.read',
  query: z
    .object({
      resourceType: z.enum(resourceTypes).optional(),
      resourceId: recordId.optional(),
      /** `me`: assigned to the member, or to nobody. */
      waitingFor: z.literal('me').optional(),
      /** The id of the last one seen. */
      after: recordId.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    })
    .refine(({ resourceType, resourceId }) => (resourceType === undefined) === (resourceId === undefined), {
      path: ['resourceId'],
      error: 'Name the record by its type and its id',
    }),
  answer: z.object({ items: z.array(alert), nextAfter: recordId.nullable(), total: cappedCount }),
  status: 200,
});

export const moveAlert = endpoint({
  id: 'alerts.move',
  method: 'POST',
  path: '/alerts/:id/moves',
  summary: 'Take an alert up, snooze, escalate, close or open it again, as its lifecycle allows',
  caller: 'member',
  act: 'alerts.finish',
  once: true,
  params: z.object({ id: recordId }),
  body: z.object({
    version: recordVersion,
    to: z.enum(alertStatuses),
    /** With `closed`. */
    outcome: z.enum(alertOutcomes, { error: 'Choose the outcome' }).optional(),
    /** With `closed`; kept with the alert. */
    reason: optionalText({ max: 1000, multiline: true }),
    /** With `snoozed`: when it comes back. */
    snoozedUntil: instant.optional(),
  }),
  answer: alert,
  status: 200,
});
