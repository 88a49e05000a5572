import { z } from 'zod';
import { activityStatuses } from '#contract/activities.ts';
import { cappedCount, pageOf } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { cddStatus, instant, recordId, riskLevel } from '#contract/fields.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { recheckCauses } from '#rules/activities/activity-recheck.ts';
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

/** Activity to recheck: it started or was completed in a way that is no longer accepted, or changed after its assessment was approved. */
export const activityRecheck = z.object({
  activityId: recordId,
  reference: z.string(),
  name: z.string(),
  sanctions: sanctionsTag,
  status: z.enum(activityStatuses),
  riskLevel: riskLevel.nullable(),
  causes: z.array(z.enum(recheckCauses)),
  /** Since when. */
  dueAt: instant,
  /** The assignee. */
  responsibleName: z.string().nullable(),
});
export type ActivityRecheck = z.infer<typeof activityRecheck>;

const cursor = z.string().max(1000).optional();

export const listEvidenceGaps = endpoint({
  id: 'evidenceGaps.list',
  method: 'GET',
  path: '/evidence-gaps',
  summary:
    'List clients to be approved, because they were before evidence was required or are due again, and activities to recheck, high risk first, with the reasons and what is outstanding',
  caller: 'member',
  permission: 'records.read',
  query: z.object({
    clientsCursor: cursor,
    activitiesCursor: cursor,
    /** Rows of each list. */
    limit: z.coerce.number().int().min(1).max(50).default(25),
  }),
  response: z.object({
    clients: pageOf(evidenceGap),
    /** Clients formerly on the list that have since been approved on evidence. */
    approvedSince: cappedCount,
    activities: pageOf(activityRecheck),
  }),
  status: 200,
});
