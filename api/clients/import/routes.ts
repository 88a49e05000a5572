import {
  addImportRows,
  chooseImportRows,
  continueClientImport,
  createClientImport,
  discardClientImport,
  exportRefusedRows,
  listClientImports,
  listImportRows,
  mapClientImport,
  readClientImport,
  startClientImport,
} from '#contract/client-import.ts';
import { type Binding, bind } from '../../http/bind.ts';
import type { ClientsDeps } from '../service.ts';
import { continueImport } from './continue.ts';
import { refusedRows } from './refused.ts';
import {
  addRows,
  beginImport,
  chooseRows,
  discardImport,
  listImports,
  listRows,
  mapImport,
  readOne,
  startImport,
} from './service.ts';

/** The endpoints of imports of clients with what answers them. */
export function clientImportRoutes(deps: ClientsDeps): Binding[] {
  return [
    bind(listClientImports, (_input, caller) => listImports(deps, caller)),
    bind(createClientImport, ({ body }, caller) => beginImport(deps, caller, body)),
    bind(addImportRows, ({ params, body }, caller) => addRows(deps, caller, params.id, body)),
    bind(readClientImport, ({ params }, caller) => readOne(deps, caller, params.id)),
    bind(mapClientImport, ({ params, body }, caller) => mapImport(deps, caller, params.id, body)),
    bind(continueClientImport, ({ params }, caller) => continueImport(deps, caller, params.id)),
    bind(listImportRows, ({ params, query }, caller) => listRows(deps, caller, params.id, query)),
    bind(chooseImportRows, ({ params, body }, caller) => chooseRows(deps, caller, params.id, body)),
    bind(startClientImport, ({ params, body }, caller) => startImport(deps, caller, params.id, body.version)),
    bind(discardClientImport, ({ params, body }, caller) =>
      discardImport(deps, caller, params.id, body.version),
    ),
    bind(exportRefusedRows, ({ params }, caller) => refusedRows(deps, caller, params.id)),
  ];
}
