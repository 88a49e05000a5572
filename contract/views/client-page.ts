import { z } from 'zod';
import { listActivities } from '#contract/activities.ts';
import { listBusinessVerifications } from '#contract/business-verifications/business-verifications.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { listFundsLines } from '#contract/cdd/funds-lines.ts';
import { readClientGroup } from '#contract/clients/client-group.ts';
import { readClient, readClientHistory } from '#contract/clients/clients.ts';
import { listParties } from '#contract/clients/parties.ts';
import { listDocumentRequests } from '#contract/document-requests/document-requests.ts';
import { listDocuments } from '#contract/documents/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordId } from '#contract/fields.ts';
import { listVerifications } from '#contract/individual-verifications/individual-verifications.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { readClientMonitoring } from '#contract/monitoring/screenings.ts';
import { listClientPrivacyRequests } from '#contract/privacy/requests.ts';
import { listAssessments } from '#contract/risk/assessments.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { clientTabs } from '#rules/clients/client-tabs.ts';

/** What a tab shows, in the form of the endpoints that list it. */
const tabContent = z.discriminatedUnion('tab', [
  z.object({
    tab: z.literal('overview'),
    alerts: listAlerts.response,
    reviews: listReviews.response,
    privacyRequests: listClientPrivacyRequests.response,
  }),
  z.object({
    tab: z.literal('identity'),
    verifications: listVerifications.response,
    business: listBusinessVerifications.response,
  }),
  z.object({ tab: z.literal('people'), parties: listParties.response, group: readClientGroup.response }),
  z.object({
    tab: z.literal('risk'),
    assessments: listAssessments.response,
    funds: listFundsLines.response,
  }),
  z.object({ tab: z.literal('activities'), activities: listActivities.response }),
  z.object({
    tab: z.literal('documents'),
    requests: listDocumentRequests.response,
    documents: listDocuments.response,
  }),
  z.object({
    tab: z.literal('monitoring'),
    monitoring: readClientMonitoring.response,
    alerts: listAlerts.response,
    reviews: listReviews.response,
  }),
  z.object({ tab: z.literal('history'), history: readClientHistory.response }),
]);

/** Each cursor continues one list of a tab; other tabs ignore it. */
export const readClientPage = endpoint({
  id: 'clients.page',
  reads: { type: 'client', param: 'id' },
  method: 'GET',
  path: '/clients/:id/page',
  summary: 'Get a client, its CDD and a tab of its page',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: recordId }),
  query: z.object({
    tab: z.enum(clientTabs).default('overview'),
    verificationsBefore: recordId.optional(),
    kybBefore: recordId.optional(),
    parties: listParties.query.shape.state,
    partiesAfter: recordId.optional(),
    fundsAfter: recordId.optional(),
    requestsBefore: recordId.optional(),
    documentsBefore: recordId.optional(),
    screeningsBefore: recordId.optional(),
    before: readClientHistory.query.shape.before,
    asAt: readClientHistory.query.shape.asAt,
  }),
  response: z.object({
    client: readClient.response,
    diligence: readDiligence.response,
    content: tabContent,
  }),
  status: 200,
});
