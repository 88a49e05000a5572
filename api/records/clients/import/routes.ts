import {
  continueClientImport,
  exportRejectedRows,
  listClientImports,
  listImportRows,
  readClientImport as readEndpoint,
} from '#contract/clients/client-import.ts';
import { type Binding, bind } from '../../../kernel/http/bind-endpoint.ts';
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

/** Handlers of the client import endpoints. */
export function clientImportRoutes(deps: ClientsDeps): Binding[] {
  return [
    bind(listClientImports, (_input, caller) => listImports(deps, caller)),
    beginImport.bind(deps),
    addRows.bind(deps),
    bind(readEndpoint, ({ params }, caller) => readClientImport(deps, caller, params.id)),
    chooseHeadings.bind(deps),
    mapImport.bind(deps),
    bind(continueClientImport, ({ params }, caller) => continueImport(deps, caller, params.id)),
    bind(listImportRows, ({ params, query }, caller) => listRows(deps, caller, params.id, query)),
    chooseRows.bind(deps),
    correctRows.bind(deps),
    startImport.bind(deps),
    discardImport.bind(deps),
    bind(exportRejectedRows, ({ params }, caller) => rejectedRows(deps, caller, params.id)),
  ];
}
