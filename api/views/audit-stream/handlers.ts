import { createAuditStream, removeAuditStream, rotateAuditStreamSecret } from './commands.ts';
import { readAuditStream } from './queries.ts';

/** Handlers of the stream of audit events to a company’s SIEM. */
export const auditStreamHandlers = [
  readAuditStream,
  createAuditStream,
  rotateAuditStreamSecret,
  removeAuditStream,
] as const;
