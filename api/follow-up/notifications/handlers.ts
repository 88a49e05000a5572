import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of notifications and calendars, each of the signed-in member's own. */
export const notificationHandlers = handlersIn(queries, commands);
