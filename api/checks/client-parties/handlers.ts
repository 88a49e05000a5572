import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as group from './group.ts';
import * as queries from './queries.ts';

/** Handlers of the related party endpoints. */
export const partyHandlers = handlersIn(queries, group, commands);
