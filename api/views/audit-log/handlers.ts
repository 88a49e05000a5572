import { listAuditLog } from './log.ts';
import { exportAuditLog } from './log-export.ts';
import { readAuditKeys, verifyAuditLog } from './verification.ts';

/** Handlers for reading, exporting and verifying the audit log. */
export const auditHandlers = [listAuditLog, exportAuditLog, verifyAuditLog, readAuditKeys] as const;
