import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { recordId } from '#contract/fields.ts';
import { maxSelectedClients } from '#rules/clients/client-batches.ts';
import { clientFilters } from './client-record.ts';

/** New relationship owner; null for unassigned. */
const responsibleMemberId = recordId.nullable();

export const assignmentResult = z.object({
  changed: z.number().int(),
  /** Clients that already had this relationship owner. */
  unchanged: z.number().int(),
  notChanged: z.array(z.object({ id: recordId, name: z.string(), reason: z.string() })),
});
export type AssignmentResult = z.infer<typeof assignmentResult>;

export const assignClients = endpoint({
  id: 'clients.bulkAssign',
  method: 'POST',
  path: '/clients/bulk-assign',
  summary: 'Set the relationship owner of several clients, except those whose owner changed in the meantime',
  caller: 'member',
  permission: 'records.write',
  once: true,
  body: z.object({
    responsibleMemberId,
    clients: z
      .array(
        z.object({
          id: recordId,
          /** Relationship owner as seen by the caller. */
          expectedResponsibleMemberId: recordId.nullable(),
        }),
        { error: 'Select at least one client' },
      )
      .min(1, { error: 'Select at least one client' })
      .max(maxSelectedClients, { error: `Select at most ${maxSelectedClients} clients` }),
  }),
  response: assignmentResult,
  status: 200,
});

export const assignFilteredClients = endpoint({
  id: 'clients.bulkAssignByFilter',
  method: 'POST',
  path: '/clients/bulk-assign-by-filter',
  summary: 'Set the relationship owner of every client of a filter, in short batches; safe to repeat',
  caller: 'member',
  permission: 'records.write',
  body: z.object({
    responsibleMemberId,
    filters: clientFilters,
    /** Number of clients shown to the caller. If the filter now finds more, nothing is changed. */
    confirmedTotal: z.number().int().min(0),
  }),
  response: assignmentResult,
  status: 200,
});
