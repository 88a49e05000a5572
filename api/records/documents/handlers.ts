import { handlersIn } from '../../kernel/command/handler.ts';
import * as removalCommands from './removal-commands.ts';
import * as service from './service.ts';

/** Handlers of the document endpoints, for clients, activities and assessments. */
export const documentHandlers = handlersIn(service, removalCommands);
