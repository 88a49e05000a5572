import { handlersIn } from '../../kernel/command/handler.ts';
import * as breachCommands from './breach-commands.ts';
import * as exports from './exports.ts';
import * as queries from './queries.ts';
import * as requestCommands from './request-commands.ts';

/** Handlers of the breach register, and of requests for access and correction. */
export const privacyHandlers = handlersIn(queries, exports, breachCommands, requestCommands);
