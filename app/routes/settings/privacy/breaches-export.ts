import { asMember } from '../../../session/session.server.ts';
import { streamBreaches } from './privacy-actions.server.ts';

/** The breach register as CSV. */
export const loader = asMember(streamBreaches);
