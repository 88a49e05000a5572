import {
  addImportRows,
  chooseImportHeadings,
  chooseImportRows,
  correctImportRows,
  createClientImport,
  discardClientImport,
  mapClientImport,
  startClientImport,
} from '#contract/clients/client-import.ts';
import { maxImportRows } from '#rules/clients/client-batches.ts';
import { findDateQuestions, importDateFields } from '#rules/clients/client-import-dates.ts';
import { toHeadings } from '#rules/clients/client-import-headings.ts';
import { commandsFor } from '../../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../../kernel/command/work.ts';
import { invalid } from '../../../kernel/http/api-error.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { isActiveMember } from '../record/store.ts';
import { readFirstRows, showImport } from './queries.ts';
import {
  countRows,
  deleteRows,
  deleteRowsUpTo,
  forgetFindings,
  type ImportRecord,
  imports,
  insertRows,
  readColumn,
  readRowsByNumber,
  readWidth,
  saveCorrections,
  saveRowSelection,
} from './store.ts';

const command = commandsFor<ClientsDeps>();

type ImportWork = Pick<Work, 'trx'> & { params: { id: string } };

/** Locks an import that is in one of these states. */
const lockIn =
  (...statuses: readonly ImportRecord['status'][]) =>
  async ({ trx, params }: ImportWork): Promise<ImportRecord | null> => {
    const record = await imports.lock(trx, params.id);
    if (record !== null && !statuses.includes(record.status)) {
      throw invalid('This import has changed. Refresh to see its current status.');
    }
    return record;
  };

const stale = {
  message: 'Someone else continued this import. Refresh to see its current status.',
  current: ({ trx }: ImportWork, { id }: ImportRecord) => showImport(trx, id),
};

const read = ({ trx, params }: ImportWork) => showImport(trx, params.id);

interface ImportEvent {
  action: string;
  id: string;
  detail: Record<string, unknown>;
}

/** An event of a whole import; the created clients have their own events. */
export const importEvent = ({ action, id, detail }: ImportEvent): WorkEvent => ({
  action,
  resourceType: 'clientImport',
  resourceId: id,
  detail,
});

/** POST /client-imports. */
export const beginImport = command(createClientImport, {
  change(context) {
    const { fileName, headings, firstRows } = context.body;
    return imports.insert(context, {
      status: 'staging',
      file_name: fileName,
      headings,
      first_rows: JSON.stringify(firstRows),
      row_count: 0,
    });
  },
  read: ({ trx }, _before, id) => showImport(trx, id),
  again: ({ trx }, { id }) => showImport(trx, id),
  events: ({ body: { fileName, headings } }, { done: id }) =>
    importEvent({ action: 'clientImport.created', id, detail: { fileName, headings } }),
});

/** PUT /client-imports/:id/headings: rows change sides of the headings. @throws `request.invalid` for a row that cannot have them */
export const chooseHeadings = command(chooseImportHeadings, {
  lock: lockIn('mapping'),
  stale,
  async change(context, record) {
    const { trx, caller, body } = context;
    const { id, first_rows: upToHeadings } = record;
    if (upToHeadings.length === 0) throw invalid('The headings of this import cannot be changed.', 'row');
    const firstRows = await readFirstRows(trx, id, upToHeadings);
    const cells = firstRows[body.row - 1] ?? [];
    if (cells.every((cell) => cell.trim() === '')) throw invalid('This row is blank. Select another.', 'row');
    await deleteRowsUpTo(trx, id, body.row);
    const rowCount = await insertRows(trx, caller.company.id, id, {
      first: body.row + 1,
      rows: firstRows.slice(body.row),
    });
    if (rowCount === 0) throw invalid('There are no rows under this one. Select another.', 'row');
    await imports.update(context, record, {
      row_count: rowCount,
      headings: toHeadings(cells, await readWidth(trx, id)),
      first_rows: JSON.stringify(firstRows.slice(0, body.row)),
    });
  },
  read,
  again: read,
  events: ({ body: { row } }, { before: { id } }) =>
    importEvent({ action: 'clientImport.headingsChosen', id, detail: { row } }),
});

/** POST /client-imports/:id/rows. @throws `request.invalid` for more rows than an import may have, or a cell beyond its headings */
export const addRows = command(addImportRows, {
  lock: lockIn('staging'),
  check({ body: { first, rows }, problems }, { headings, first_rows: upToHeadings }) {
    if (first <= upToHeadings.length) problems.add('first', 'Rows are below the headings');
    const isBeyond = (cell: string, place: number) => place >= headings.length && cell.trim() !== '';
    const at = rows.findIndex((cells) => cells.some(isBeyond));
    if (at === -1) return;
    const column = (rows[at] ?? []).findIndex(isBeyond) + 1;
    problems.add('rows', `Row ${first + at} has a value in column ${column}, which has no heading.`);
  },
  async change(context, record) {
    const { trx, caller, body } = context;
    const { first, rows, last } = body;
    const rowCount = await insertRows(trx, caller.company.id, record.id, { first, rows });
    if (rowCount > maxImportRows) {
      const rowsSaid = maxImportRows.toLocaleString('en-NZ');
      throw invalid(`An import may have at most ${rowsSaid} rows. Split the file.`, 'rows');
    }
    if (last && rowCount === 0) throw invalid('The file has no rows under its headings.', 'rows');
    await imports.update(context, record, {
      row_count: rowCount,
      ...(last ? { status: 'mapping' } : {}),
    });
  },
  read,
  again: read,
  events: () => [],
});

/** PUT /client-imports/:id/mapping: asks how the dates of a column are written if that is doubtful, and resets the check of every row that is not imported. */
export const mapImport = command(mapClientImport, {
  lock: lockIn('mapping', 'checking', 'review'),
  stale,
  async check({ trx, body: { mapping }, problems }, { id, headings }) {
    if (mapping.columns.length !== headings.length) {
      problems.add('mapping.columns', 'Map every column or choose “Do not import”');
    }
    const { responsibleMemberId } = mapping;
    if (responsibleMemberId !== null && !(await isActiveMember(trx, responsibleMemberId))) {
      problems.add('mapping.responsibleMemberId', 'Select an active member of your company');
    }
    for (const field of importDateFields) {
      const place = mapping.columns.indexOf(field);
      if (place === -1) continue;
      const { order, numbering } = findDateQuestions(await readColumn(trx, id, place));
      if (order && !mapping.dateOrders?.[field]) problems.add(`mapping.dateOrders.${field}`, order);
      if (numbering && !mapping.dateNumberings?.[field])
        problems.add(`mapping.dateNumberings.${field}`, numbering);
    }
  },
  async change(context, record) {
    const { trx, body } = context;
    await forgetFindings(trx, record.id);
    await imports.update(context, record, { status: 'checking', mapping: JSON.stringify(body.mapping) });
  },
  read,
  again: read,
  events: ({ body: { mapping } }, { before: { id } }) =>
    importEvent({ action: 'clientImport.mapped', id, detail: { mapping } }),
});

/** PUT /client-imports/:id/selection. */
export const chooseRows = command(chooseImportRows, {
  lock: lockIn('review'),
  change: ({ trx, body }, { id }) => saveRowSelection(trx, id, body),
  read,
  again: read,
  events: () => [],
});

/** The cells of a row with its corrections; missing cells before them are blank. */
function getCorrectedCells(
  cells: readonly string[],
  corrections: readonly { place: number; text: string }[],
): string[] {
  const corrected = [...cells];
  for (const { place, text } of corrections) corrected[place] = text;
  return Array.from(corrected, (text) => text ?? '');
}

/** PUT /client-imports/:id/corrections: the corrected rows alone return to the check. */
export const correctRows = command(correctImportRows, {
  lock: lockIn('review', 'done'),
  stale,
  async change(context, record) {
    const { trx, body } = context;
    const stored = await readRowsByNumber(
      trx,
      record.id,
      body.rows.map(({ number }) => number),
    );
    const outside = body.rows
      .flatMap(({ cells }) => cells)
      .some(({ place }) => place >= record.headings.length);
    if (outside) throw invalid('A correction is for a column that the file does not have.', 'rows');
    const corrected = stored.map(({ number, cells }) => {
      const corrections = body.rows.find((row) => row.number === number)?.cells ?? [];
      return { number, cells: getCorrectedCells(cells, corrections) };
    });
    const numbers = await saveCorrections(trx, record.id, corrected);
    if (numbers.length === 0) throw invalid('These rows are already imported, or were deleted.', 'rows');
    await imports.update(context, record, { status: 'checking' });
    return numbers;
  },
  read,
  again: read,
  events: (_, { before: { id, file_name }, done: rows }) =>
    importEvent({ action: 'clientImport.corrected', id, detail: { fileName: file_name, rows } }),
});

/** POST /client-imports/:id/start. @throws `request.invalid` if no row is selected */
export const startImport = command(startClientImport, {
  lock: lockIn('review'),
  stale,
  async change(context, record) {
    const { trx } = context;
    const chosen = (await countRows(trx, [record.id])).get(record.id)?.chosen ?? 0;
    if (chosen === 0) throw invalid('Select at least one row to import.');
    await imports.update(context, record, { status: 'importing' });
    return chosen;
  },
  read,
  again: read,
  events: (_, { before: { id, file_name, row_count }, done: chosen }) =>
    importEvent({
      action: 'clientImport.started',
      id,
      detail: { fileName: file_name, chosen, rows: row_count },
    }),
});

/** POST /client-imports/:id/discard: the rows go, the clients that were created stay. */
export const discardImport = command(discardClientImport, {
  lock: lockIn('staging', 'mapping', 'checking', 'review', 'importing', 'done'),
  stale,
  async change(context, record) {
    const { trx } = context;
    const imported = (await countRows(trx, [record.id])).get(record.id)?.imported ?? 0;
    await deleteRows(trx, record.id);
    await imports.update(context, record, { status: 'discarded' });
    return imported;
  },
  read,
  again: read,
  events: (_, { before: { id, file_name }, done: imported }) =>
    importEvent({ action: 'clientImport.discarded', id, detail: { fileName: file_name, imported } }),
});
