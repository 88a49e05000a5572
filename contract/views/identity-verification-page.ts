import { z } from 'zod';
import { listDocuments } from '#contract/documents/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordId } from '#contract/fields.ts';
import { readVerification } from '#contract/individual-verifications/individual-verifications.ts';
import { identityVerificationTabs } from '#rules/verification-pages/identity-tabs.ts';

/** What a tab lists besides the verification, in the form of the endpoints that list it. */
const tabContent = z.discriminatedUnion('tab', [
  z.object({ tab: z.enum(['evidence', 'submitted', 'rules', 'history']) }),
  z.object({ tab: z.literal('documents'), documents: listDocuments.response }),
]);

/** The cursor continues the documents; other tabs ignore it. */
export const readIdentityVerificationPage = endpoint({
  id: 'individualVerifications.page',
  reads: { type: 'individualVerification', param: 'id' },
  method: 'GET',
  path: '/individual-verifications/:id/page',
  summary: 'Get an identity verification and a tab of its page',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: recordId }),
  query: z.object({
    tab: z.enum(identityVerificationTabs).default('evidence'),
    documentsBefore: recordId.optional(),
  }),
  response: z.object({ verification: readVerification.response, content: tabContent }),
  status: 200,
});
