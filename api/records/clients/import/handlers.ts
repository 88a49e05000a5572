import {
  continueClientImport,
  exportRejectedRows,
  listClientImports,
  listImportRows,
  readClientImport as readEndpoint,
} from '#contract/clients/client-import.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import type { ClientsDeps } from '../record/queries.ts';
import {
  addRows,
  beginImport,
  chooseHeadings,
  chooseRows,
  correctRows,
  discardImport,
  mapImport,
  startImport,
} from './commands.ts';
import { continueImport } from './continue.ts';
import { listImports, listRows, readClientImport } from './queries.ts';
import { rejectedRows } from './rejected-rows-export.ts';

const handler = handlersFor<ClientsDeps>();

/** Handlers of the client import endpoints. */
export const clientImportHandlers = [
  handler(listClientImports, (deps, _input, caller) => listImports(deps, caller)),
  beginImport,
  addRows,
  handler(readEndpoint, (deps, { params }, caller) => readClientImport(deps, caller, params.id)),
  chooseHeadings,
  mapImport,
  handler(continueClientImport, (deps, { params }, caller) => continueImport(deps, caller, params.id)),
  handler(listImportRows, (deps, { params, query }, caller) => listRows(deps, caller, params.id, query)),
  chooseRows,
  correctRows,
  startImport,
  discardImport,
  handler(exportRejectedRows, (deps, { params }, caller) => rejectedRows(deps, caller, params.id)),
] as const;
