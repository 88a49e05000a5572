import { z } from 'zod';
import { recheckCauses } from '#rules/activities/activity-recheck.ts';
import { activityStatuses } from './activities.ts';
import { cappedCount } from './clients/client-record.ts';
import { endpoint } from './endpoint.ts';
import { instant, recordId, riskLevel } from './fields.ts';
import { sanctionsTag } from './sanctions.ts';

/** Activity to be rechecked: it holds by what no decision is made on any more, or changed after its assessment was approved. */
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
  /** The member to whom it is assigned. */
  responsibleName: z.string().nullable(),
});
export type ActivityRecheck = z.infer<typeof activityRecheck>;

export const listActivityRechecks = endpoint({
  id: 'activityRechecks.list',
  method: 'GET',
  path: '/activity-rechecks',
  summary: 'List activities to recheck, high risk first, with the reasons and who is responsible',
  caller: 'member',
  permission: 'records.read',
  query: z.object({
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(25),
  }),
  response: z.object({
    items: z.array(activityRecheck),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
    total: cappedCount,
  }),
  status: 200,
});
