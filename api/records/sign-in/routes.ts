import {
  checkSession,
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  readAdminMe,
  readMe,
  renameOwnAccount,
  signup,
} from '#contract/company/accounts.ts';
import { listMemberships, switchCompany } from '#contract/company/memberships.ts';
import {
  addAuthenticatorApp,
  addPasskey,
  confirmSession,
  readSecondFactors,
  removeSecondFactor,
  renewRecoveryCodes,
  startAuthenticatorApp,
  startPasskeyCheck,
  verifySecondFactor,
} from '#contract/company/second-factors.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { renameOwn } from './account.ts';
import { showMemberships, switchTo } from './memberships.ts';
import {
  addAppFor,
  addPasskeyFor,
  confirmPassword,
  readStatus,
  removeFactor,
  renewCodes,
  type SecondFactorDeps,
  startApp,
  startPasskey,
  verify,
} from './second-factors.ts';
import { type AccountDeps, logIn, signUp } from './service.ts';
import {
  checkOpenSession,
  endAllSessionsFor,
  endOneSessionFor,
  endOtherSessionsFor,
  endOwnSession,
  listOwnSessions,
} from './sessions.ts';

/** Handlers of sign-in, sign-up and the caller's identity. */
export function accountRoutes(deps: AccountDeps & SecondFactorDeps): Binding[] {
  return [
    bind(login, ({ body }, { request }) => logIn(deps, body, request)),
    bind(signup, ({ body }, caller) => signUp(deps, body, caller)),
    bind(checkSession, ({ body }, { request }) => checkOpenSession(deps, body, request)),
    bind(endOtherSessions, ({ body }, caller) => endOtherSessionsFor(deps, caller, body)),
    bind(endSession, (_input, caller) => endOwnSession(deps, caller)),
    bind(listSessions, (_input, caller) => listOwnSessions(deps, caller)),
    bind(endOneSession, ({ params }, caller) => endOneSessionFor(deps, caller, params.id)),
    bind(endAllSessions, (_input, caller) => endAllSessionsFor(deps, caller)),
    bind(renameOwnAccount, ({ body }, caller) => renameOwn(deps, caller, body)),
    bind(listMemberships, (_input, caller) => showMemberships(deps, caller)),
    bind(switchCompany, ({ params }, caller) => switchTo(deps, caller, params.companyId)),
    bind(readSecondFactors, (_input, caller) => readStatus(deps, caller)),
    bind(startAuthenticatorApp, (_input, caller) => startApp(deps, caller)),
    bind(addAuthenticatorApp, ({ body }, caller) => addAppFor(deps, caller, body)),
    bind(addPasskey, ({ body }, caller) => addPasskeyFor(deps, caller, body)),
    bind(startPasskeyCheck, (_input, caller) => startPasskey(deps, caller)),
    bind(verifySecondFactor, ({ body }, caller) => verify(deps, caller, body)),
    bind(confirmSession, ({ body }, caller) => confirmPassword(deps, caller, body)),
    bind(removeSecondFactor, ({ params }, caller) => removeFactor(deps, caller, params.id)),
    bind(renewRecoveryCodes, (_input, caller) => renewCodes(deps, caller)),
    bind(readMe, async (_input, { member, company }) => ({ member, company })),
    bind(readAdminMe, async (_input, { admin }) => ({ admin })),
  ];
}
