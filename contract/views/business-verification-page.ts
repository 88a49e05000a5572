import { z } from 'zod';
import {
  readBusinessVerification,
  readBusinessVerificationHistory,
} from '#contract/business-verifications/business-verifications.ts';
import { readExpansionCost } from '#contract/business-verifications/ownership-endpoints.ts';
import { listDocuments } from '#contract/documents/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordId } from '#contract/fields.ts';
import { businessVerificationTabs } from '#rules/verification-pages/business-tabs.ts';

/** What a tab shows besides the verification, in the form of the endpoints that list it. */
const tabContent = z.discriminatedUnion('tab', [
  z.object({ tab: z.enum(['register', 'people']) }),
  /** Null unless `layers` are chosen. */
  z.object({ tab: z.literal('ownership'), cost: readExpansionCost.response.nullable() }),
  z.object({ tab: z.literal('documents'), documents: listDocuments.response }),
  z.object({ tab: z.literal('history'), history: readBusinessVerificationHistory.response }),
]);

/** Each cursor continues one list of a tab; other tabs ignore it. */
export const readBusinessVerificationPage = endpoint({
  id: 'businessVerifications.page',
  reads: { type: 'businessVerification', param: 'id' },
  method: 'GET',
  path: '/business-verifications/:id/page',
  summary: 'Get a business verification and a tab of its page',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: recordId }),
  query: z.object({
    tab: z.enum(businessVerificationTabs).default('register'),
    layers: readExpansionCost.query.shape.layers.optional(),
    documentsBefore: recordId.optional(),
    before: readBusinessVerificationHistory.query.shape.before,
  }),
  response: z.object({ verification: readBusinessVerification.response, content: tabContent }),
  status: 200,
});
