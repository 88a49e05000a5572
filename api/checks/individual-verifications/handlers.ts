import { handlersIn } from '../../kernel/command/handler.ts';
import * as checkCommands from './check-commands.ts';
import * as decisions from './decisions.ts';
import * as evidence from './evidence.ts';
import * as queries from './queries.ts';
import * as start from './start.ts';

/** Handlers of the individual verification endpoints. */
export const individualVerificationHandlers = handlersIn(queries, start, evidence, checkCommands, decisions);
