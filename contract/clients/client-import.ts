import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  clientType,
  countryCode,
  instant,
  namedRecord,
  recordId,
  recordVersion,
  versionOnly,
  withoutTaxFileNumber,
} from '#contract/fields.ts';
import { importFields } from '#rules/clients/client-import-columns.ts';
import { dateNumberings, importDateFields } from '#rules/clients/client-import-dates.ts';
import { maxHeadingRow } from '#rules/clients/client-import-headings.ts';
import { clientTypes } from '#rules/clients/client-types.ts';
import { dateOrders } from '#rules/dates/calendar-dates.ts';

/** Limits of an import file. */
export const maxImportColumns = 100;
export const maxImportCellLength = 2000;
/** Rows per part; the parts of a file are sent in order. */
export const maxRowsPerChunk = 500;

export const importStatuses = [
  'staging',
  'mapping',
  'checking',
  'review',
  'importing',
  'done',
  'discarded',
] as const;

/** `asks`: imported only if selected, because it is a likely duplicate or was parsed with a warning. */
export const rowStates = ['staged', 'ready', 'asks', 'refused', 'imported'] as const;
export type RowState = (typeof rowStates)[number];

export const importField = z.enum(importFields, { error: 'Select a field from the list' });

const dateAnswers = {
  /** Whether the dates of a column start with the day or the month: required if any can only start with the month. */
  dateOrders: z.partialRecord(z.enum(importDateFields), z.enum(dateOrders)).optional(),
  /** What numbers in a column of dates are: required if it has any. */
  dateNumberings: z.partialRecord(z.enum(importDateFields), z.enum(dateNumberings)).optional(),
};

export const importMapping = z
  .object({
    columns: z.array(importField.nullable()).max(maxImportColumns),
    /** Default client type for rows without one. */
    clientType: z.enum(clientTypes, { error: 'Select a client type' }),
    country: countryCode,
    /** Default relationship owner for rows without one; null for unassigned. */
    responsibleMemberId: recordId.nullable(),
    ...dateAnswers,
  })
  .superRefine(({ columns }, context) => {
    columns.forEach((chosen, place) => {
      if (chosen !== null && columns.indexOf(chosen) !== place) {
        const message = 'Another column is already mapped to this field';
        context.addIssue({ code: 'custom', path: ['columns', place], message });
      }
    });
    if (
      !columns.some((chosen) => chosen === 'fullName' || chosen === 'familyName' || chosen === 'legalName')
    ) {
      const message = 'Map a name column: full name, family name or legal name';
      context.addIssue({ code: 'custom', path: ['columns'], message });
    }
  });
export type ImportMapping = z.output<typeof importMapping>;

const duplicate = z.object({
  /** Existing client that it duplicates, or null. */
  clientId: recordId.nullable(),
  /** Row of the file that it duplicates, or null. */
  row: z.number().int().nullable(),
  name: z.string(),
  reasons: z.array(z.string()),
});

export const rowFinding = z.object({
  name: z.string(),
  clientType,
  /** Column heading; null for the row as a whole. */
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
      columns: z.array(importField.nullable()),
      clientType,
      country: z.string(),
      responsibleMemberId: z.string().nullable(),
      ...dateAnswers,
    })
    .nullable(),
  /** What the company last chose for these headings, while the columns are not mapped; null if it chose nothing yet. */
  remembered: z
    .object({
      fileName: z.string(),
      columns: z.array(z.object({ place: z.number().int(), field: importField.nullable() })),
      clientType,
      country: z.string(),
      responsibleMemberId: z.string().nullable(),
    })
    .nullable(),
  /** Number of rows by status, and of selected rows that are not imported yet. */
  counts: z.object({
    staged: z.number().int(),
    ready: z.number().int(),
    asks: z.number().int(),
    refused: z.number().int(),
    imported: z.number().int(),
    chosen: z.number().int(),
  }),
  /** While the columns are not mapped: the row of the headings, and the file's first rows, of which another may have them. */
  headingChoice: z.object({ row: z.number().int(), firstRows: z.array(z.array(z.string())) }).optional(),
  /** The cells of the first rows. */
  samples: z.array(z.array(z.string())),
  createdAt: instant,
  createdBy: namedRecord,
});
export type ClientImport = z.infer<typeof clientImport>;

export const importRow = z.object({
  number: z.number().int(),
  state: z.enum(rowStates),
  chosen: z.boolean(),
  cells: z.array(z.string()),
  /** What will be stored of the row, by labels; empty unless it can be imported or was. */
  values: z.array(z.object({ label: z.string(), text: z.string() })),
  finding: rowFinding.nullable(),
  clientId: recordId.nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

const byId = z.object({ id: recordId });
/** Row number as in a spreadsheet, which has at most 1,048,576 rows. */
const rowNumber = z.number().int().min(2).max(2_000_000);
const cell = z.string().max(maxImportCellLength, {
  error: `A cell may have at most ${maxImportCellLength} characters`,
});
const cells = z.array(cell).max(maxImportColumns);
const findingFields = {
  caller: 'member',
  permission: 'records.write',
  response: clientImport,
  params: byId,
} as const;

export const listClientImports = endpoint({
  id: 'clientImports.list',
  method: 'GET',
  path: '/client-imports',
  summary: 'List the ten most recently changed client imports',
  caller: 'member',
  permission: 'records.read',
  response: z.object({ imports: z.array(clientImport.omit({ samples: true, remembered: true })) }),
  status: 200,
});

export const createClientImport = endpoint({
  id: 'clientImports.create',
  method: 'POST',
  path: '/client-imports',
  summary: 'Start a client import with the name and headings of a file. Its rows follow in parts',
  caller: 'member',
  permission: 'records.write',
  once: true,
  body: z.object({
    fileName: withoutTaxFileNumber(z.string().trim().min(1).max(240)),
    headings: cells.min(1, { error: 'The file has no columns' }),
    /** The file's rows up to the one with the headings, which is the last of them; none if the headings cannot be changed. */
    firstRows: z.array(cells).max(maxHeadingRow).default([]),
  }),
  response: clientImport,
  status: 201,
});

export const addImportRows = endpoint({
  ...findingFields,
  id: 'clientImports.addRows',
  method: 'POST',
  path: '/client-imports/:id/rows',
  summary: 'Add a part of the file’s rows. Safe to repeat',
  body: z.object({
    /** Number of the first row in the file, below its headings. */
    first: rowNumber,
    rows: z.array(cells).max(maxRowsPerChunk),
    /** Whether this is the last part. */
    last: z.boolean(),
  }),
  status: 200,
});

export const readClientImport = endpoint({
  ...findingFields,
  id: 'clientImports.read',
  method: 'GET',
  path: '/client-imports/:id',
  permission: 'records.read',
  summary: 'Get a client import and its progress',
  status: 200,
});

export const mapClientImport = endpoint({
  ...findingFields,
  id: 'clientImports.map',
  method: 'PUT',
  path: '/client-imports/:id/mapping',
  summary: 'Map the columns. Rows that are not yet imported are read again',
  once: true,
  body: z.object({ version: recordVersion, mapping: importMapping }),
  status: 200,
});

export const chooseImportHeadings = endpoint({
  ...findingFields,
  id: 'clientImports.chooseHeadings',
  method: 'PUT',
  path: '/client-imports/:id/headings',
  summary: 'Take the headings from another of the file’s first rows. The rows above it are not imported',
  once: true,
  body: z.object({
    version: recordVersion,
    row: z
      .number()
      .int()
      .min(1)
      .max(maxHeadingRow, { error: `Select one of the first ${maxHeadingRow} rows` }),
  }),
  status: 200,
});

export const continueClientImport = endpoint({
  ...findingFields,
  id: 'clientImports.continue',
  method: 'POST',
  path: '/client-imports/:id/continue',
  summary: 'Check or import more rows. Repeat until the status is review or done',
  body: z.object({}),
  status: 200,
});

export const listImportRows = endpoint({
  id: 'clientImports.rows',
  method: 'GET',
  path: '/client-imports/:id/rows',
  summary: 'List the rows of an import with their findings, in file order',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  query: z.object({
    state: z.enum(rowStates).optional(),
    after: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ rows: z.array(importRow), nextAfter: z.number().int().nullable() }),
  status: 200,
});

export const chooseImportRows = endpoint({
  ...findingFields,
  id: 'clientImports.selectRows',
  method: 'PUT',
  path: '/client-imports/:id/selection',
  summary: 'Select the rows to import. Rejected rows cannot be selected',
  body: z.object({
    shown: z.array(rowNumber).max(100),
    chosen: z.array(rowNumber).max(100),
  }),
  status: 200,
});

export const correctImportRows = endpoint({
  ...findingFields,
  id: 'clientImports.correctRows',
  method: 'PUT',
  path: '/client-imports/:id/corrections',
  summary: 'Correct cells of rows that are not imported. Only these rows are checked again',
  once: true,
  body: z.object({
    version: recordVersion,
    rows: z
      .array(
        z.object({
          number: rowNumber,
          cells: z
            .array(
              z.object({
                place: z
                  .number()
                  .int()
                  .min(0)
                  .max(maxImportColumns - 1),
                text: cell,
              }),
            )
            .max(maxImportColumns),
        }),
      )
      .min(1, { error: 'Correct at least one row' })
      .max(100),
  }),
  status: 200,
});

export const startClientImport = endpoint({
  ...findingFields,
  id: 'clientImports.start',
  method: 'POST',
  path: '/client-imports/:id/start',
  summary: 'Start creating the clients of the selected rows',
  once: true,
  body: versionOnly,
  status: 200,
});

export const discardClientImport = endpoint({
  ...findingFields,
  id: 'clientImports.discard',
  method: 'POST',
  path: '/client-imports/:id/discard',
  summary: 'Discard the rows that are not imported. Created clients are not affected',
  once: true,
  body: versionOnly,
  status: 200,
});

export const exportRejectedRows = endpoint({
  id: 'clientImports.rejectedRows',
  uses: 'export',
  method: 'GET',
  path: '/client-imports/:id/rejected-rows',
  summary: 'Export rejected rows as CSV with the reasons',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});
