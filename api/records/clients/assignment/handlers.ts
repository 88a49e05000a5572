import { handlersIn } from '../../../kernel/command/handler.ts';
import * as service from './service.ts';

/** Handlers of bulk changes to clients, including enrolment in monitoring. */
export const clientAssignmentHandlers = handlersIn(service);
