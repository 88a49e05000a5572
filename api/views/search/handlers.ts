import { handlersIn } from '../../kernel/command/handler.ts';
import * as queries from './queries.ts';

/** Handler of the search over all records. */
export const searchHandlers = handlersIn(queries);
