import { restrictCompany } from './commands.ts';
import { exportCompanies, exportUsers } from './exports.ts';
import { readPlatformHome } from './overview.ts';
import { listCompanies, listUsers, readCompany, readUser } from './queries.ts';
import { inviteUserAgain, transitionUser } from './users.ts';

/** Handlers of the platform admin endpoints: companies and users; of clients only counts. */
export const platformHandlers = [
  readPlatformHome,
  listCompanies,
  exportCompanies,
  readCompany,
  restrictCompany,
  listUsers,
  exportUsers,
  readUser,
  transitionUser,
  inviteUserAgain,
] as const;
