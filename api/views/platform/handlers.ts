import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as exports from './exports.ts';
import * as overview from './overview.ts';
import * as queries from './queries.ts';
import * as users from './users.ts';

/** Handlers of the platform admin endpoints: companies and users; of clients only counts. */
export const platformHandlers = handlersIn(overview, queries, exports, commands, users);
