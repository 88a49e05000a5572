import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { endedClientStatuses } from '#rules/lifecycles/clients.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

/** How far the approved clients of a company have been evaluated on a day. */
export interface Sweep {
  day: CalendarDate;
  /** The last client evaluated; null before the first. */
  cursor: string | null;
  finished: boolean;
}

/** Locks a company's progress on its day until the transaction ends. Whatever was not finished on an earlier day starts again. */
export async function lockSweep(trx: Trx, companyId: string, day: CalendarDate): Promise<Sweep> {
  await trx
    .insertInto('refresh_sweeps')
    .values({ company_id: companyId, day })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();
  const sweep = await trx
    .selectFrom('refresh_sweeps')
    .select(['day', 'cursor', 'finished'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return sweep.day < day ? { day, cursor: null, finished: false } : sweep;
}

/** Saves a company's progress, which the transaction has locked. */
export async function updateSweep(trx: Trx, companyId: string, sweep: Sweep): Promise<void> {
  await trx.updateTable('refresh_sweeps').set(sweep).where('company_id', '=', companyId).execute();
}

/** Ids of verified clients after an id whose relationship has not ended. */
export async function readVerifiedIds(
  trx: Trx,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  let query = trx
    .selectFrom('clients')
    .select('id')
    .where('cdd_status', '=', 'verified')
    .where('status', 'not in', endedClientStatuses)
    .orderBy('id')
    .limit(limit);
  if (after !== null) query = query.where('id', '>', after);
  return (await query.execute()).map(({ id }) => id);
}
