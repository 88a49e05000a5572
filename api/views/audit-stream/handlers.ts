import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of the stream of audit events to a company’s SIEM. */
export const auditStreamHandlers = handlersIn(queries, commands);
