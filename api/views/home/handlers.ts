import { handlersIn } from '../../kernel/command/handler.ts';
import * as service from './service.ts';

/** Handler of the home page's endpoint. */
export const homeHandlers = handlersIn(service);
