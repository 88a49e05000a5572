import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { recordId, recordVersion, requiredText } from '#contract/fields.ts';
import { mergeFieldKeys } from '#rules/client-merging/merging.ts';

const byId = z.object({ id: recordId });

export const listDuplicates = endpoint({
  id: 'clients.duplicates',
  method: 'GET',
  path: '/clients/:id/duplicates',
  summary: 'List likely duplicates of a client, the likeliest first, with reasons',
  caller: 'member',
  permission: 'clients.merge',
  params: byId,
  response: z.object({
    duplicates: z.array(
      z.object({ id: recordId, name: z.string(), detail: z.string(), reasons: z.array(z.string()) }),
    ),
  }),
  status: 200,
});

export const previewMerge = endpoint({
  id: 'clients.mergePreview',
  reads: { type: 'client', param: 'id' },
  method: 'GET',
  path: '/clients/:id/merge/:mergedId',
  summary:
    'Preview merging a client (mergedId) into another one (id): problems, what moves, and consequences',
  caller: 'member',
  permission: 'clients.merge',
  params: byId.extend({ mergedId: recordId }),
  response: z.object({
    /** Why they cannot be merged this way; empty if they can. */
    problems: z.array(z.string()),
    /** The other way round is better: that record is further on, has the stronger evidence, or is older. */
    otherWayIsBetter: z.boolean(),
    /** Records that move, such as "3 documents". */
    moves: z.array(z.string()),
    /** What follows, besides the records that move; for the preselected details. */
    consequences: z.array(z.string()),
  }),
  status: 200,
});

export const mergeClients = endpoint({
  id: 'clients.merge',
  method: 'POST',
  path: '/clients/:id/merge',
  summary:
    'Merge another client into this one. It cannot be undone: the merged client stays readable, with its history, and is no longer changed',
  caller: 'member',
  permission: 'clients.merge',
  once: true,
  params: byId,
  body: z.object({
    version: recordVersion,
    mergedId: recordId,
    mergedVersion: recordVersion,
    /** Details whose value is that of the merged client; all others stay as they are. Names and tags are joined. */
    taken: z
      .array(z.enum(mergeFieldKeys as [string, ...string[]]))
      .max(40)
      .default([]),
    reason: requiredText('Enter a reason', { max: 1000, multiline: true }),
  }),
  response: z.object({ id: recordId, name: z.string(), mergedId: recordId, mergedName: z.string() }),
  status: 200,
});
