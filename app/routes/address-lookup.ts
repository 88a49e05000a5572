import { lookupAnswer } from '../address-lookup-answer.server.ts';
import { addressLookup } from '../address-lookup-service.server.ts';
import { asMember } from '../session.server.ts';

/** The look-up for members. */
export const loader = asMember(({ url }) => lookupAnswer(addressLookup(), url));
