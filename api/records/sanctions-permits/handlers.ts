import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Permits that lift a sanctions prohibition. */
export const sanctionsPermitHandlers = handlersIn(queries, commands);
