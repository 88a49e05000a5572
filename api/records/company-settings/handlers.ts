import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** The company's details and policies. */
export const companySettingsHandlers = handlersIn(queries, commands);
