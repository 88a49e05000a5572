import { asMember } from '../../../session/session.server.ts';
import { streamLawChange } from './law-changes.server.ts';

/** The clients affected by a change of the CDD rules as CSV. */
export const loader = asMember(streamLawChange);
