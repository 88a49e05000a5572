import { z } from 'zod';
import { mostTickedClients } from '#rules/client-batches.ts';
import { clientFilters } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { recordId } from './fields.ts';

/** The member who becomes responsible; null for nobody. */
const responsibleMemberId = recordId.nullable();

export const assignmentResult = z.object({
  changed: z.number().int(),
  /** Whose responsible member it was already. */
  unchanged: z.number().int(),
  notChanged: z.array(z.object({ id: recordId, name: z.string(), reason: z.string() })),
});
export type AssignmentResult = z.infer<typeof assignmentResult>;

export const assignClients = endpoint({
  id: 'clients.assign',
  method: 'POST',
  path: '/clients/assign',
  summary:
    'Make a member responsible for several clients, each unless its responsible member changed meanwhile',
  caller: 'member',
  act: 'records.write',
  once: true,
  body: z.object({
    responsibleMemberId,
    clients: z
      .array(
        z.object({
          id: recordId,
          /** Who was responsible when whoever asks looked. */
          shownResponsibleMemberId: recordId.nullable(),
        }),
        { error: 'Tick at least one client' },
      )
      .min(1, { error: 'Tick at least one client' })
      .max(mostTickedClients, { error: `Tick at most ${mostTickedClients} clients` }),
  }),
  answer: assignmentResult,
  status: 200,
});

export const assignFilteredClients = endpoint({
  id: 'clients.assignFiltered',
  method: 'POST',
  path: '/clients/assign-filtered',
  summary: 'Make a member responsible for every client of a filter, in short batches; safe to ask for again',
  caller: 'member',
  act: 'records.write',
  body: z.object({
    responsibleMemberId,
    filters: clientFilters,
    /** How many clients whoever asks was told that the filter has: more than these are not touched. */
    shownTotal: z.number().int().min(0),
  }),
  answer: assignmentResult,
  status: 200,
});
