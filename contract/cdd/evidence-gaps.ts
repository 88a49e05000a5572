import { z } from 'zod';
import { cappedCount } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { cddStatus, recordId, riskLevel } from '#contract/fields.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { approvalListReasons, refreshCauses } from '#rules/clients/client-refresh.ts';
import { clientStatuses } from '#rules/clients/client-types.ts';

/** Client to be approved: verified, active or dormant and never approved on evidence, or approved and due again. */
export const evidenceGap = z.object({
  clientId: recordId,
  name: z.string(),
  sanctions: sanctionsTag,
  status: z.enum(clientStatuses),
  cddStatus: cddStatus,
  riskLevel: riskLevel.nullable(),
  why: z.enum(approvalListReasons),
  /** What made CDD due again. */
  causes: z.array(z.enum(refreshCauses)),
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
    'List clients to be approved, because they were before evidence was required or are due again, high risk first, with what is outstanding',
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
