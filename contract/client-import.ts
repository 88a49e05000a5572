import { z } from 'zod';
import { importFields } from '#rules/client-import-columns.ts';
import { clientTypes } from '#rules/client-types.ts';
import { endpoint } from './endpoint.ts';
import { countryCode, instant, recordId, recordVersion } from './fields.ts';

/** Limits of a file's shape. */
export const mostImportColumns = 100;
export const longestImportCell = 2000;
/** Rows of one piece; the pieces of a file come one after the other. */
export const mostRowsInPiece = 500;

export const importStatuses = [
  'staging',
  'mapping',
  'checking',
  'review',
  'importing',
  'done',
  'discarded',
] as const;

/** `asks`: imported only if somebody chooses it, because it is likely kept already or was read with a doubt. */
export const rowStates = ['staged', 'ready', 'asks', 'refused', 'imported'] as const;
export type RowState = (typeof rowStates)[number];

const field = z.enum(importFields, { error: 'Choose a field from the list' });

export const importMapping = z
  .object({
    columns: z.array(field.nullable()).max(mostImportColumns),
    /** Of rows that do not say. */
    clientType: z.enum(clientTypes, { error: 'Choose what type of client the rows are' }),
    country: countryCode,
    /** Of rows that name nobody; null for nobody. */
    responsibleMemberId: recordId.nullable(),
  })
  .superRefine(({ columns }, context) => {
    columns.forEach((chosen, place) => {
      if (chosen !== null && columns.indexOf(chosen) !== place) {
        const message = 'Another column is read as this already';
        context.addIssue({ code: 'custom', path: ['columns', place], message });
      }
    });
    if (
      !columns.some((chosen) => chosen === 'fullName' || chosen === 'familyName' || chosen === 'legalName')
    ) {
      const message = 'Choose which column has the name: the whole name, the family name or the legal name';
      context.addIssue({ code: 'custom', path: ['columns'], message });
    }
  });
export type ImportMapping = z.output<typeof importMapping>;

const duplicate = z.object({
  /** The client that is kept already, or null. */
  clientId: recordId.nullable(),
  /** The other row of the file, or null. */
  row: z.number().int().nullable(),
  name: z.string(),
  reasons: z.array(z.string()),
});

export const rowFinding = z.object({
  name: z.string(),
  clientType: z.enum(clientTypes),
  /** By heading; null is the row as a whole. */
  problems: z.array(z.object({ column: z.string().nullable(), sentence: z.string() })),
  asks: z.array(z.string()),
  duplicates: z.array(duplicate),
});
export type RowFinding = z.infer<typeof rowFinding>;

export const clientImport = z.object({
  id: recordId,
  version: z.number().int(),
  status: z.enum(importStatuses),
  fileName: z.string(),
  headings: z.array(z.string()),
  rowCount: z.number().int(),
  mapping: z
    .object({
      columns: z.array(field.nullable()),
      clientType: z.enum(clientTypes),
      country: z.string(),
      responsibleMemberId: z.string().nullable(),
    })
    .nullable(),
  /** How many rows are in each state, and how many of those not imported yet are chosen. */
  counts: z.object({
    staged: z.number().int(),
    ready: z.number().int(),
    asks: z.number().int(),
    refused: z.number().int(),
    imported: z.number().int(),
    chosen: z.number().int(),
  }),
  /** The cells of the first rows. */
  samples: z.array(z.array(z.string())),
  createdAt: instant,
  createdBy: z.object({ id: recordId, name: z.string() }),
});
export type ClientImport = z.infer<typeof clientImport>;

export const importRow = z.object({
  number: z.number().int(),
  state: z.enum(rowStates),
  chosen: z.boolean(),
  cells: z.array(z.string()),
  finding: rowFinding.nullable(),
  clientId: recordId.nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

const byId = z.object({ id: recordId });
/** As a spreadsheet counts; no sheet has more rows than 1,048,576. */
const rowNumber = z.number().int().min(2).max(2_000_000);
const cell = z.string().max(longestImportCell, {
  error: `A cell may have at most ${longestImportCell} characters`,
});
const cells = z.array(cell).max(mostImportColumns);
const asked = { caller: 'member', act: 'records.write', answer: clientImport, params: byId } as const;

export const listClientImports = endpoint({
  id: 'clientImports.list',
  method: 'GET',
  path: '/client-imports',
  summary: 'Imports of clients that are not discarded, the last changed first, at most ten',
  caller: 'member',
  act: 'records.read',
  answer: z.object({ imports: z.array(clientImport.omit({ samples: true })) }),
  status: 200,
});

export const createClientImport = endpoint({
  id: 'clientImports.create',
  method: 'POST',
  path: '/client-imports',
  summary: 'Begin an import of clients: the name and headings of a file whose rows follow in pieces',
  caller: 'member',
  act: 'records.write',
  once: true,
  body: z.object({
    fileName: z.string().trim().min(1).max(240),
    headings: cells.min(1, { error: 'The file has no columns' }),
  }),
  answer: clientImport,
  status: 201,
});

export const addImportRows = endpoint({
  ...asked,
  id: 'clientImports.addRows',
  method: 'POST',
  path: '/client-imports/:id/rows',
  summary: 'Add a piece of the file’s rows; a piece that comes twice is there once',
  body: z.object({
    /** Number of the first row; the headings are row 1. */
    first: rowNumber,
    rows: z.array(cells).max(mostRowsInPiece),
    /** Whether these are the last. */
    last: z.boolean(),
  }),
  status: 200,
});

export const readClientImport = endpoint({
  ...asked,
  id: 'clientImports.read',
  method: 'GET',
  path: '/client-imports/:id',
  act: 'records.read',
  summary: 'An import of clients and how far it is',
  status: 200,
});

export const mapClientImport = endpoint({
  ...asked,
  id: 'clientImports.map',
  method: 'PUT',
  path: '/client-imports/:id/mapping',
  summary: 'Say what the columns are; every row that is not imported yet is read anew',
  once: true,
  body: z.object({ version: recordVersion, mapping: importMapping }),
  status: 200,
});

export const continueClientImport = endpoint({
  ...asked,
  id: 'clientImports.continue',
  method: 'POST',
  path: '/client-imports/:id/continue',
  summary: 'Check or import further rows for a second or two; call again until it is under review or done',
  body: z.object({}),
  status: 200,
});

export const listImportRows = endpoint({
  id: 'clientImports.rows',
  method: 'GET',
  path: '/client-imports/:id/rows',
  summary: 'Rows of an import with what was found, in the file’s order',
  caller: 'member',
  act: 'records.read',
  params: byId,
  query: z.object({
    state: z.enum(rowStates).optional(),
    after: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ rows: z.array(importRow), nextAfter: z.number().int().nullable() }),
  status: 200,
});

export const chooseImportRows = endpoint({
  ...asked,
  id: 'clientImports.choose',
  method: 'PUT',
  path: '/client-imports/:id/choice',
  summary: 'Choose which of these rows are imported; refused rows cannot be',
  body: z.object({
    shown: z.array(rowNumber).max(100),
    chosen: z.array(rowNumber).max(100),
  }),
  status: 200,
});

export const startClientImport = endpoint({
  ...asked,
  id: 'clientImports.start',
  method: 'POST',
  path: '/client-imports/:id/start',
  summary: 'Begin to create the clients of the chosen rows',
  once: true,
  body: z.object({ version: recordVersion }),
  status: 200,
});

export const discardClientImport = endpoint({
  ...asked,
  id: 'clientImports.discard',
  method: 'POST',
  path: '/client-imports/:id/discard',
  summary: 'Throw away the rows that are not imported; clients that were created stay',
  once: true,
  body: z.object({ version: recordVersion }),
  status: 200,
});

export const exportRefusedRows = endpoint({
  id: 'clientImports.refused',
  method: 'GET',
  path: '/client-imports/:id/refused',
  summary: 'The rows that were not imported as CSV, each with the reasons, to correct and send again',
  caller: 'member',
  act: 'records.read',
  params: byId,
  answer: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});
