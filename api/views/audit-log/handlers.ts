import { handlersIn } from '../../kernel/command/handler.ts';
import * as log from './log.ts';
import * as logExport from './log-export.ts';
import * as verification from './verification.ts';

/** Handlers for reading, csvExport and verifying the audit log. */
export const auditHandlers = handlersIn(log, logExport, verification);
