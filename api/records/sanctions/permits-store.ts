import { type Insertable, sql } from 'kysely';
import type { SanctionsPermit } from '#contract/cdd/sanctions-permits.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Permit } from '#rules/firm/sanctions-permits.ts';
import type { SanctionsTables } from '../../kernel/database/tables/sanctions-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Permits of clients, by client; those without one are not in the map. */
export async function permitsByClient(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, Permit[]>> {
  const found = new Map<string, Permit[]>();
  if (clientIds.length === 0) return found;
  const rows = await trx
    .selectFrom('sanctions_permits')
    .selectAll()
    .where('client_id', 'in', [...clientIds])
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const permit = {
      id: row.id,
      number: row.number,
      country: row.country,
      regimes: row.regimes,
      acts: row.acts,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      isApproved: row.approved_at !== null,
      isWithdrawn: row.withdrawn_at !== null,
    };
    found.set(row.client_id, [...(found.get(row.client_id) ?? []), permit]);
  }
  return found;
}

function selectPermits(trx: Trx) {
  return trx
    .selectFrom('sanctions_permits as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.client_id'),
    )
    .innerJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'p.company_id').onRef('d.id', '=', 'p.document_id'),
    )
    .innerJoin('members as recorder', 'recorder.id', 'p.recorded_by')
    .leftJoin('members as approver', 'approver.id', 'p.approved_by')
    .leftJoin('members as withdrawer', 'withdrawer.id', 'p.withdrawn_by')
    .selectAll('p')
    .select([
      'c.display_name as client_name',
      'd.file_name',
      'recorder.name as recorder_name',
      'approver.name as approver_name',
      'withdrawer.name as withdrawer_name',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPermits>['execute']>>[number];

/** A permit as the contract has it. */
function getPermit(row: Row): SanctionsPermit {
  return {
    id: row.id,
    version: row.version,
    clientId: row.client_id,
    document: { id: row.document_id, fileName: row.file_name },
    country: row.country,
    regimes: row.regimes,
    authority: row.authority,
    number: row.number,
    scope: row.scope,
    acts: row.acts,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    recorded: { at: row.recorded_at, by: { id: row.recorded_by, name: row.recorder_name } },
    approved:
      row.approved_at === null || row.approved_by === null
        ? null
        : { at: row.approved_at, by: { id: row.approved_by, name: row.approver_name ?? '' } },
    decidedByOne: row.decided_by_one,
    withdrawn:
      row.withdrawn_at === null || row.withdrawn_by === null
        ? null
        : {
            at: row.withdrawn_at,
            by: { id: row.withdrawn_by, name: row.withdrawer_name ?? '' },
            reason: row.withdrawal_reason ?? '',
          },
  };
}

/** Every permit of a client, newest first. */
export async function allPermits(trx: Trx, clientId: string): Promise<SanctionsPermit[]> {
  const rows = await selectPermits(trx).where('p.client_id', '=', clientId).orderBy('p.id', 'desc').execute();
  return rows.map(getPermit);
}

/** The newest permits of a client, as many as a page shows. */
export async function readPermits(trx: Trx, clientId: string): Promise<SanctionsPermit[]> {
  const rows = await selectPermits(trx)
    .where('p.client_id', '=', clientId)
    .orderBy('p.id', 'desc')
    .limit(200)
    .execute();
  return rows.map(getPermit);
}

/** Permits of a client that await approval and that a member recorded, also under an earlier membership. */
export async function ownAwaitingPermits(trx: Trx, clientId: string, memberId: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('sanctions_permits')
    .select('id')
    .where('client_id', '=', clientId)
    .where('approved_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`present_member(recorded_by) = ${memberId}`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A permit of the transaction's company, or null. */
export async function readPermit(trx: Trx, id: string): Promise<SanctionsPermit | null> {
  const row = await selectPermits(trx).where('p.id', '=', id).executeTakeFirst();
  return row === undefined ? null : getPermit(row);
}

/** As above, with the row locked until the transaction ends. */
export async function lockPermit(trx: Trx, id: string): Promise<SanctionsPermit | null> {
  await trx.selectFrom('sanctions_permits').select('id').where('id', '=', id).forUpdate().execute();
  return readPermit(trx, id);
}

export async function insertPermit(
  trx: Trx,
  permit: Insertable<SanctionsTables['sanctions_permits']>,
): Promise<void> {
  await trx.insertInto('sanctions_permits').values(permit).execute();
}

/** Approves or withdraws a locked permit and increments its version. */
export async function changePermit(
  trx: Trx,
  { id, version }: Pick<SanctionsPermit, 'id' | 'version'>,
  columns:
    | { approved_at: string; approved_by: string; decided_by_one: boolean }
    | { withdrawn_at: string; withdrawn_by: string; withdrawal_reason: string },
): Promise<void> {
  await trx
    .updateTable('sanctions_permits')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/**
 * Approved permits whose last day is before a day, the latest of each client: held work of any other permit of that client was found by it.
 */
export async function endedPermits(
  trx: Trx,
  today: CalendarDate,
): Promise<{ id: string; clientId: string }[]> {
  return trx
    .selectFrom('sanctions_permits')
    .distinctOn('client_id')
    .select(['id', 'client_id as clientId'])
    .where('approved_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('valid_to', '<', today)
    .orderBy('client_id')
    .orderBy('valid_to', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Whether a document belongs to the client and was not removed. */
export async function hasDocument(trx: Trx, clientId: string, documentId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .where('owner_type', '=', 'client')
    .where('owner_id', '=', clientId)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
