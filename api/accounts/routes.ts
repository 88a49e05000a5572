import { login, readAdminMe, readMe, signup } from '#contract/accounts.ts';
import { type Binding, bind } from '../http/bind.ts';
import { type AccountDeps, logIn, signUp } from './service.ts';

/** Signing in, signing up, and who one is. */
export function accountRoutes(deps: AccountDeps): Binding[] {
  return [
    bind(login, ({ body }, { request }) => logIn(deps, body, request)),
    bind(signup, ({ body }, caller) => signUp(deps, body, caller)),
    bind(readMe, async (_input, { member, company }) => ({ member, company })),
    bind(readAdminMe, async (_input, { admin }) => ({ admin })),
  ];
}
