import { addressLookup } from '../address-lookup/address-service.server.ts';
import { lookupResponse } from '../address-lookup/response.server.ts';
import { asMember } from '../session/session.server.ts';

/** Address lookup for members. The API is asked first, so that it ends with the session. */
export const loader = asMember(async ({ url, user, me }) => {
  await me();
  return lookupResponse(addressLookup(), url, user.userId);
});
