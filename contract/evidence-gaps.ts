import { z } from 'zod';
import { cddStatuses, clientStatuses, riskLevels } from '#rules/clients/client-types.ts';
import { cappedCount } from './client-record.ts';
import { endpoint } from './endpoint.ts';
import { recordId } from './fields.ts';
import { sanctionsTag } from './sanctions.ts';

/** A client that is verified, active or dormant although its CDD was never approved on evidence. */
export const evidenceGap = z.object({
  clientId: recordId,
  name: z.string(),
  sanctions: sanctionsTag,
  status: z.enum(clientStatuses),
  cddStatus: z.enum(cddStatuses),
  riskLevel: z.enum(riskLevels).nullable(),
  responsibleName: z.string().nullable(),
  /** What the rules want and the record does not hold, in the words of the client's page. */
  outstanding: z.array(z.string()),
});
export type EvidenceGap = z.infer<typeof evidenceGap>;

export const listEvidenceGaps = endpoint({
  id: 'evidenceGaps.list',
  method: 'GET',
  path: '/evidence-gaps',
  summary:
    'List clients that were verified or activated before evidence was required, high risk first, with what is outstanding',
  caller: 'member',
  permission: 'records.read',
  query: z.object({
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(25),
  }),
  response: z.object({
    items: z.array(evidenceGap),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
    total: cappedCount,
    /** Clients that were among them and have been approved on evidence since. */
    approvedSince: cappedCount,
  }),
  status: 200,
});
