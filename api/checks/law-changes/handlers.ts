import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as csvExport from './export.ts';
import * as previews from './previews.ts';
import * as queries from './queries.ts';

/** Changes of the CDD rules and the clients they affect. */
export const lawChangeHandlers = handlersIn(queries, csvExport, commands, previews);
