import { handlersIn } from '../../kernel/command/handler.ts';
import * as account from './account.ts';
import * as memberships from './memberships.ts';
import * as secondFactors from './second-factors.ts';
import * as service from './service.ts';
import * as sessions from './sessions.ts';

/** Handlers of sign-in, sign-up and the caller's identity. */
export const accountHandlers = handlersIn(service, sessions, account, memberships, secondFactors);
