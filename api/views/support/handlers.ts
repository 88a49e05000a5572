import {
  listCompanySupportGrants,
  listSupportGrants,
  readSupportClient,
  searchSupportClients,
} from '#contract/platform/support.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { decideSupportGrant, requestSupportGrant, revokeSupportGrant } from './commands.ts';
import { searchClients, showClient, showGrants, showOwnGrants } from './queries.ts';

const handler = handlersFor<CommandDeps>();

/** Handlers of platform admins’ access to client records, with the company’s consent. */
export const supportHandlers = [
  handler(listSupportGrants, (deps, _input, caller) => showGrants(deps, caller)),
  decideSupportGrant,
  revokeSupportGrant,
  handler(listCompanySupportGrants, (deps, { params }, caller) =>
    showOwnGrants(deps, caller, params.companyId),
  ),
  requestSupportGrant,
  handler(searchSupportClients, (deps, { params, query }, caller) =>
    searchClients(deps, caller, params.companyId, query.q),
  ),
  handler(readSupportClient, (deps, { params }, caller) =>
    showClient(deps, caller, params.companyId, params.id),
  ),
] as const;
