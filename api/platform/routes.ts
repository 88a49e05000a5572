import {
  exportCompanies,
  exportUsers,
  inviteUserAgain,
  listCompanies,
  listUsers,
  moveUser,
  readCompany,
  readPlatformHome,
  readUser,
  restrictCompany,
} from '#contract/platform.ts';
import { type Binding, bind } from '../http/bind.ts';
import type { TeamDeps } from '../members/invitations.ts';
import { restrict, showCompanies, showCompany } from './companies.ts';
import { companiesAsCsv, usersAsCsv } from './exports.ts';
import { showOverview } from './overview.ts';
import { inviteAgainFor, moveUserTo, showUser, showUsers } from './users.ts';

/** What platform admins see and do: companies and people, of clients nothing but how many. */
export function platformRoutes(deps: TeamDeps): Binding[] {
  return [
    bind(readPlatformHome, () => showOverview(deps)),
    bind(listCompanies, ({ query }) => showCompanies(deps, query)),
    bind(exportCompanies, ({ query }, caller) => companiesAsCsv(deps, caller, query)),
    bind(readCompany, ({ params }) => showCompany(deps, params.companyId)),
    bind(restrictCompany, ({ params, body }, caller) => restrict(deps, caller, params.companyId, body)),
    bind(listUsers, ({ query }) => showUsers(deps, query)),
    bind(exportUsers, ({ query }, caller) => usersAsCsv(deps, caller, query)),
    bind(readUser, ({ params }) => showUser(deps, params.userId)),
    bind(moveUser, ({ params, body }, caller) => moveUserTo(deps, caller, params.userId, body)),
    bind(inviteUserAgain, ({ params, body }, caller) => inviteAgainFor(deps, caller, params.userId, body)),
  ];
}
