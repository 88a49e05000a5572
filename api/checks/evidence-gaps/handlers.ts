import { handlersIn } from '../../kernel/command/handler.ts';
import * as queries from './queries.ts';

/** Handler of the list of clients to be approved and activities to recheck. */
export const evidenceGapHandlers = handlersIn(queries);
