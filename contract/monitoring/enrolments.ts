import { z } from 'zod';
import { cappedCount, clientFilters } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, instant, recordId, recordVersion } from '#contract/fields.ts';
import { maxSelectedClients } from '#rules/clients/client-batches.ts';

const byId = z.object({ id: recordId });

/** Worklist id. */
export const worklistId = z.coerce
  .number({ error: 'Select a worklist' })
  .int({ error: 'Select a worklist' })
  .min(1, { error: 'Select a worklist' })
  .max(2_147_483_647, { error: 'Select a worklist' });

export const enrolment = z.object({
  id: recordId,
  version: z.number().int(),
  clientId: recordId,
  clientName: z.string(),
  worklistId: z.number().int(),
  worklistName: z.string(),
  status: z.enum(['active', 'paused', 'ended']),
  /** Why monitoring is paused: manually, or because the company has no subscription or is restricted. */
  pausedReason: z.enum(['manual', 'subscription', 'restricted']).nullable(),
  pausedSince: instant.nullable(),
  enrolledAt: instant,
  lastScreenedAt: instant.nullable(),
  /** Next run by the company's calendar; null if paused or ended. */
  nextRunOn: calendarDate.nullable(),
  endedReason: z.enum(['manual', 'relationshipEnded', 'moved']).nullable(),
});
export type Enrolment = z.infer<typeof enrolment>;

export const listEnrolments = endpoint({
  id: 'enrolments.list',
  method: 'GET',
  path: '/worklists/:id/enrolments',
  summary: 'List the clients enrolled in a worklist, and since when',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: worklistId }),
  query: z.object({
    status: z.enum(['active', 'paused']).optional(),
    /** Client id of the last enrolment of the previous page. */
    after: recordId.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ items: z.array(enrolment), nextAfter: recordId.nullable(), total: cappedCount }),
  status: 200,
});

export const enrolClient = endpoint({
  id: 'clients.enrol',
  method: 'POST',
  path: '/clients/:id/enrolment',
  summary: 'Enrol a client in a worklist (moves it from any other)',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: z.object({ worklistId }),
  response: enrolment,
  status: 201,
});

export const transitionEnrolment = endpoint({
  id: 'enrolments.transition',
  method: 'POST',
  path: '/enrolments/:id/transitions',
  summary: 'Pause, resume or end an enrolment',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: z.object({ version: recordVersion, to: z.enum(['active', 'paused', 'ended']) }),
  response: enrolment,
  status: 200,
});

export const enrolmentResult = z.object({
  enrolled: z.number().int(),
  /** Clients already enrolled in it. */
  unchanged: z.number().int(),
  /** Clients that cannot be enrolled, because the relationship has ended or was declined. */
  notEnrolled: z.array(z.object({ id: recordId, name: z.string(), reason: z.string() })),
});
export type EnrolmentResult = z.infer<typeof enrolmentResult>;

export const enrolClients = endpoint({
  id: 'clients.bulkEnrol',
  method: 'POST',
  path: '/clients/bulk-enrol',
  summary: 'Enrol several clients in a worklist',
  caller: 'member',
  permission: 'records.write',
  once: true,
  body: z.object({
    worklistId,
    clientIds: z
      .array(recordId, { error: 'Select at least one client' })
      .min(1, { error: 'Select at least one client' })
      .max(maxSelectedClients, { error: `Select at most ${maxSelectedClients} clients` }),
  }),
  response: enrolmentResult,
  status: 200,
});

export const enrolFilteredClients = endpoint({
  id: 'clients.bulkEnrolByFilter',
  method: 'POST',
  path: '/clients/bulk-enrol-by-filter',
  summary: 'Enrol every client of a filter in a worklist, in short batches; safe to repeat',
  caller: 'member',
  permission: 'records.write',
  body: z.object({
    worklistId,
    filters: clientFilters,
    /** Number of clients shown to the caller. If the filter now finds more, nothing is changed. */
    confirmedTotal: z.number().int().min(0),
  }),
  response: enrolmentResult,
  status: 200,
});
