import { handlersIn } from '../../kernel/command/handler.ts';
import * as queries from './queries.ts';

/** Handlers of the access log. */
export const accessLogHandlers = handlersIn(queries);
