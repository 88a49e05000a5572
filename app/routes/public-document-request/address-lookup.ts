import { readPublicRequest } from '#contract/document-requests/public-document-request.ts';
import { addressLookup } from '../../address-lookup/address-service.server.ts';
import { lookupResponse } from '../../address-lookup/response.server.ts';
import { asRecipient } from './recipient.server.ts';

/** Address lookup of a document request's page, while its link is valid. */
export const loader = asRecipient(async ({ recipient, transactionId, url }) => {
  await recipient.call(readPublicRequest, {});
  return lookupResponse(addressLookup(), url, transactionId);
});
