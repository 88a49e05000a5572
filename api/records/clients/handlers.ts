import { exportClients, listClients, readClient, readClientHistory } from '#contract/clients/clients.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { createClient, updateClient } from './commands.ts';
import { readClientHistory as historyOf } from './history.ts';
import { exportClients as exportAll } from './list/export.ts';
import { type ClientListDeps, listClients as list } from './list/list.ts';
import { readClient as read } from './record/queries.ts';

const handler = handlersFor<ClientListDeps>();

/** Handlers of the client endpoints. */
export const clientHandlers = [
  handler(listClients, (deps, { query }, caller) => list(deps, caller, query)),
  handler(exportClients, (deps, { query }, caller) => exportAll(deps, caller, query)),
  createClient,
  handler(readClient, (deps, { params }, caller) => read(deps, caller, params.id)),
  updateClient,
  handler(readClientHistory, (deps, { params, query }, caller) => historyOf(deps, caller, params.id, query)),
] as const;
