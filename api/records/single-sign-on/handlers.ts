import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Handlers of single sign-on: email domains, the connection to an identity provider, and the look-up at sign-in. */
export const singleSignOnHandlers = handlersIn(queries, commands);
