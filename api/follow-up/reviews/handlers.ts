import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of the review endpoints. */
export const reviewHandlers = handlersIn(queries, commands);
