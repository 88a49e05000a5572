import { exportClients, listClients, readClient, readClientHistory } from '#contract/clients.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { createClient, updateClient } from './commands.ts';
import { exportClients as exportAll } from './export.ts';
import { readClientHistory as historyOf } from './history.ts';
import { listClients as list } from './list.ts';
import { createListCountCache } from './list-count-cache.ts';
import { type ClientsDeps, readClient as read } from './queries.ts';

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
