import { handlersIn } from '../../kernel/command/handler.ts';
import * as findings from './findings.ts';
import * as service from './service.ts';
import * as transitions from './transitions.ts';

/** Handlers of the CDD endpoints. */
export const diligenceHandlers = handlersIn(service, findings, transitions);
