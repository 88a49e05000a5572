import { handlersIn } from '../../kernel/command/handler.ts';
import * as lists from './lists.ts';

/** Handlers of the monitoring endpoints. */
export const monitoringHandlers = handlersIn(lists);
