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
import { exportRejectedRows } from './rejected-rows-export.ts';

/** Handlers of the client import endpoints. */
export const clientImportHandlers = [
  listImports,
  beginImport,
  addRows,
  readClientImport,
  chooseHeadings,
  mapImport,
  continueImport,
  listRows,
  chooseRows,
  correctRows,
  startImport,
  discardImport,
  exportRejectedRows,
] as const;
