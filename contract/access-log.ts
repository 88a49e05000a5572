import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, namedRecord, recordId } from './fields.ts';
import { openedTypes } from './opened-types.ts';

/** Access log filters. An omitted filter does not restrict. */
export const accessFilters = z.object({
  /** A member's id. */
  who: recordId.optional(),
  kind: z.enum(openedTypes, { error: 'Select a record type from the list' }).optional(),
  /** Id of a single record. */
  record: recordId.optional(),
  /** First and last day, in the company's time zone. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type AccessFilters = z.infer<typeof accessFilters>;

export const listAccessLog = endpoint({
  id: 'accessLog.list',
  method: 'GET',
  path: '/access-log',
  summary: 'List who opened which client, activity, document or verification, newest first',
  caller: 'member',
  permission: 'auditLog.read',
  query: accessFilters.extend({ before: recordId.optional() }),
  response: z.object({
    events: z.array(
      z.object({
        id: recordId,
        at: instant,
        member: namedRecord,
        /** Role at the time, e.g. `owner`. */
        role: z.string(),
        type: z.enum(openedTypes),
        recordId,
        /** Name of the record, if it has one and still exists. */
        name: z.string().nullable(),
        session: z.string().nullable(),
        /** IP address. */
        address: z.string(),
      }),
    ),
    nextBefore: recordId.nullable(),
    /** Options of the filter. */
    people: z.array(namedRecord),
  }),
  status: 200,
});
