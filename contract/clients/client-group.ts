import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, cddStatus, namedRecord, partyRole, recordId, riskLevel } from '#contract/fields.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { clientStatuses } from '#rules/clients/client-types.ts';

const groupClient = z.object({
  id: recordId,
  name: z.string(),
  kind: z.enum(['individual', 'business']),
  status: z.enum(clientStatuses),
  riskLevel: riskLevel.nullable(),
  cddStatus,
  nextReviewDueOn: calendarDate.nullable(),
  sanctions: sanctionsTag,
  /** Its roles for `of`; with `isReverse`, the roles of `of` for it. */
  relation: z.object({ roles: z.array(partyRole), of: namedRecord, isReverse: z.boolean() }),
});
export type GroupClient = z.infer<typeof groupClient>;

export const readClientGroup = endpoint({
  id: 'clients.group',
  method: 'GET',
  path: '/clients/:id/group',
  summary: 'List the clients connected with a client by current related parties, nearest first',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: recordId }),
  response: z.object({
    clients: z.array(groupClient),
    /** Whether more are connected than are listed. */
    hasMore: z.boolean(),
  }),
  status: 200,
});
