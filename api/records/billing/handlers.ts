import { handlersIn } from '../../kernel/command/handler.ts';
import * as changePlan from './change-plan.ts';
import * as checkout from './checkout.ts';
import * as commands from './commands.ts';
import * as service from './service.ts';

/** A company's plan: paying for it, seeing and changing it. */
export const billingHandlers = handlersIn(service, checkout, changePlan, commands);
