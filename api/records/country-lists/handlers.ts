import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Country lists used by scores and rules. */
export const countryListHandlers = handlersIn(queries, commands);
