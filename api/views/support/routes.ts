import {
  listCompanySupportGrants,
  listSupportGrants,
  readSupportClient,
  searchSupportClients,
} from '#contract/platform/support.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { decideSupportGrant, requestSupportGrant, revokeSupportGrant } from './commands.ts';
import { searchClients, showClient, showGrants, showOwnGrants } from './queries.ts';

/** Handlers of platform admins’ access to client records, with the company’s consent. */
export function supportRoutes(deps: CommandDeps): Binding[] {
  return [
    bind(listSupportGrants, (_input, caller) => showGrants(deps, caller)),
    decideSupportGrant.bind(deps),
    revokeSupportGrant.bind(deps),
    bind(listCompanySupportGrants, ({ params }, caller) => showOwnGrants(deps, caller, params.companyId)),
    requestSupportGrant.bind(deps),
    bind(searchSupportClients, ({ params, query }, caller) =>
      searchClients(deps, caller, params.companyId, query.q),
    ),
    bind(readSupportClient, ({ params }, caller) => showClient(deps, caller, params.companyId, params.id)),
  ];
}
