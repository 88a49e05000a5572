import { addDomain, removeDomain, saveSso, verifyDomain } from './commands.ts';
import { findSingleSignOn, readSingleSignOn } from './queries.ts';

/** Handlers of single sign-on: email domains, the connection to an identity provider, and the look-up at sign-in. */
export const singleSignOnHandlers = [
  readSingleSignOn,
  addDomain,
  verifyDomain,
  removeDomain,
  saveSso,
  findSingleSignOn,
] as const;
