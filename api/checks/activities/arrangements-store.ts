import type { Insertable } from 'kysely';
import type { PropertyArrangement } from '#rules/firm/property-arrangement.ts';
import type { ActivityTables } from '../../kernel/database/tables/activity-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** An arrangement that was not withdrawn. */
export interface ArrangementRecord extends PropertyArrangement {
  id: string;
  clientId: string;
  name: string;
  at: string;
  by: { id: string; name: string };
}

/** Arrangements of an activity that were not withdrawn, oldest first: at most one a client. */
export async function readArrangements(trx: Trx, activityId: string): Promise<ArrangementRecord[]> {
  const rows = await trx
    .selectFrom('property_arrangements as r')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.client_id'),
    )
    .innerJoin('members as m', 'm.id', 'r.recorded_by')
    .select([
      'r.id',
      'r.client_id',
      'c.display_name',
      'r.participant',
      'r.responsibilities',
      'r.agreed_on',
      'r.cdd_done_on',
      'r.received_on',
      'r.recorded_at',
      'r.recorded_by',
      'm.name as recorder_name',
    ])
    .where('r.activity_id', '=', activityId)
    .where('r.withdrawn_at', 'is', null)
    .orderBy('r.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    name: row.display_name,
    participant: row.participant,
    responsibilities: row.responsibilities,
    agreedOn: row.agreed_on,
    cddDoneOn: row.cdd_done_on,
    receivedOn: row.received_on,
    at: row.recorded_at,
    by: { id: row.recorded_by, name: row.recorder_name },
  }));
}

export async function insertArrangement(
  trx: Trx,
  record: Insertable<ActivityTables['property_arrangements']>,
): Promise<void> {
  await trx.insertInto('property_arrangements').values(record).execute();
}

/** Withdraws an arrangement of an activity that the transaction has locked. */
export async function endArrangement(
  trx: Trx,
  id: string,
  withdrawal: { withdrawn_at: string; withdrawn_by: string; withdrawal_reason: string },
): Promise<void> {
  await trx.updateTable('property_arrangements').set(withdrawal).where('id', '=', id).execute();
}
