import {
  exportCompanies,
  exportUsers,
  inviteUserAgain,
  listCompanies,
  listUsers,
  readCompany,
  readPlatformHome,
  readUser,
  transitionUser,
} from '#contract/platform/platform.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import type { TeamDeps } from '../../records/team/invitations.ts';
import { restrictCompany } from './commands.ts';
import { companiesAsCsv, usersAsCsv } from './exports.ts';
import { showOverview } from './overview.ts';
import { showCompanies, showCompany, showUser, showUsers } from './queries.ts';
import { inviteAgainFor, transitionUserTo } from './users.ts';

/** Handlers of the platform admin endpoints: companies and users; of clients only counts. */
export function platformRoutes(deps: TeamDeps): Binding[] {
  return [
    bind(readPlatformHome, () => showOverview(deps)),
    bind(listCompanies, ({ query }) => showCompanies(deps, query)),
    bind(exportCompanies, ({ query }, caller) => companiesAsCsv(deps, caller, query)),
    bind(readCompany, ({ params }) => showCompany(deps, params.companyId)),
    restrictCompany.bind(deps),
    bind(listUsers, ({ query }) => showUsers(deps, query)),
    bind(exportUsers, ({ query }, caller) => usersAsCsv(deps, caller, query)),
    bind(readUser, ({ params }) => showUser(deps, params.userId)),
    bind(transitionUser, ({ params, body }, caller) => transitionUserTo(deps, caller, params.userId, body)),
    bind(inviteUserAgain, ({ params, body }, caller) => inviteAgainFor(deps, caller, params.userId, body)),
  ];
}
