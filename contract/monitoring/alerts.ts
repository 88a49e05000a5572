import { z } from 'zod';
import { cappedCount, clientEvent } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { instant, namedRecord, optionalText, recordId, recordVersion } from '#contract/fields.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { alertOutcomes, alertResourceTypes, alertSeverities, alertTypes } from '#rules/alerts/alert-types.ts';
import { getStates } from '#rules/lifecycles/lifecycle.ts';
import { type AlertStatus, alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';
import { screening, screeningMatch, screeningQuery } from './screenings.ts';

export const alertStatuses = getStates(alertLifecycle) as [AlertStatus, ...AlertStatus[]];

export const alert = z.object({
  id: recordId,
  version: z.number().int(),
  type: z.enum(alertTypes),
  resourceType: z.enum(alertResourceTypes),
  resourceId: recordId,
  /** The client's name, the activity's reference and name, the breach's summary, or the admin's name. */
  resourceName: z.string(),
  /** Risk level of the client, or the highest among the activity's parties. */
  sanctions: sanctionsTag,
  /** Current severity; it rises when the alert is overdue. */
  severity: z.enum(alertSeverities),
  /** Original severity if it has since been raised, else null. */
  raisedFrom: z.enum(alertSeverities).nullable(),
  status: z.enum(alertStatuses),
  /** Cause, in one sentence. */
  summary: z.string(),
  outcome: z.enum(alertOutcomes).nullable(),
  reason: z.string().nullable(),
  assignee: namedRecord.nullable(),
  dueAt: instant.nullable(),
  snoozedUntil: instant.nullable(),
  openedAt: instant,
  closedAt: instant.nullable(),
  /** Question for the reviewer, from the member who escalated it. */
  escalationNote: z.string().nullable(),
});
export type Alert = z.infer<typeof alert>;

/** Queue filters. An omitted filter does not restrict. */
export const alertFilters = z.object({
  type: z.enum(alertTypes).optional(),
  /** Default: every status except closed. */
  status: z.enum(alertStatuses).optional(),
  severity: z.enum(alertSeverities).optional(),
  /** `me`, `none`, or a member. */
  assignee: z
    .union([z.enum(['me', 'none']), recordId], { error: 'Select a person from the list' })
    .optional(),
  /** Overdue alerts only. */
  overdue: z.literal('yes').optional(),
});
export type AlertFilters = z.infer<typeof alertFilters>;

export const listAlerts = endpoint({
  id: 'alerts.list',
  method: 'GET',
  path: '/alerts',
  summary:
    'List alerts by queue filters, by record or by assignee, most severe and most overdue first; closed alerts newest first',
  caller: 'member',
  permission: 'records.read',
  query: alertFilters
    .extend({
      resourceType: z.enum(resourceTypes).optional(),
      resourceId: recordId.optional(),
      /** `me`: assigned to the member, or unassigned. */
      waitingFor: z.literal('me').optional(),
      /** Id of the last alert of the previous page. */
      after: recordId.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    })
    .refine(({ resourceType, resourceId }) => (resourceType === undefined) === (resourceId === undefined), {
      path: ['resourceId'],
      error: 'Enter the record type and ID',
    }),
  response: z.object({ items: z.array(alert), nextAfter: recordId.nullable(), total: cappedCount }),
  status: 200,
});

export const alertDetail = alert.extend({
  /** With a screening match: the subject screened and its matches, highest score first. */
  screening: screening.nullable(),
  matches: z.array(screeningMatch),
  /** Current client record; null for alerts about other records. */
  subject: screeningQuery.nullable(),
  /** Clients of which the subject is a related party. */
  belongsTo: z.array(z.object({ id: recordId, name: z.string(), roles: z.array(z.string()) })),
  /** Whether the signed-in member can confirm a true match. */
  mayConfirm: z.boolean(),
  history: z.array(clientEvent),
});
export type AlertDetail = z.infer<typeof alertDetail>;

export const readAlert = endpoint({
  id: 'alerts.read',
  method: 'GET',
  path: '/alerts/:id',
  summary: 'Get an alert with match comparison, score breakdown and history',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: recordId }),
  response: alertDetail,
  status: 200,
});

export const assignAlert = endpoint({
  id: 'alerts.assign',
  method: 'POST',
  path: '/alerts/:id/assignment',
  summary: 'Assign or unassign an alert',
  caller: 'member',
  permission: 'alerts.close',
  once: true,
  params: z.object({ id: recordId }),
  body: z.object({
    version: recordVersion,
    memberId: recordId.nullable(),
  }),
  response: alert,
  status: 200,
});

export const claimAlert = endpoint({
  id: 'alerts.claim',
  method: 'POST',
  path: '/alerts/claims',
  summary:
    'Claim the next unassigned alert: the most severe, then the most overdue. Two members never claim the same alert',
  caller: 'member',
  permission: 'alerts.close',
  once: true,
  body: z.object({ type: z.enum(alertTypes).optional() }),
  response: z.object({ alert: alert.nullable() }),
  status: 200,
});

export const transitionAlert = endpoint({
  id: 'alerts.transition',
  method: 'POST',
  path: '/alerts/:id/transitions',
  summary: 'Transition an alert: start, snooze, escalate, close or reopen',
  caller: 'member',
  permission: 'alerts.close',
  once: true,
  params: z.object({ id: recordId }),
  body: z.object({
    version: recordVersion,
    to: z.enum(alertStatuses),
    /** With `closed`. */
    outcome: z.enum(alertOutcomes, { error: 'Select an outcome' }).optional(),
    /** With `closed`: stored with the alert. With `escalated`: what to review. */
    reason: optionalText({ max: 1000, multiline: true }),
    /** With `snoozed`: when it returns to the queue. */
    snoozedUntil: instant.optional(),
  }),
  response: alert,
  status: 200,
});
