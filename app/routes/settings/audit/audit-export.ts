import { asMember } from '../../../session/session.server.ts';
import { streamAuditLog } from './audit.server.ts';

/** The filtered audit log as CSV. */
export const loader = asMember(streamAuditLog);
