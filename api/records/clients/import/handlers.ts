import { handlersIn } from '../../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as continuation from './continue.ts';
import * as queries from './queries.ts';
import * as rejectedRowsExport from './rejected-rows-export.ts';

/** Handlers of the client import endpoints. */
export const clientImportHandlers = handlersIn(queries, commands, continuation, rejectedRowsExport);
