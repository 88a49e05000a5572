import {
  findSingleSignOn,
  readSingleSignOn,
  saveSingleSignOn,
  verifySsoDomain,
} from '#contract/company/single-sign-on.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { addDomain, removeDomain, saveSso, verifyDomain } from './commands.ts';
import { findCompany, type SingleSignOnDeps, showSingleSignOn } from './queries.ts';

/** Handlers of single sign-on: email domains, the connection to an identity provider, and the look-up at sign-in. */
export function singleSignOnRoutes(deps: SingleSignOnDeps): Binding[] {
  return [
    bind(readSingleSignOn, (_input, caller) => showSingleSignOn(deps, caller)),
    addDomain.bind(deps),
    bind(verifySsoDomain, ({ params }, caller) => verifyDomain(deps, caller, params.id)),
    removeDomain.bind(deps),
    bind(saveSingleSignOn, ({ body }, caller) => saveSso(deps, caller, body)),
    bind(findSingleSignOn, ({ body }, caller) => findCompany(deps, body, caller)),
  ];
}
