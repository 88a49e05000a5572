import { readPublicRequest } from '#contract/public-document-requests.ts';
import { lookupAnswer } from '../../address-lookup-answer.server.ts';
import { addressLookup } from '../../address-lookup-service.server.ts';
import { asRecipient } from './recipient.server.ts';

/** The address look-up of a document request's page: for as long as its link is live, and no longer. */
export const loader = asRecipient(async ({ recipient, url }) => {
  await recipient.call(readPublicRequest, {});
  return lookupAnswer(addressLookup(), url);
});
