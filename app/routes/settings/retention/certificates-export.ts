import { asMember } from '../../../session/session.server.ts';
import { streamCertificates } from './retention.server.ts';

/** All destruction certificates as CSV. */
export const loader = asMember(streamCertificates);
