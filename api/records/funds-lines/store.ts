import { type Insertable, sql, type Updateable } from 'kysely';
import { type FundsStatus, fundsStatus, maxFundsLines } from '#rules/source-of-funds/funds-lines.ts';
import type { FundsLinesTable } from '../../kernel/database/tables/funds-line-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** A document that a line rests on. */
interface LineDocument {
  id: string;
  fileName: string;
  isRemoved: boolean;
}

/** Lines with those that were withdrawn. */
function selectEveryLine(trx: Trx) {
  return trx
    .selectFrom('funds_lines as l')
    .leftJoin('activities as a', (join) =>
      join.onRef('a.company_id', '=', 'l.company_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .innerJoin('members as c', 'c.id', 'l.created_by')
    .innerJoin('members as u', 'u.id', 'l.updated_by')
    .leftJoin('members as d', 'd.id', 'l.decided_by')
    .select([
      'l.id',
      'l.version',
      'l.client_id',
      'l.activity_id',
      'l.source_of',
      'l.kind',
      'l.amount',
      'l.currency',
      'l.origin',
      'l.period',
      'l.corroboration',
      'l.decision',
      'l.reject_reason',
      'l.decided_by',
      'l.decided_at',
      'l.created_at',
      'l.created_by',
      'l.updated_at',
      'l.updated_by',
      'a.reference as activity_reference',
      'a.name as activity_name',
      'a.max_transaction_value as activity_value',
      'a.currency as activity_currency',
      'c.name as created_by_name',
      'u.name as updated_by_name',
      'd.name as decided_by_name',
      sql<LineDocument[]>`coalesce((
        SELECT json_agg(json_build_object('id', f.id, 'fileName', f.file_name, 'isRemoved', f.purged_at IS NOT NULL)
                        ORDER BY f.id)
          FROM funds_line_documents x JOIN documents f ON f.company_id = x.company_id AND f.id = x.document_id
         WHERE x.company_id = l.company_id AND x.line_id = l.id), '[]')`.as('documents'),
    ]);
}

const selectLines = (trx: Trx) => selectEveryLine(trx).where('l.withdrawn_at', 'is', null);

type Selected = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number];

/** A line with its documents and the status that follows from them. */
export type FundsLineRow = Selected & { status: FundsStatus };

const getRow = (row: Selected): FundsLineRow => ({ ...row, status: fundsStatus(row) });

/** Owner of lines: a client or an activity. */
export type LineOwner = { clientId: string } | { activityId: string };

const ownedBy = (query: ReturnType<typeof selectLines>, owner: LineOwner) =>
  'clientId' in owner
    ? query.where('l.client_id', '=', owner.clientId)
    : query.where('l.activity_id', '=', owner.activityId);

/** A page of lines in the order recorded, one more than the limit if there is more. */
export async function fundsLinePage(
  trx: Trx,
  owner: LineOwner,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<FundsLineRow[]> {
  let query = ownedBy(selectLines(trx), owner);
  if (after !== undefined) query = query.where('l.id', '>', after);
  const rows = await query
    .orderBy('l.id')
    .limit(limit + 1)
    .execute();
  return rows.map(getRow);
}

/** All lines of some clients or of an activity, in the order recorded. */
export async function allFundsLines(
  trx: Trx,
  owner: { clientIds: readonly string[] } | { activityId: string },
): Promise<FundsLineRow[]> {
  if ('clientIds' in owner && owner.clientIds.length === 0) return [];
  const lines = selectLines(trx);
  const own =
    'clientIds' in owner
      ? lines.where('l.client_id', 'in', [...owner.clientIds])
      : lines.where('l.activity_id', '=', owner.activityId);
  return (await own.orderBy('l.id').execute()).map(getRow);
}

/** One line of a client of the transaction's company, or null. `lock`: until the transaction ends. */
export async function readFundsLine(
  trx: Trx,
  { clientId, lineId }: { clientId: string; lineId: string },
  lock = false,
): Promise<FundsLineRow | null> {
  // Locked separately: after waiting, the names must be read with the current row.
  if (lock) await trx.selectFrom('funds_lines').select('id').where('id', '=', lineId).forUpdate().execute();
  const row = await ownedBy(selectLines(trx), { clientId }).where('l.id', '=', lineId).executeTakeFirst();
  return row === undefined ? null : getRow(row);
}

/** The same for a line that may have been withdrawn. */
export async function readEvenWithdrawn(
  trx: Trx,
  { clientId, lineId }: { clientId: string; lineId: string },
): Promise<FundsLineRow | null> {
  const row = await ownedBy(selectEveryLine(trx), { clientId }).where('l.id', '=', lineId).executeTakeFirst();
  return row === undefined ? null : getRow(row);
}

/** Whether the client has as many lines as it can have. */
export async function hasMaxLines(trx: Trx, clientId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('funds_lines')
    .select('id')
    .where('client_id', '=', clientId)
    .where('withdrawn_at', 'is', null)
    .limit(maxFundsLines)
    .execute();
  return rows.length >= maxFundsLines;
}

export async function insertFundsLine(trx: Trx, line: Insertable<FundsLinesTable>): Promise<void> {
  await trx.insertInto('funds_lines').values(line).execute();
}

/** Updates a locked line and increments its version. */
export async function updateFundsLine(
  trx: Trx,
  { id, version }: Pick<FundsLineRow, 'id' | 'version'>,
  columns: Updateable<FundsLinesTable>,
): Promise<void> {
  await trx
    .updateTable('funds_lines')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Replaces the documents of a line. */
export async function replaceLineDocuments(
  trx: Trx,
  { companyId, lineId }: { companyId: string; lineId: string },
  documentIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('funds_line_documents').where('line_id', '=', lineId).execute();
  if (documentIds.length === 0) return;
  await trx
    .insertInto('funds_line_documents')
    .values(documentIds.map((id) => ({ company_id: companyId, line_id: lineId, document_id: id })))
    .execute();
}
