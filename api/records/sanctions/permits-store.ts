import { sql } from 'kysely';
import type { SanctionsPermit } from '#contract/cdd/sanctions-permits.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Permit } from '#rules/firm/sanctions-permits.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { selected } from '../../kernel/records/columns.ts';
import { noStamps, recordStore } from '../../kernel/records/record-store.ts';

/** Columns of what is entered. */
export const enteredColumns = {
  documentId: 'document_id',
  country: 'country',
  regimes: 'regimes',
  authority: 'authority',
  number: 'number',
  scope: 'scope',
  acts: 'acts',
  validFrom: 'valid_from',
  validTo: 'valid_to',
} as const;

const ownColumns = {
  id: 'id',
  version: 'version',
  clientId: 'client_id',
  decidedByOne: 'decided_by_one',
} as const;

const stepColumns = {
  recordedAt: 'recorded_at',
  recordedBy: 'recorded_by',
  approvedAt: 'approved_at',
  approvedBy: 'approved_by',
  withdrawnAt: 'withdrawn_at',
  withdrawnBy: 'withdrawn_by',
  withdrawalReason: 'withdrawal_reason',
} as const;

/** Permits of clients, by client; those without one are not in the map. */
export async function permitsByClient(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, Permit[]>> {
  const found = new Map<string, Permit[]>();
  if (clientIds.length === 0) return found;
  const rows = await trx
    .selectFrom('sanctions_permits as p')
    .select(selected('p', { ...ownColumns, ...enteredColumns, ...stepColumns }))
    .where('client_id', 'in', [...clientIds])
    .orderBy('id')
    .execute();
  for (const { id, clientId, number, country, regimes, acts, validFrom, validTo, ...row } of rows) {
    const permit = {
      ...{ id, number, country, regimes, acts, validFrom, validTo },
      isApproved: row.approvedAt !== null,
      isWithdrawn: row.withdrawnAt !== null,
    };
    found.set(clientId, [...(found.get(clientId) ?? []), permit]);
  }
  return found;
}

function selectPermits(trx: Trx) {
  return trx
    .selectFrom('sanctions_permits as p')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'p.company_id').onRef('d.id', '=', 'p.document_id'),
    )
    .innerJoin('members as recorder', 'recorder.id', 'p.recorded_by')
    .leftJoin('members as approver', 'approver.id', 'p.approved_by')
    .leftJoin('members as withdrawer', 'withdrawer.id', 'p.withdrawn_by')
    .select(selected('p', { ...ownColumns, ...enteredColumns, ...stepColumns }))
    .select([
      'd.file_name as fileName',
      'recorder.name as recorderName',
      'approver.name as approverName',
      'withdrawer.name as withdrawerName',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPermits>['execute']>>[number];

/** A permit as the contract has it. */
function getPermit(row: Row): SanctionsPermit {
  const { documentId, fileName, recordedAt, recordedBy, recorderName, ...decided } = row;
  const { approvedAt, approvedBy, approverName, ...ended } = decided;
  const { withdrawnAt, withdrawnBy, withdrawerName, withdrawalReason, ...permit } = ended;
  return {
    ...permit,
    document: { id: documentId, fileName },
    recorded: { at: recordedAt, by: { id: recordedBy, name: recorderName } },
    approved:
      approvedAt === null || approvedBy === null
        ? null
        : { at: approvedAt, by: { id: approvedBy, name: approverName ?? '' } },
    withdrawn:
      withdrawnAt === null || withdrawnBy === null
        ? null
        : {
            at: withdrawnAt,
            by: { id: withdrawnBy, name: withdrawerName ?? '' },
            reason: withdrawalReason ?? '',
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

export const permits = recordStore({
  table: 'sanctions_permits',
  noun: 'permit',
  read: readPermit,
  stamps: noStamps,
});

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
