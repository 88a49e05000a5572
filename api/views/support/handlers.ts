import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of platform admins’ access to client records, with the company’s consent. */
export const supportHandlers = handlersIn(queries, commands);
