import { asMember } from '../../session.server.ts';
import { streamAuditLog } from './audit.server.ts';

/** The audit log of the view's filter as CSV. */
export const loader = asMember(streamAuditLog);
