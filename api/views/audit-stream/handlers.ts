import { readAuditStream } from '#contract/platform/audit-stream.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import {
  type AuditStreamDeps,
  createAuditStream,
  removeAuditStream,
  rotateAuditStreamSecret,
} from './commands.ts';
import { getStream } from './queries.ts';

const handler = handlersFor<AuditStreamDeps>();

/** Handlers of the stream of audit events to a company’s SIEM. */
export const auditStreamHandlers = [
  handler(readAuditStream, (deps, _input, caller) => getStream(deps, caller)),
  createAuditStream,
  rotateAuditStreamSecret,
  removeAuditStream,
] as const;
