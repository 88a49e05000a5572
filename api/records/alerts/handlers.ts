import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of the alert endpoints. */
export const alertHandlers = handlersIn(queries, commands);
