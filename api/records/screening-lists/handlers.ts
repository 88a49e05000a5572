import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as service from './service.ts';

/** Handlers of the screening list endpoints. */
export const screeningListHandlers = handlersIn(service, commands);
