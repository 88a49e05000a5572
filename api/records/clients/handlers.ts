import { createClient, updateClient } from './commands.ts';
import { readClientHistory } from './history.ts';
import { exportClients } from './list/export.ts';
import { listClients } from './list/list.ts';
import { readClient } from './record/queries.ts';

/** Handlers of the client endpoints. */
export const clientHandlers = [
  listClients,
  exportClients,
  createClient,
  readClient,
  updateClient,
  readClientHistory,
] as const;
