import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as history from './history.ts';
import * as csvExport from './list/export.ts';
import * as list from './list/list.ts';
import * as queries from './record/queries.ts';

/** Handlers of the client endpoints. */
export const clientHandlers = handlersIn(list, csvExport, commands, queries, history);
