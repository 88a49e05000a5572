import { handlersIn } from '../../kernel/command/handler.ts';
import * as service from './service.ts';

/** Evidence packs of clients and activities. */
export const evidencePackHandlers = handlersIn(service);
