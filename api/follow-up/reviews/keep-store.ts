import { sql } from 'kysely';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { currentClientStatuses, endedClientStatuses } from '#rules/lifecycles/clients.ts';
import { finalReviewStatuses, plannedReviewStatuses } from '#rules/lifecycles/monitoring.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Statuses of clients that are reviewed periodically. */
const reviewed = literals(currentClientStatuses);

export interface Unscheduled {
  id: string;
  next_review_due_on: CalendarDate | null;
  risk_level: RiskLevel | null;
  relationship_started_on: CalendarDate | null;
  created_at: string;
  review_id: string | null;
}

/** Clients after an id whose review is missing, or scheduled on a date other than the record's. */
export async function readUnscheduled(
  trx: Trx,
  { after, limit }: { after: string | null; limit: number },
): Promise<Unscheduled[]> {
  const { rows } = await sql<Unscheduled>`
    SELECT c.id, c.next_review_due_on, c.risk_level, c.relationship_started_on, c.created_at, r.id AS review_id
      FROM clients c
      LEFT JOIN reviews r ON r.company_id = c.company_id AND r.client_id = c.id AND r.kind = 'periodic'
       AND r.status NOT IN ${literals(finalReviewStatuses)}
     WHERE c.status IN ${reviewed}
       AND (r.id IS NULL
         OR (r.status <> 'inProgress' AND c.next_review_due_on IS NOT NULL AND r.due_on <> c.next_review_due_on))
       AND ${after === null ? sql`true` : sql`c.id > ${after}`}
     ORDER BY c.id
     LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Reschedules reviews that were not started. */
export async function transitionReviews(
  trx: Trx,
  reviews: readonly { id: string | null; dueOn: CalendarDate; cause: string }[],
  at: string,
): Promise<void> {
  await sql`
    UPDATE reviews r SET due_on = moved.due_on, cause = moved.cause, status = 'scheduled', updated_at = ${at},
           version = r.version + 1
      FROM unnest(${reviews.map(({ id }) => id)}::uuid[], ${reviews.map(({ dueOn }) => dueOn)}::date[],
                  ${reviews.map(({ cause }) => cause)}::text[]) AS moved (id, due_on, cause)
     WHERE r.id = moved.id AND r.status <> 'inProgress'`.execute(trx);
}

/** Cancels the open reviews of clients whose relationship has ended. */
export async function cancelReviewsAfterEnd(trx: Trx, at: string): Promise<void> {
  await sql`
    UPDATE reviews r SET status = 'cancelled', reason = 'The relationship is over.', updated_at = ${at},
           version = r.version + 1
      FROM clients c
     WHERE c.company_id = r.company_id AND c.id = r.client_id AND r.status IN ${literals(plannedReviewStatuses)}
       AND c.status IN ${literals(endedClientStatuses)}`.execute(trx);
}

export type FallenDue = {
  id: string;
  client_id: string;
  due_on: CalendarDate;
  status: string;
  cause: string;
  kind: string;
};

/** Locks reviews whose due date has passed but whose status is not updated yet. */
export async function lockFallenDue(
  trx: Trx,
  { today, limit }: { today: CalendarDate; limit: number },
): Promise<FallenDue[]> {
  const { rows } = await sql<FallenDue>`
    SELECT id, client_id, due_on, status, cause, kind FROM reviews
     WHERE status NOT IN ${literals(finalReviewStatuses)} AND due_on <= ${today}::date
       AND ((status = 'scheduled') OR (status = 'due' AND due_on < ${today}::date))
     ORDER BY due_on, id LIMIT ${limit} FOR UPDATE`.execute(trx);
  return rows;
}

export async function changeStatusFor(
  trx: Trx,
  ids: readonly string[],
  { status, at }: { status: 'due' | 'overdue'; at: string },
): Promise<void> {
  await trx
    .updateTable('reviews')
    .set({ status, updated_at: at, version: sql`version + 1` })
    .where('id', 'in', ids)
    .execute();
}

/** Of these reviews, those that are neither completed nor cancelled. */
export function readOpenFor(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; due_on: CalendarDate }[]> {
  return trx
    .selectFrom('reviews')
    .select(['id', 'due_on'])
    .where('id', 'in', ids)
    .where('status', 'not in', finalReviewStatuses)
    .execute();
}
