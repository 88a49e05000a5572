import { asMember } from '../../session.server.ts';
import { streamCertificates } from './retention.server.ts';

/** Every certificate of destruction as CSV. */
export const loader = asMember(streamCertificates);
