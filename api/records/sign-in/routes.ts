import {
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  readAdminMe,
  readMe,
  signup,
} from '#contract/company/accounts.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { type AccountDeps, logIn, signUp } from './service.ts';
import {
  endAllSessionsOf,
  endOneSessionOf,
  endOtherSessionsFor,
  endOwnSession,
  listOwnSessions,
} from './sessions.ts';

/** Handlers of sign-in, sign-up and the caller's identity. */
export function accountRoutes(deps: AccountDeps): Binding[] {
  return [
    bind(login, ({ body }, { request }) => logIn(deps, body, request)),
    bind(signup, ({ body }, caller) => signUp(deps, body, caller)),
    bind(endOtherSessions, (_input, caller) => endOtherSessionsFor(deps, caller)),
    bind(endSession, (_input, caller) => endOwnSession(deps, caller)),
    bind(listSessions, (_input, caller) => listOwnSessions(deps, caller)),
    bind(endOneSession, ({ params }, caller) => endOneSessionOf(deps, caller, params.id)),
    bind(endAllSessions, (_input, caller) => endAllSessionsOf(deps, caller)),
    bind(readMe, async (_input, { member, company }) => ({ member, company })),
    bind(readAdminMe, async (_input, { admin }) => ({ admin })),
  ];
}
