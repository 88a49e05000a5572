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
import { handlersFor } from '../../kernel/command/handler.ts';
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

const handler = handlersFor<AccountDeps & SecondFactorDeps>();

/** Handlers of sign-in, sign-up and the caller's identity. */
export const accountHandlers = [
  handler(login, (deps, { body }, { request }) => logIn(deps, body, request)),
  handler(signup, (deps, { body }, caller) => signUp(deps, body, caller)),
  handler(checkSession, (deps, { body }, { request }) => checkOpenSession(deps, body, request)),
  handler(endOtherSessions, (deps, { body }, caller) => endOtherSessionsFor(deps, caller, body)),
  handler(endSession, (deps, _input, caller) => endOwnSession(deps, caller)),
  handler(listSessions, (deps, _input, caller) => listOwnSessions(deps, caller)),
  handler(endOneSession, (deps, { params }, caller) => endOneSessionFor(deps, caller, params.id)),
  handler(endAllSessions, (deps, _input, caller) => endAllSessionsFor(deps, caller)),
  handler(renameOwnAccount, (deps, { body }, caller) => renameOwn(deps, caller, body)),
  handler(listMemberships, (deps, _input, caller) => showMemberships(deps, caller)),
  handler(switchCompany, (deps, { params }, caller) => switchTo(deps, caller, params.companyId)),
  handler(readSecondFactors, (deps, _input, caller) => readStatus(deps, caller)),
  handler(startAuthenticatorApp, (deps, _input, caller) => startApp(deps, caller)),
  handler(addAuthenticatorApp, (deps, { body }, caller) => addAppFor(deps, caller, body)),
  handler(addPasskey, (deps, { body }, caller) => addPasskeyFor(deps, caller, body)),
  handler(startPasskeyCheck, (deps, _input, caller) => startPasskey(deps, caller)),
  handler(verifySecondFactor, (deps, { body }, caller) => verify(deps, caller, body)),
  handler(confirmSession, (deps, { body }, caller) => confirmPassword(deps, caller, body)),
  handler(removeSecondFactor, (deps, { params }, caller) => removeFactor(deps, caller, params.id)),
  handler(renewRecoveryCodes, (deps, _input, caller) => renewCodes(deps, caller)),
  handler(readMe, async (_deps, _input, { member, company }) => ({ member, company })),
  handler(readAdminMe, async (_deps, _input, { admin }) => ({ admin })),
] as const;
