import { sql } from 'kysely';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { alertDaysBefore, overrideAlertDaysBefore } from '#rules/dates/due-date-alerts.ts';
import type { DelayBasis } from '#rules/firm/cdd-delay.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { identityEvidenceUntil } from '../clients/identity-evidence-store.ts';

/** Records per transaction: the embedded database serves no one else meanwhile. */
export const recordsPerBatch = 100;

/** Current overrides that end soon, for their alerts, after an assessment's id. */
export async function endingOverrides(trx: Trx, today: CalendarDate, after: string | null) {
  let query = trx
    .selectFrom('risk_assessments')
    .select(['id', 'resource_type', 'resource_id', sql<string>`override ->> 'expiresOn'`.as('expires_on')])
    .where('status', '=', 'approved')
    .where('override', 'is not', null)
    .whereRef('final_level', '!=', 'computed_level')
    .where(
      sql<boolean>`override ->> 'expiresOn' BETWEEN ${today} AND ${addDays(today, overrideAlertDaysBefore)}`,
    );
  if (after !== null) query = query.where('id', '>', after);
  return query.orderBy('id').limit(recordsPerBatch).execute();
}

/** Whether a party is on the side whose CDD is delayed, as in `delayedSide` of rules/firm/cdd-delay.ts. */
const isDelayedParty = sql`CASE WHEN a.delayed_cdd_basis <> 'property' OR a.designated_service_au = 'au.t6.1'
  THEN p.capacity IN ('customer', 'onBehalfOf') ELSE p.capacity = 'otherParty' END`;

/** Whether a record of non-cooperation completes a party's CDD, as in `allowsNonCooperation` of rules/firm/non-cooperation.ts. */
const isDeemed = sql`p.capacity = 'otherParty' AND a.designated_service_au = 'au.t5.1' AND EXISTS (
    SELECT 1 FROM companies o WHERE o.id = a.company_id AND 'AUS' = ANY (o.regulated_in))
  AND EXISTS (
    SELECT 1 FROM non_cooperation_records n
     WHERE n.company_id = a.company_id AND n.activity_id = a.id AND n.client_id = p.client_id AND n.withdrawn_at IS NULL)`;

/**
 * Whether a participants' arrangement completes it: the company's own part is then the identity, as in rules/firm/property-arrangement.ts. Its
 * days were checked when it was recorded; those that no longer fit the sale show on the activity.
 */
const isArranged = (today: CalendarDate) => sql`(a.designated_service_au = 'au.t5.1'
    OR a.designated_service_au = 'au.t6.1' AND p.capacity = 'customer') AND EXISTS (
    SELECT 1 FROM companies o WHERE o.id = a.company_id AND 'AUS' = ANY (o.regulated_in))
  AND coalesce(${identityEvidenceUntil('c')} >= ${today}, false)
  AND EXISTS (
    SELECT 1 FROM property_arrangements r
     WHERE r.company_id = a.company_id AND r.activity_id = a.id AND r.client_id = p.client_id AND r.withdrawn_at IS NULL
       AND r.cdd_done_on <= a.exchange_on + 28
       AND r.received_on <= least(a.settlement_first_agreed_on, a.settlement_on) - 3)`;

/**
 * Activities with unverified parties whose delayed CDD is overdue or due within the days of the first alert: open and
 * completed ones, because completion does not end the duty. `unverified`: number of those parties; `withdrawn`: of withdrawn records that took the
 * place of their CDD. `activityId`: only that activity.
 */
export async function delayedActivities(
  trx: Trx,
  today: CalendarDate,
  { after = null, activityId = null }: { after?: string | null; activityId?: string | null },
) {
  const { rows } = await sql<{
    id: string;
    due_on: string;
    basis: DelayBasis;
    is_done: boolean;
    unverified: number;
    withdrawn: number;
  }>`
    SELECT a.id, a.delayed_cdd_due_on AS due_on, a.delayed_cdd_basis AS basis, a.status = 'completed' AS is_done, waiting.unverified,
           (SELECT count(*) FROM non_cooperation_records n
             WHERE n.company_id = a.company_id AND n.activity_id = a.id AND n.withdrawn_at IS NOT NULL)
         + (SELECT count(*) FROM property_arrangements r
             WHERE r.company_id = a.company_id AND r.activity_id = a.id AND r.withdrawn_at IS NOT NULL) AS withdrawn
      FROM activities a
     CROSS JOIN LATERAL (
       SELECT count(*) AS unverified
         FROM activity_parties p
         JOIN clients c ON c.company_id = p.company_id AND c.id = p.client_id
        WHERE p.company_id = a.company_id AND p.activity_id = a.id AND ${isDelayedParty}
          -- Simplified CDD requires no identity; other levels are verified by evidence that is still valid.
          AND NOT (c.cdd_status = 'verified' AND (c.cdd_level IS NOT DISTINCT FROM 'simplified'
              OR coalesce(${identityEvidenceUntil('c')} >= ${today}, false))
            OR (c.cdd_status = 'exceptionApproved' AND c.cdd_exception_ends_on >= ${today}))
          AND NOT (${isDeemed})
          AND NOT (${isArranged(today)})
     ) AS waiting
     WHERE a.delayed_cdd_due_on <= ${addDays(today, Math.max(...alertDaysBefore))}
       AND a.status <> 'cancelled' AND (a.status <> 'completed' OR a.outcome = 'approved')
       AND waiting.unverified > 0
       ${after === null ? sql`` : sql`AND a.id > ${after}`}
       ${activityId === null ? sql`` : sql`AND a.id = ${activityId}`}
     ORDER BY a.id
     LIMIT ${recordsPerBatch}`.execute(trx);
  return rows;
}

/** Reopens alerts whose snooze has ended. @returns their ids. */
export async function reopenSnoozed(trx: Trx, at: string): Promise<string[]> {
  const reopened = await trx
    .updateTable('alerts')
    .set({ status: 'open', snoozed_until: null, updated_at: at, version: sql`version + 1` })
    .where('status', '=', 'snoozed')
    .where('snoozed_until', '<=', at)
    .returning('id')
    .execute();
  return reopened.map(({ id }) => id);
}
