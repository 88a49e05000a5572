import { handlersIn } from '../../kernel/command/handler.ts';
import * as certificates from './certificates.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of legal holds and destruction. */
export const retentionHandlers = handlersIn(queries, commands, certificates);
