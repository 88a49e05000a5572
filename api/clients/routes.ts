import {
  createClient,
  exportClients,
  listClients,
  readClient,
  readClientHistory,
  updateClient,
} from '#contract/clients.ts';
import { type Binding, bind } from '../http/bind.ts';
import { exportClients as exportAll } from './export.ts';
import { readClientHistory as historyOf } from './history.ts';
import { listClients as list } from './list.ts';
import { createLongLists } from './long-lists.ts';
import {
  type ClientsDeps,
  createClient as create,
  readClient as read,
  updateClient as update,
} from './service.ts';

/** The clients' endpoints with what answers them. */
export function clientsRoutes(deps: ClientsDeps): Binding[] {
  const listDeps = { ...deps, longLists: createLongLists() };
  return [
    bind(listClients, ({ query }, caller) => list(listDeps, caller, query)),
    bind(exportClients, ({ query }, caller) => exportAll(deps, caller, query)),
    bind(createClient, ({ body }, caller) => create(deps, caller, body)),
    bind(readClient, ({ params }, caller) => read(deps, caller, params.id)),
    bind(updateClient, ({ params, body }, caller) => update(deps, caller, params.id, body)),
    bind(readClientHistory, ({ params, query }, caller) => historyOf(deps, caller, params.id, query.before)),
  ];
}
