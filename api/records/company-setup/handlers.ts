import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as lookUp from './look-up.ts';
import * as queries from './queries.ts';

/** Setting a new company up, step by step. */
export const onboardingHandlers = handlersIn(queries, commands, lookUp);
