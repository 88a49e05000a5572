import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of the saved view endpoints. */
export const savedViewHandlers = handlersIn(queries, commands);
