import { readAdminMe, readMe, renameOwnAccount } from './account.ts';
import { listMemberships, switchCompany } from './memberships.ts';
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
} from './second-factors.ts';
import { logIn, signUp } from './service.ts';
import {
  checkSession,
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
} from './sessions.ts';

/** Handlers of sign-in, sign-up and the caller's identity. */
export const accountHandlers = [
  logIn,
  signUp,
  checkSession,
  endOtherSessions,
  endSession,
  listSessions,
  endOneSession,
  endAllSessions,
  renameOwnAccount,
  listMemberships,
  switchCompany,
  readSecondFactors,
  startAuthenticatorApp,
  addAuthenticatorApp,
  addPasskey,
  startPasskeyCheck,
  verifySecondFactor,
  confirmSession,
  removeSecondFactor,
  renewRecoveryCodes,
  readMe,
  readAdminMe,
] as const;
