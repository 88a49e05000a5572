import { exportClients, listClients, readClient, readClientHistory } from '#contract/clients/clients.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { createClient, updateClient } from './commands.ts';
import { readClientHistory as historyOf } from './history.ts';
import { exportClients as exportAll } from './list/export.ts';
import { listClients as list } from './list/list.ts';
import { createListCountCache } from './list/list-count-cache.ts';
import { type ClientsDeps, readClient as read } from './record/queries.ts';

/** Handlers of the client endpoints. */
export function clientsRoutes(deps: ClientsDeps): Binding[] {
  const listDeps = { ...deps, longLists: createListCountCache() };
  return [
    bind(listClients, ({ query }, caller) => list(listDeps, caller, query)),
    bind(exportClients, ({ query }, caller) => exportAll(deps, caller, query)),
    createClient.bind(deps),
    bind(readClient, ({ params }, caller) => read(deps, caller, params.id)),
    updateClient.bind(deps),
    bind(readClientHistory, ({ params, query }, caller) => historyOf(deps, caller, params.id, query)),
  ];
}
