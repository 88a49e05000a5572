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
import { handlersFor } from '../../kernel/command/handler.ts';
import type { TeamDeps } from '../../records/team/invitations.ts';
import { restrictCompany } from './commands.ts';
import { companiesAsCsv, usersAsCsv } from './exports.ts';
import { showOverview } from './overview.ts';
import { showCompanies, showCompany, showUser, showUsers } from './queries.ts';
import { inviteAgainFor, transitionUserTo } from './users.ts';

const handler = handlersFor<TeamDeps>();

/** Handlers of the platform admin endpoints: companies and users; of clients only counts. */
export const platformHandlers = [
  handler(readPlatformHome, (deps) => showOverview(deps)),
  handler(listCompanies, (deps, { query }) => showCompanies(deps, query)),
  handler(exportCompanies, (deps, { query }, caller) => companiesAsCsv(deps, caller, query)),
  handler(readCompany, (deps, { params }) => showCompany(deps, params.companyId)),
  restrictCompany,
  handler(listUsers, (deps, { query }) => showUsers(deps, query)),
  handler(exportUsers, (deps, { query }, caller) => usersAsCsv(deps, caller, query)),
  handler(readUser, (deps, { params }) => showUser(deps, params.userId)),
  handler(transitionUser, (deps, { params, body }, caller) =>
    transitionUserTo(deps, caller, params.userId, body),
  ),
  handler(inviteUserAgain, (deps, { params, body }, caller) =>
    inviteAgainFor(deps, caller, params.userId, body),
  ),
] as const;
