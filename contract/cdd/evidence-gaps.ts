import { z } from 'zod';
import { cappedCount } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { cddStatus, recordId, riskLevel } from '#contract/fields.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { clientStatuses } from '#rules/clients/client-types.ts';

/** Verified, active or dormant client whose CDD was never approved on evidence. */
export const evidenceGap = z.object({
  clientId: recordId,
  name: z.string(),
  sanctions: sanctionsTag,
  status: z.enum(clientStatuses),
  cddStatus: cddStatus,
  riskLevel: riskLevel.nullable(),
  responsibleName: z.string().nullable(),
  /** Outstanding requirements, worded as on the client's page. */
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
    /** Clients formerly on the list that have since been approved on evidence. */
    approvedSince: cappedCount,
  }),
  status: 200,
});
