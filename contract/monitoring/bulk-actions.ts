import { z } from 'zod';
import { clientFilters } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, instant, namedRecord, recordId, requiredText } from '#contract/fields.ts';
import { maxSelectedClients } from '#rules/clients/client-batches.ts';
import { worklistId } from './enrolments.ts';

/** What a bulk action does to each client. */
export const bulkAct = z.discriminatedUnion('kind', [
  /** Sets the relationship owner; null for unassigned. */
  z.object({ kind: z.literal('assign'), memberId: recordId.nullable() }),
  /** Enrols in a worklist, which screens at once. */
  z.object({ kind: z.literal('screen'), worklistId }),
  /** Starts onboarding of drafts. */
  z.object({ kind: z.literal('startOnboarding') }),
  /** Schedules a review. */
  z.object({
    kind: z.literal('startReview'),
    dueOn: calendarDate,
    cause: requiredText('Enter why these clients are reviewed', { max: 500 }),
  }),
]);
export type BulkAct = z.infer<typeof bulkAct>;

export const bulkItemStates = ['waiting', 'done', 'unchanged', 'refused'] as const;

export const bulkAction = z.object({
  id: recordId,
  version: z.number().int(),
  act: z.object({
    kind: z.enum(['assign', 'screen', 'startOnboarding', 'startReview', 'restoreOwner']),
    /** Member, worklist or day that the act names; null if it names none. */
    target: z.string().nullable(),
  }),
  status: z.enum(['running', 'done', 'stopped']),
  /** Why it was stopped, if no person did. */
  stoppedBecause: z.string().nullable(),
  total: z.number().int(),
  counts: z.object({
    waiting: z.number().int(),
    done: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
  }),
  undoes: recordId.nullable(),
  undoneBy: recordId.nullable(),
  mayUndo: z.boolean(),
  createdAt: instant,
  createdBy: namedRecord,
  endedAt: instant.nullable(),
});
export type BulkAction = z.infer<typeof bulkAction>;

const byId = z.object({ id: recordId });
const shared = { caller: 'member', permission: 'records.write', response: bulkAction } as const;

export const listBulkActions = endpoint({
  id: 'bulkActions.list',
  method: 'GET',
  path: '/bulk-actions',
  summary: 'List the twenty newest bulk actions',
  caller: 'member',
  permission: 'records.read',
  response: z.object({ actions: z.array(bulkAction) }),
  status: 200,
});

export const startBulkAction = endpoint({
  ...shared,
  id: 'bulkActions.start',
  method: 'POST',
  path: '/bulk-actions',
  summary:
    'Start a bulk action on selected clients, or on all clients of a filter. It runs in the background, at most five at a time',
  once: true,
  body: z
    .object({
      act: bulkAct,
      clientIds: z
        .array(recordId)
        .min(1, { error: 'Select at least one client' })
        .max(maxSelectedClients, { error: `Select at most ${maxSelectedClients} clients` })
        .optional(),
      filters: clientFilters.optional(),
      /** Clients shown to the caller. If the filter finds more now, nothing is started. */
      confirmedTotal: z.number().int().min(0).optional(),
    })
    .superRefine(({ clientIds, filters, confirmedTotal }, context) => {
      if ((clientIds === undefined) !== (filters !== undefined && confirmedTotal !== undefined)) {
        const message = 'Select clients, or confirm the number of clients of a filter';
        context.addIssue({ code: 'custom', path: ['clientIds'], message });
      }
    }),
  status: 201,
});

export const readBulkAction = endpoint({
  ...shared,
  id: 'bulkActions.read',
  method: 'GET',
  path: '/bulk-actions/:id',
  permission: 'records.read',
  summary: 'Get a bulk action and its progress',
  params: byId,
  status: 200,
});

export const bulkItem = z.object({
  number: z.number().int(),
  clientId: recordId,
  /** Null if the client was destroyed since. */
  name: z.string().nullable(),
  state: z.enum(bulkItemStates),
  /** Why it was refused, or was left unchanged. */
  reason: z.string().nullable(),
});

export const listBulkItems = endpoint({
  id: 'bulkActions.items',
  method: 'GET',
  path: '/bulk-actions/:id/items',
  summary: 'List the clients of a bulk action with their outcomes',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  query: z.object({
    state: z.enum(bulkItemStates).optional(),
    after: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ items: z.array(bulkItem), nextAfter: z.number().int().nullable() }),
  status: 200,
});

export const stopBulkAction = endpoint({
  ...shared,
  id: 'bulkActions.stop',
  method: 'POST',
  path: '/bulk-actions/:id/stop',
  summary: 'Stop a bulk action. What is done stays done',
  params: byId,
  once: true,
  body: z.object({}),
  status: 200,
});

export const undoBulkAction = endpoint({
  ...shared,
  id: 'bulkActions.undo',
  method: 'POST',
  path: '/bulk-actions/:id/undo',
  summary: 'Start a bulk action that restores the former relationship owners',
  params: byId,
  once: true,
  body: z.object({}),
  status: 201,
});
