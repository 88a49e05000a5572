import { exportAuditLog, listAuditLog, readAuditKeys, verifyAuditLog } from '#contract/platform/audit.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { type AuditLogDeps, readAuditLog } from './log.ts';
import { exportLog } from './log-export.ts';
import { verifyLog } from './verification.ts';

const handler = handlersFor<AuditLogDeps>();

/** Handlers for reading, exporting and verifying the audit log. */
export const auditHandlers = [
  handler(listAuditLog, (deps, { query }, caller) => readAuditLog(deps, caller, query)),
  handler(exportAuditLog, (deps, { query }, caller) => exportLog(deps, caller, query)),
  handler(verifyAuditLog, (deps, { query }, caller) => verifyLog(deps, caller, query)),
  handler(readAuditKeys, async ({ signingKeys }) => ({
    keys: [...signingKeys.publicKeys.values()].map(({ id, publicKey }) => ({
      id,
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })),
  })),
] as const;
