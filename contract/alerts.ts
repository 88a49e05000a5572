import { z } from 'zod';
import { alertOutcomes, alertSeverities, alertTypes } from '#rules/alert-types.ts';
import { statesOf } from '#rules/lifecycles/lifecycle.ts';
import { type AlertStatus, alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';
import { cappedCount, clientEvent } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { instant, optionalText, recordId, recordVersion } from './fields.ts';
import { screening, screeningMatch, screeningQuery } from './screenings.ts';

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
  closedAt: instant.nullable(),
  /** What whoever escalated it wants to be looked at. */
  escalationNote: z.string().nullable(),
});
export type Alert = z.infer<typeof alert>;

/** Filters of the queue. Of those left out nothing is asked. */
export const alertFilters = z.object({
  type: z.enum(alertTypes).optional(),
  /** Everything that is not closed unless given. */
  status: z.enum(alertStatuses).optional(),
  severity: z.enum(alertSeverities).optional(),
  /** `me`, `none`, or a member. */
  assignee: z
    .union([z.enum(['me', 'none']), recordId], { error: 'Choose a person from the list' })
    .optional(),
  /** Those whose time has passed. */
  overdue: z.literal('yes').optional(),
});
export type AlertFilters = z.infer<typeof alertFilters>;

export const listAlerts = endpoint({
  id: 'alerts.list',
  method: 'GET',
  path: '/alerts',
  summary:
    'Alerts, newest first: the queue by its filters, those of one record, or those that wait for the signed-in member',
  caller: 'member',
  act: 'records.read',
  query: alertFilters
    .extend({
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

export const alertDetail = alert.extend({
  /** With a screening match: who was searched for, and everything that was found alike, likest first. */
  screening: screening.nullable(),
  matches: z.array(screeningMatch),
  /** The client as the record is now; null for alerts about anything else. */
  subject: screeningQuery.nullable(),
  /** Clients that the subject belongs to. */
  belongsTo: z.array(z.object({ id: recordId, name: z.string(), roles: z.array(z.string()) })),
  /** Whether the signed-in member may say that a match is the client. */
  mayConfirm: z.boolean(),
  history: z.array(clientEvent),
});
export type AlertDetail = z.infer<typeof alertDetail>;

export const readAlert = endpoint({
  id: 'alerts.read',
  method: 'GET',
  path: '/alerts/:id',
  summary: 'An alert whole: for a match both records with what makes them alike, and what was done so far',
  caller: 'member',
  act: 'records.read',
  params: z.object({ id: recordId }),
  answer: alertDetail,
  status: 200,
});

export const assignAlert = endpoint({
  id: 'alerts.assign',
  method: 'POST',
  path: '/alerts/:id/assignment',
  summary: 'Give an alert to a member, or to nobody',
  caller: 'member',
  act: 'alerts.finish',
  once: true,
  params: z.object({ id: recordId }),
  body: z.object({
    version: recordVersion,
    memberId: recordId.nullable(),
  }),
  answer: alert,
  status: 200,
});

export const claimAlert = endpoint({
  id: 'alerts.claim',
  method: 'POST',
  path: '/alerts/claims',
  summary:
    'Take up the most pressing alert that is nobody’s: urgent ones first, then by when they are due. Two people never get the same',
  caller: 'member',
  act: 'alerts.finish',
  once: true,
  body: z.object({ type: z.enum(alertTypes).optional() }),
  answer: z.object({ alert: alert.nullable() }),
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
    /** With `closed`; kept with the alert. With `escalated`: what should be looked at. */
    reason: optionalText({ max: 1000, multiline: true }),
    /** With `snoozed`: when it comes back. */
    snoozedUntil: instant.optional(),
  }),
  answer: alert,
  status: 200,
});

export const alertEndpoints = [listAlerts, readAlert, assignAlert, claimAlert, moveAlert];
