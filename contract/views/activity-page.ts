import { z } from 'zod';
import { readActivity, readActivityHistory } from '#contract/activities.ts';
import { listActivityFundsLines } from '#contract/cdd/funds-lines.ts';
import { listMembers } from '#contract/company/accounts.ts';
import { listDocuments } from '#contract/documents/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordId } from '#contract/fields.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { listAssessments } from '#contract/risk/assessments.ts';
import { activityTabs } from '#rules/activities/activity-tabs.ts';

/** What a tab shows, in the form of the endpoints that list it. */
const tabContent = z.discriminatedUnion('tab', [
  z.object({ tab: z.literal('overview'), alerts: listAlerts.response }),
  z.object({ tab: z.literal('parties') }),
  z.object({
    tab: z.literal('risk'),
    assessments: listAssessments.response,
    funds: listActivityFundsLines.response,
  }),
  z.object({ tab: z.literal('documents'), documents: listDocuments.response }),
  z.object({
    tab: z.literal('history'),
    history: readActivityHistory.response,
    /** The names behind the ids in the events. */
    members: listMembers.response.shape.members,
  }),
]);

/** Each cursor continues one list of a tab; other tabs ignore it. */
export const readActivityPage = endpoint({
  id: 'activities.page',
  reads: { type: 'activity', param: 'id' },
  method: 'GET',
  path: '/activities/:id/page',
  summary: 'Get an activity and a tab of its page',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: recordId }),
  query: z.object({
    tab: z.enum(activityTabs).default('overview'),
    documentsBefore: recordId.optional(),
    before: readActivityHistory.query.shape.before,
  }),
  response: z.object({ activity: readActivity.response, content: tabContent }),
  status: 200,
});
