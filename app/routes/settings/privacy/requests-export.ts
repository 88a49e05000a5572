import { asMember } from '../../../session/session.server.ts';
import { streamRequests } from './privacy-actions.server.ts';

/** Requests for access and correction as CSV. */
export const loader = asMember(streamRequests);
