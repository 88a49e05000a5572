import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of bulk actions on clients. */
export const bulkActionHandlers = handlersIn(queries, commands);
