import { exportAuditLog, listAuditLog, verifyAuditLog } from '#contract/audit.ts';
import { verifyPart } from '../../kernel/audit/verify-part.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { type AuditLogDeps, readAuditLog } from './log.ts';
import { exportLog } from './log-export.ts';

/** Handlers for reading, exporting and verifying the audit log. */
export function auditRoutes(deps: AuditLogDeps): Binding[] {
  const { db, auditKey, pastAuditKeys = [] } = deps;
  return [
    bind(listAuditLog, ({ query }, caller) => readAuditLog(deps, caller, query)),
    bind(exportAuditLog, ({ query }, caller) => exportLog(deps, caller, query)),
    bind(verifyAuditLog, ({ query }, { company }) =>
      verifyPart({ db, auditKeys: [auditKey, ...pastAuditKeys] }, company.id, query.after),
    ),
  ];
}
