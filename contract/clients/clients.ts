import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, namedRecord, recordId } from '#contract/fields.ts';
import { clientInput, clientUpdate } from './client-input.ts';
import { client, clientAsAt, clientEvent, clientFilters, clientPage, clientPeriod } from './client-record.ts';

const byId = z.object({ id: recordId });

export const listClients = endpoint({
  id: 'clients.list',
  method: 'GET',
  path: '/clients',
  summary: 'List clients with filters, search and sorting',
  caller: 'member',
  permission: 'records.read',
  query: clientFilters.extend({
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: clientPage,
  status: 200,
});

export const exportClients = endpoint({
  id: 'clients.export',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/clients/export',
  summary: 'Export filtered clients as CSV (UTF-8 with byte-order mark, formulas neutralised)',
  caller: 'member',
  permission: 'records.read',
  query: clientFilters,
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

export const createClient = endpoint({
  id: 'clients.create',
  method: 'POST',
  path: '/clients',
  summary: 'Create a client; likely duplicates must be confirmed first',
  caller: 'member',
  permission: 'records.write',
  once: true,
  body: clientInput,
  response: client,
  status: 201,
});

export const readClient = endpoint({
  id: 'clients.read',
  reads: { type: 'client', param: 'id' },
  method: 'GET',
  path: '/clients/:id',
  summary: 'Get a client',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  /** `onLegalHold` is returned only to members who may place or release a hold. */
  response: client.extend({
    onLegalHold: z.boolean().optional(),
    /** The client into which this one was merged. */
    mergedInto: namedRecord.nullable(),
    /** Clients that were merged into this one, by name. */
    mergedRecords: z.array(namedRecord),
  }),
  status: 200,
});

export const updateClient = endpoint({
  id: 'clients.update',
  method: 'PUT',
  path: '/clients/:id',
  summary:
    'Replace the details of a client. A stale version is rejected with the current record; a change of identity must be confirmed first',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: clientUpdate,
  response: client,
  status: 200,
});

export const readClientHistory = endpoint({
  id: 'clients.history',
  method: 'GET',
  path: '/clients/:id/history',
  summary:
    'List the changes to a client with actor and time, newest first, and what was on record from when until when',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  query: z.object({ before: z.coerce.number().int().min(1).optional(), asAt: calendarDate.optional() }),
  response: z.object({
    events: z.array(clientEvent),
    nextBefore: z.number().int().nullable(),
    /** By kind, then oldest first. */
    periods: z.array(clientPeriod),
    /** With `asAt`: values on record at the end of that day. */
    asAt: clientAsAt.nullable(),
  }),
  status: 200,
});
