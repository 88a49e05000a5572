import {
  findSingleSignOn,
  readSingleSignOn,
  saveSingleSignOn,
  verifySsoDomain,
} from '#contract/company/single-sign-on.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { addDomain, removeDomain, saveSso, verifyDomain } from './commands.ts';
import { findCompany, type SingleSignOnDeps, showSingleSignOn } from './queries.ts';

const handler = handlersFor<SingleSignOnDeps>();

/** Handlers of single sign-on: email domains, the connection to an identity provider, and the look-up at sign-in. */
export const singleSignOnHandlers = [
  handler(readSingleSignOn, (deps, _input, caller) => showSingleSignOn(deps, caller)),
  addDomain,
  handler(verifySsoDomain, (deps, { params }, caller) => verifyDomain(deps, caller, params.id)),
  removeDomain,
  handler(saveSingleSignOn, (deps, { body }, caller) => saveSso(deps, caller, body)),
  handler(findSingleSignOn, (deps, { body }, caller) => findCompany(deps, body, caller)),
] as const;
