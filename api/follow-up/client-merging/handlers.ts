import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of merging two records of one client. */
export const clientMergingHandlers = handlersIn(queries, commands);
