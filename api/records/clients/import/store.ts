import { type Selectable, sql } from 'kysely';
import type { ImportMapping, RowFinding, RowState } from '#contract/clients/client-import.ts';
import type {
  ClientImportRowsTable,
  ClientImportsTable,
} from '../../../kernel/database/tables/client-tool-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { everyStamp, recordStore } from '../../../kernel/records/record-store.ts';

export type ImportRecord = Omit<Selectable<ClientImportsTable>, 'company_id'> & { created_by_name: string };
export type RowRecord = Omit<Selectable<ClientImportRowsTable>, 'company_id' | 'import_id'>;
export type Counts = Record<RowState | 'chosen', number>;

const rowColumns = ['number', 'cells', 'state', 'chosen', 'finding', 'likeness_keys', 'client_id'] as const;

function selectImports(trx: Trx) {
  return trx
    .selectFrom('client_imports as i')
    .innerJoin('members as m', 'm.id', 'i.created_by')
    .select([
      'i.id',
      'i.version',
      'i.status',
      'i.file_name',
      'i.headings',
      'i.first_rows',
      'i.row_count',
      'i.mapping',
      'i.created_at',
      'i.created_by',
      'i.updated_at',
      'i.updated_by',
      'm.name as created_by_name',
    ]);
}

export async function readImport(trx: Trx, id: string): Promise<ImportRecord | null> {
  return (await selectImports(trx).where('i.id', '=', id).executeTakeFirst()) ?? null;
}

export const imports = recordStore({
  table: 'client_imports',
  noun: 'import',
  read: readImport,
  stamps: everyStamp,
});

/** Imports that are not discarded, the last changed first. */
export async function readImports(trx: Trx, atMost: number): Promise<ImportRecord[]> {
  return selectImports(trx)
    .where('i.status', '!=', 'discarded')
    .orderBy('i.updated_at', 'desc')
    .limit(atMost)
    .execute();
}

/** The mappings of a company's last imports, the newest first; those of discarded imports count too. */
export function lastMappings(
  trx: Trx,
  atMost: number,
): Promise<{ file_name: string; headings: string[]; mapping: ImportMapping | null }[]> {
  return trx
    .selectFrom('client_imports')
    .select(['file_name', 'headings', 'mapping'])
    .where('mapping', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(atMost)
    .execute();
}

/** The last mapping of a file with the same headings, in whatever order; however many imports ago. */
export async function lastMappingOf(
  trx: Trx,
  headings: readonly string[],
): Promise<{ file_name: string; headings: string[]; mapping: ImportMapping | null } | undefined> {
  const same = sql<boolean>`headings @> ${[...headings]}::text[] AND headings <@ ${[...headings]}::text[]`;
  return trx
    .selectFrom('client_imports')
    .select(['file_name', 'headings', 'mapping'])
    .where('mapping', 'is not', null)
    .where(same)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Number of rows of each import by state. */
export async function countRows(trx: Trx, ids: readonly string[]): Promise<Map<string, Counts>> {
  const blank = () => ({ staged: 0, ready: 0, asks: 0, refused: 0, imported: 0, chosen: 0 });
  const counts = new Map(ids.map((id) => [id, blank()]));
  if (ids.length === 0) return counts;
  const { rows } = await sql<{ import_id: string; state: RowState; total: number; chosen: number }>`
    SELECT import_id, state, count(*)::int AS total, (count(*) FILTER (WHERE chosen AND state <> 'imported'))::int AS chosen
      FROM client_import_rows WHERE import_id = ANY (${[...ids]}::uuid[]) GROUP BY import_id, state`.execute(
    trx,
  );
  for (const { import_id, state, total, chosen } of rows) {
    const of = counts.get(import_id);
    if (of === undefined) continue;
    of[state] = total;
    of.chosen += chosen;
  }
  return counts;
}

/** Inserts rows numbered from `first`; existing ones stay. Returns the number of rows. */
export async function insertRows(
  trx: Trx,
  companyId: string,
  importId: string,
  { first, rows }: { first: number; rows: readonly (readonly string[])[] },
): Promise<number> {
  const numbered = rows
    .map((cells, place) => ({ number: first + place, cells }))
    // A blank row is counted, as in a spreadsheet, but not stored.
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  await sql`
    INSERT INTO client_import_rows (company_id, import_id, number, cells, state)
    SELECT ${companyId}::uuid, ${importId}::uuid, (piece ->> 'number')::int,
           ARRAY(SELECT jsonb_array_elements_text(piece -> 'cells')), 'staged'
      FROM jsonb_array_elements(${JSON.stringify(numbered)}::jsonb) AS piece
    ON CONFLICT DO NOTHING`.execute(trx);
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM client_import_rows WHERE import_id = ${importId}::uuid`.execute(trx);
  return counted[0]?.total ?? 0;
}

/** Rows after a number, in the file's order, of one state or of all. */
export async function readRows(
  trx: Trx,
  importId: string,
  query: { states?: readonly RowState[]; chosen?: boolean; after: number; limit: number },
): Promise<RowRecord[]> {
  let rows = trx
    .selectFrom('client_import_rows')
    .select(rowColumns)
    .where('import_id', '=', importId)
    .where('number', '>', query.after);
  if (query.states) rows = rows.where('state', 'in', [...query.states]);
  if (query.chosen !== undefined) rows = rows.where('chosen', '=', query.chosen);
  return rows.orderBy('number').limit(query.limit).execute();
}

/** The filled cells of one column, of all rows that are not imported, in the file's order. */
export async function readColumn(trx: Trx, importId: string, place: number): Promise<string[]> {
  const { rows } = await sql<{ cell: string }>`
    SELECT cells[${place + 1}::int] AS cell FROM client_import_rows
     WHERE import_id = ${importId}::uuid AND state <> 'imported' AND cells[${place + 1}::int] <> ''
     ORDER BY number`.execute(trx);
  return rows.map(({ cell }) => cell);
}

/** Earlier rows of the file that share one of these keys, and whatever was imported of it. */
export async function rowsLike(
  trx: Trx,
  importId: string,
  keys: readonly string[],
  atMost: number,
): Promise<RowRecord[]> {
  if (keys.length === 0) return [];
  return trx
    .selectFrom('client_import_rows')
    .select(rowColumns)
    .where('import_id', '=', importId)
    .where('state', '!=', 'staged')
    .where(sql<boolean>`likeness_keys && ${[...keys]}::text[]`)
    .orderBy('number')
    .limit(atMost)
    .execute();
}

export interface CheckedRow {
  number: number;
  state: 'ready' | 'asks' | 'refused';
  finding: RowFinding;
  similarityKeys: string[];
}

/** Saves the findings on rows: ready ones are selected, those that need confirmation are not. */
export async function saveRowFindings(
  trx: Trx,
  importId: string,
  checked: readonly CheckedRow[],
): Promise<void> {
  await sql`
    UPDATE client_import_rows r
       SET state = c.state, chosen = c.state = 'ready', finding = c.finding, likeness_keys = c."similarityKeys"
      FROM jsonb_to_recordset(${JSON.stringify(checked)}::jsonb)
        AS c (number int, state text, finding jsonb, "similarityKeys" text[])
     WHERE r.import_id = ${importId}::uuid AND r.number = c.number`.execute(trx);
}

/** Links rows to their created clients. */
export async function saveImportedRows(
  trx: Trx,
  importId: string,
  imported: readonly { number: number; clientId: string }[],
): Promise<void> {
  await sql`
    UPDATE client_import_rows r SET state = 'imported', client_id = c."clientId"
      FROM jsonb_to_recordset(${JSON.stringify(imported)}::jsonb) AS c (number int, "clientId" uuid)
     WHERE r.import_id = ${importId}::uuid AND r.number = c.number`.execute(trx);
}

/** Resets rows that are not imported to their original state. */
export async function forgetFindings(trx: Trx, importId: string): Promise<void> {
  await trx
    .updateTable('client_import_rows')
    .set({ state: 'staged', chosen: false, finding: null, likeness_keys: [] })
    .where('import_id', '=', importId)
    .where('state', '!=', 'imported')
    .execute();
}

/** Of the shown rows that can be imported, exactly the chosen ones are. */
export async function saveRowSelection(
  trx: Trx,
  importId: string,
  { shown, chosen }: { shown: readonly number[]; chosen: readonly number[] },
): Promise<void> {
  await sql`
    UPDATE client_import_rows SET chosen = number = ANY (${[...chosen]}::int[])
     WHERE import_id = ${importId}::uuid AND number = ANY (${[...shown]}::int[]) AND state IN ('ready', 'asks')`.execute(
    trx,
  );
}

/** Writes corrected cells and returns the rows to their original state; rows that are imported stay. Returns their numbers. */
export async function saveCorrections(
  trx: Trx,
  importId: string,
  rows: readonly { number: number; cells: readonly string[] }[],
): Promise<number[]> {
  const { rows: saved } = await sql<{ number: number }>`
    UPDATE client_import_rows r
       SET cells = ARRAY(SELECT jsonb_array_elements_text(c.cells)), state = 'staged', chosen = false,
           finding = NULL, likeness_keys = '{}'
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c (number int, cells jsonb)
     WHERE r.import_id = ${importId}::uuid AND r.number = c.number AND r.state <> 'imported'
     RETURNING r.number`.execute(trx);
  return saved.map(({ number }) => number).sort((a, b) => a - b);
}

/** Rows by number. */
export function readRowsByNumber(
  trx: Trx,
  importId: string,
  numbers: readonly number[],
): Promise<RowRecord[]> {
  return trx
    .selectFrom('client_import_rows')
    .select(rowColumns)
    .where('import_id', '=', importId)
    .where(sql<boolean>`number = ANY (${[...numbers]}::int[])`)
    .execute();
}

/** Deletes an import's rows, and those of its first rows that are not rows of it. */
export async function deleteRows(trx: Trx, importId: string): Promise<void> {
  await trx.deleteFrom('client_import_rows').where('import_id', '=', importId).execute();
  await trx.updateTable('client_imports').set({ first_rows: '[]' }).where('id', '=', importId).execute();
}

/** Deletes the rows up to a number, before any of them is checked. */
export async function deleteRowsUpTo(trx: Trx, importId: string, number: number): Promise<void> {
  await trx
    .deleteFrom('client_import_rows')
    .where('import_id', '=', importId)
    .where('number', '<=', number)
    .execute();
}

/** The number of cells of the widest row. */
export async function readWidth(trx: Trx, importId: string): Promise<number> {
  const { rows } = await sql<{ width: number | null }>`
    SELECT max(cardinality(cells))::int AS width FROM client_import_rows WHERE import_id = ${importId}::uuid`.execute(
    trx,
  );
  return rows[0]?.width ?? 0;
}

/** Imports unchanged since a day that still have rows. */
export async function forgottenImports(trx: Trx, before: string): Promise<ImportRecord[]> {
  return selectImports(trx)
    .where('i.updated_at', '<', before)
    .where('i.status', '!=', 'discarded')
    .orderBy('i.updated_at')
    .limit(5)
    .execute();
}

/** Notes that an import's rows are deleted, without changing who changed it last: a job is no member. */
export async function discardImport(trx: Trx, id: string, at: string): Promise<void> {
  await trx
    .updateTable('client_imports')
    .set(({ eb }) => ({ status: 'discarded', updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Ids of all companies, for a job. */
export function listCompanyIds(trx: Trx): Promise<{ id: string }[]> {
  return trx.selectFrom('companies').select('id').orderBy('id').execute();
}
