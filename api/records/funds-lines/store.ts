import { sql } from 'kysely';
import { type FundsStatus, fundsStatus, maxFundsLines } from '#rules/source-of-funds/funds-lines.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { selected } from '../../kernel/records/columns.ts';
import { everyStamp, recordStore } from '../../kernel/records/record-store.ts';

/** A document that a line rests on. */
interface LineDocument {
  id: string;
  fileName: string;
  isRemoved: boolean;
}

/** Columns of what is entered. */
export const enteredColumns = {
  of: 'source_of',
  kind: 'kind',
  amount: 'amount',
  currency: 'currency',
  from: 'origin',
  period: 'period',
  corroboration: 'corroboration',
} as const;

const otherColumns = {
  id: 'id',
  version: 'version',
  clientId: 'client_id',
  activityId: 'activity_id',
  decision: 'decision',
  rejectReason: 'reject_reason',
  decidedBy: 'decided_by',
  decidedAt: 'decided_at',
  createdAt: 'created_at',
  createdBy: 'created_by',
  updatedAt: 'updated_at',
  updatedBy: 'updated_by',
} as const;

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
    .select(selected('l', { ...enteredColumns, ...otherColumns }))
    .select([
      'a.reference as activityReference',
      'a.name as activityName',
      'a.max_transaction_value as activityValue',
      'a.currency as activityCurrency',
      'c.name as createdByName',
      'u.name as updatedByName',
      'd.name as decidedByName',
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
  const query = selectLines(trx);
  const own =
    'clientIds' in owner
      ? query.where('l.client_id', 'in', [...owner.clientIds])
      : query.where('l.activity_id', '=', owner.activityId);
  return (await own.orderBy('l.id').execute()).map(getRow);
}

/** A line of the transaction's company, or null. */
export async function readFundsLine(trx: Trx, id: string): Promise<FundsLineRow | null> {
  const row = await selectLines(trx).where('l.id', '=', id).executeTakeFirst();
  return row === undefined ? null : getRow(row);
}

export const lines = recordStore({
  table: 'funds_lines',
  noun: 'line',
  read: readFundsLine,
  stamps: everyStamp,
});

/** The same for a line that may have been withdrawn. */
export async function readEvenWithdrawn(trx: Trx, id: string): Promise<FundsLineRow | null> {
  const row = await selectEveryLine(trx).where('l.id', '=', id).executeTakeFirst();
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
