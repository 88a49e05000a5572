import type { Insertable } from 'kysely';
import type { ActivityTables } from '../../kernel/database/tables/activity-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** A record that was not withdrawn. */
export interface NonCooperationRecord {
  id: string;
  clientId: string;
  name: string;
  steps: string;
  difficulties: string;
  reportConsidered: boolean;
  at: string;
  by: { id: string; name: string };
}

/** Records of an activity that were not withdrawn, oldest first: at most one a client. */
export async function readNonCooperation(trx: Trx, activityId: string): Promise<NonCooperationRecord[]> {
  const rows = await trx
    .selectFrom('non_cooperation_records as n')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'n.company_id').onRef('c.id', '=', 'n.client_id'),
    )
    .innerJoin('members as m', 'm.id', 'n.recorded_by')
    .select([
      'n.id',
      'n.client_id',
      'c.display_name',
      'n.steps',
      'n.difficulties',
      'n.report_considered',
      'n.recorded_at',
      'n.recorded_by',
      'm.name as recorder_name',
    ])
    .where('n.activity_id', '=', activityId)
    .where('n.withdrawn_at', 'is', null)
    .orderBy('n.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    name: row.display_name,
    steps: row.steps,
    difficulties: row.difficulties,
    reportConsidered: row.report_considered,
    at: row.recorded_at,
    by: { id: row.recorded_by, name: row.recorder_name },
  }));
}

export async function insertNonCooperation(
  trx: Trx,
  record: Insertable<ActivityTables['non_cooperation_records']>,
): Promise<void> {
  await trx.insertInto('non_cooperation_records').values(record).execute();
}

/** Withdraws a record of an activity that the transaction has locked. */
export async function endNonCooperation(
  trx: Trx,
  id: string,
  withdrawal: { withdrawn_at: string; withdrawn_by: string; withdrawal_reason: string },
): Promise<void> {
  await trx.updateTable('non_cooperation_records').set(withdrawal).where('id', '=', id).execute();
}
