import { type RawBuilder, sql } from 'kysely';
import type { ActivityRecheck } from '#contract/cdd/evidence-gaps.ts';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { type RankRange, rankedRange, readCappedCount } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { getActivitySanctionsTag } from '../../records/sanctions/store.ts';

/** Locks some activities whose recheck the audit log does not say yet. */
export function lockUnrecorded(trx: Trx, limit: number) {
  return trx
    .selectFrom('activities')
    .select(['id', 'recheck_causes as causes'])
    .where('recheck_unrecorded', '=', true)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** The audit log says it of these. */
export async function markRecorded(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('activities')
    .set({ recheck_unrecorded: false })
    .where('id', 'in', [...ids])
    .execute();
}

const rank: RawBuilder<number> = sql`recheck_rank(a.risk_level)`;
const isDue: RawBuilder<boolean> = sql`a.recheck_due_at IS NOT NULL`;

/** Activities to recheck from a place on, forwards or backwards; the riskiest first when read forwards. */
export function selectRechecks({ place, limit }: RankRange): RawBuilder<ActivityRecheck & { rank: number }> {
  const { isBeyond, order } = rankedRange(rank, sql`a.id`, place);
  return sql`
    SELECT a.id AS "activityId", a.reference, a.name, a.status, a.risk_level AS "riskLevel", a.recheck_causes AS causes,
           a.recheck_due_at AS "dueAt", m.name AS "responsibleName", ${getActivitySanctionsTag('a')} AS sanctions, ${rank} AS rank
      FROM (SELECT a.* FROM activities a WHERE ${isDue} AND ${isBeyond} ORDER BY ${order} LIMIT ${limit}) AS a
      LEFT JOIN members m ON m.id = a.assignee_member_id
     ORDER BY ${order}`;
}

/** Number of activities to recheck. */
export const countRechecks = (trx: Trx): Promise<CappedCount> =>
  readCappedCount(trx, sql`SELECT FROM activities a WHERE ${isDue}`);
