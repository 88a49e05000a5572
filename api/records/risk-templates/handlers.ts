import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Risk assessment templates. */
export const templateHandlers = handlersIn(queries, commands);
