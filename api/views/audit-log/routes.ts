import { exportAuditLog, listAuditLog, readAuditKeys, verifyAuditLog } from '#contract/platform/audit.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { type AuditLogDeps, readAuditLog } from './log.ts';
import { exportLog } from './log-export.ts';
import { verifyLog } from './verification.ts';

/** Handlers for reading, exporting and verifying the audit log. */
export function auditRoutes(deps: AuditLogDeps): Binding[] {
  const { signingKeys } = deps;
  return [
    bind(listAuditLog, ({ query }, caller) => readAuditLog(deps, caller, query)),
    bind(exportAuditLog, ({ query }, caller) => exportLog(deps, caller, query)),
    bind(verifyAuditLog, ({ query }, caller) => verifyLog(deps, caller, query)),
    bind(readAuditKeys, async () => ({
      keys: [...signingKeys.publicKeys.values()].map(({ id, publicKey }) => ({
        id,
        publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      })),
    })),
  ];
}
