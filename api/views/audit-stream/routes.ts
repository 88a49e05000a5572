import { readAuditStream } from '#contract/platform/audit-stream.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import {
  type AuditStreamDeps,
  createAuditStream,
  removeAuditStream,
  rotateAuditStreamSecret,
} from './commands.ts';
import { getStream } from './queries.ts';

/** Handlers of the stream of audit events to a company’s SIEM. */
export function auditStreamRoutes(deps: AuditStreamDeps): Binding[] {
  return [
    bind(readAuditStream, (_input, caller) => getStream(deps, caller)),
    createAuditStream.bind(deps),
    rotateAuditStreamSecret.bind(deps),
    removeAuditStream.bind(deps),
  ];
}
