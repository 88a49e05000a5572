import { z } from 'zod';
import { mostTickedClients } from '#rules/client-batches.ts';
import { cappedCount, clientFilters } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, recordId, recordVersion } from './fields.ts';

const byId = z.object({ id: recordId });

/** A worklist's number. */
export const worklistId = z.coerce
  .number({ error: 'Choose a worklist' })
  .int({ error: 'Choose a worklist' })
  .min(1, { error: 'Choose a worklist' })
  .max(2_147_483_647, { error: 'Choose a worklist' });

export const enrolment = z.object({
  id: recordId,
  version: z.number().int(),
  clientId: recordId,
  clientName: z.string(),
  worklistId: z.number().int(),
  worklistName: z.string(),
  status: z.enum(['active', 'paused', 'ended']),
  /** Why nothing runs for it now: paused by hand, or the company has no subscription or is restricted. */
  pausedReason: z.enum(['manual', 'subscription', 'restricted']).nullable(),
  pausedSince: instant.nullable(),
  enrolledAt: instant,
  lastScreenedAt: instant.nullable(),
  /** The company’s day; null while paused or ended. */
  nextRunOn: calendarDate.nullable(),
  endedReason: z.enum(['manual', 'relationshipEnded', 'moved']).nullable(),
});
export type Enrolment = z.infer<typeof enrolment>;

export const listEnrolments = endpoint({
  id: 'enrolments.list',
  method: 'GET',
  path: '/worklists/:id/enrolments',
  summary: 'Clients that a worklist watches, and since when',
  caller: 'member',
  act: 'records.read',
  params: z.object({ id: worklistId }),
  query: z.object({
    status: z.enum(['active', 'paused']).optional(),
    /** The client of the last one seen. */
    after: recordId.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ items: z.array(enrolment), nextAfter: recordId.nullable(), total: cappedCount }),
  status: 200,
});

export const enrolClient = endpoint({
  id: 'clients.enrol',
  method: 'POST',
  path: '/clients/:id/enrolment',
  summary: 'Have a worklist watch a client; one that another watches is moved',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: byId,
  body: z.object({ worklistId }),
  answer: enrolment,
  status: 201,
});

export const moveEnrolment = endpoint({
  id: 'enrolments.move',
  method: 'POST',
  path: '/enrolments/:id/moves',
  summary: 'Pause, resume or end the watching of a client',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: byId,
  body: z.object({ version: recordVersion, to: z.enum(['active', 'paused', 'ended']) }),
  answer: enrolment,
  status: 200,
});

export const enrolmentResult = z.object({
  enrolled: z.number().int(),
  /** Whom the worklist watched already. */
  unchanged: z.number().int(),
  /** Whom nobody watches, because the relationship has ended or was declined. */
  notEnrolled: z.array(z.object({ id: recordId, name: z.string(), reason: z.string() })),
});
export type EnrolmentResult = z.infer<typeof enrolmentResult>;

export const enrolClients = endpoint({
  id: 'clients.enrolTicked',
  method: 'POST',
  path: '/clients/enrol',
  summary: 'Have a worklist watch several clients',
  caller: 'member',
  act: 'records.write',
  once: true,
  body: z.object({
    worklistId,
    clientIds: z
      .array(recordId, { error: 'Tick at least one client' })
      .min(1, { error: 'Tick at least one client' })
      .max(mostTickedClients, { error: `Tick at most ${mostTickedClients} clients` }),
  }),
  answer: enrolmentResult,
  status: 200,
});

export const enrolFilteredClients = endpoint({
  id: 'clients.enrolFiltered',
  method: 'POST',
  path: '/clients/enrol-filtered',
  summary: 'Have a worklist watch every client of a filter, in short batches; safe to ask for again',
  caller: 'member',
  act: 'records.write',
  body: z.object({
    worklistId,
    filters: clientFilters,
    /** How many clients whoever asks was told that the filter has: more than these are not touched. */
    shownTotal: z.number().int().min(0),
  }),
  answer: enrolmentResult,
  status: 200,
});

export const enrolmentEndpoints = [
  listEnrolments,
  enrolClient,
  moveEnrolment,
  enrolClients,
  enrolFilteredClients,
];
