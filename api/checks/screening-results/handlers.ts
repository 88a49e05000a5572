import { handlersIn } from '../../kernel/command/handler.ts';
import * as alertDetail from './alert-detail.ts';
import * as decide from './decide.ts';
import * as service from './service.ts';

/** Handlers of the screening endpoints. */
export const screeningHandlers = handlersIn(alertDetail, service, decide);
