import { addressLookup } from '../address-lookup/address-service.server.ts';
import { lookupResponse } from '../address-lookup/response.server.ts';
import { asMember } from '../session/session.server.ts';

/** Address lookup for members. */
export const loader = asMember(({ url, user }) => lookupResponse(addressLookup(), url, user.userId));
