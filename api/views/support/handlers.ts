import { decideSupportGrant, requestSupportGrant, revokeSupportGrant } from './commands.ts';
import {
  listCompanySupportGrants,
  listSupportGrants,
  readSupportClient,
  searchSupportClients,
} from './queries.ts';

/** Handlers of platform admins’ access to client records, with the company’s consent. */
export const supportHandlers = [
  listSupportGrants,
  decideSupportGrant,
  revokeSupportGrant,
  listCompanySupportGrants,
  requestSupportGrant,
  searchSupportClients,
  readSupportClient,
] as const;
