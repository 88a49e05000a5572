import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of the endpoints of source of funds and wealth. */
export const fundsLineHandlers = handlersIn(queries, commands);
