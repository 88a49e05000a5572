import { type Insertable, sql } from 'kysely';
import type { CappedCount } from '#contract/clients/client-record.ts';
import type { Review } from '#contract/risk/reviews.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { currentClientStatuses } from '#rules/lifecycles/clients.ts';
import { finalReviewStatuses, plannedReviewStatuses } from '#rules/lifecycles/monitoring.ts';
import { maxCountedWork, readCappedCount } from '../../kernel/database/keyset.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { ReviewsTable } from '../../kernel/database/tables/monitoring-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { selected } from '../../kernel/records/columns.ts';
import { noStamps, recordStore } from '../../kernel/records/record-store.ts';
import { sanctionsTagged } from '../../records/sanctions/store.ts';

/** Inserts reviews for causes without one. */
export async function insertReviews(trx: Trx, rows: readonly Insertable<ReviewsTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('reviews')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of a client and those that have it as a current related party: those that are current clients. */
export async function currentWithParty(trx: Trx, clientId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('clients as c')
    .select('c.id')
    .where('c.status', 'in', [...currentClientStatuses])
    .where((where) =>
      where.or([
        where('c.id', '=', clientId),
        where(
          'c.id',
          'in',
          where
            .selectFrom('client_parties as p')
            .select('p.client_id')
            .where('p.party_client_id', '=', clientId)
            .where('p.valid_to', 'is', null),
        ),
      ]),
    )
    .orderBy('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A current client whose CDD was approved, or excepted, at least once; null if it is another. */
export async function readCurrentApproved(
  trx: Trx,
  clientId: string,
): Promise<{ riskLevel: RiskLevel | null } | null> {
  const row = await trx
    .selectFrom('clients')
    .select('risk_level as riskLevel')
    .where('id', '=', clientId)
    .where('status', 'in', [...currentClientStatuses])
    .where('cdd_decided_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Keys of the causes of these clients' open reviews. */
export async function openReviewKeys(trx: Trx, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const rows = await trx
    .selectFrom('reviews')
    .select('dedupe_key')
    .where('client_id', 'in', [...clientIds])
    .where('status', 'not in', finalReviewStatuses)
    .execute();
  return rows.map(({ dedupe_key }) => dedupe_key);
}

const columns = {
  id: 'id',
  version: 'version',
  clientId: 'client_id',
  kind: 'kind',
  trigger: 'trigger',
  cause: 'cause',
  dueOn: 'due_on',
  status: 'status',
  assigneeId: 'assignee_member_id',
  riskBefore: 'risk_before',
  riskAfter: 'risk_after',
  findings: 'findings',
  nextDueOn: 'next_due_on',
  reason: 'reason',
  startedAt: 'started_at',
  completedAt: 'completed_at',
} as const;

function selectReviews(trx: Trx) {
  return trx
    .selectFrom('reviews as r')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.client_id'),
    )
    .leftJoin('members as m', 'm.id', 'r.assignee_member_id')
    .leftJoin('members as d', 'd.id', 'r.completed_by')
    .leftJoin('members as p', 'p.id', 'c.responsible_member_id')
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select(selected('r', columns))
    .select([
      'c.display_name as clientName',
      's.tag as sanctions',
      'p.name as responsibleName',
      'm.name as assigneeName',
      'c.risk_level as riskLevel',
      'd.name as completedBy',
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number];

const getReview = ({ assigneeId, assigneeName, ...row }: Selected): Review => ({
  ...row,
  assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '' },
});

export interface ReviewFilter {
  /** Due on this day or earlier. */
  dueBy?: string | undefined;
  clientId?: string | undefined;
  /** The relationship owner of the client, or the member who started the review. */
  memberId?: string | undefined;
  /** Not the relationship owner of the client. */
  ownerIsNot?: string | undefined;
  status: 'open' | 'closed';
}

/** The last one of a page: its day and id. */
export interface ReviewPlace {
  dueOn: string;
  id: string;
}

/** A page of reviews, soonest first (completed ones newest first), one more than the limit if there is more. */
export async function reviewPage(
  trx: Trx,
  { filter, after, limit }: { filter: ReviewFilter; after: ReviewPlace | null; limit: number },
): Promise<{ rows: Review[]; total: CappedCount }> {
  const isOpen = filter.status === 'open';
  const met = sql<boolean>`${sql.join(
    [
      isOpen
        ? sql`r.status NOT IN ${literals(finalReviewStatuses)}`
        : sql`r.status IN ${literals(finalReviewStatuses)}`,
      ...(filter.dueBy === undefined ? [] : [sql`r.due_on <= ${filter.dueBy}::date`]),
      ...(filter.clientId === undefined ? [] : [sql`r.client_id = ${filter.clientId}`]),
      ...(filter.memberId === undefined
        ? []
        : [
            sql`(r.assignee_member_id = ${filter.memberId} OR EXISTS (
                  SELECT FROM clients o WHERE o.company_id = r.company_id AND o.id = r.client_id
                     AND o.responsible_member_id = ${filter.memberId}))`,
          ]),
      ...(filter.ownerIsNot === undefined
        ? []
        : [
            sql`NOT EXISTS (
                  SELECT FROM clients o WHERE o.company_id = r.company_id AND o.id = r.client_id
                     AND o.responsible_member_id = ${filter.ownerIsNot})`,
          ]),
    ],
    sql` AND `,
  )}`;
  let query = selectReviews(trx).where(met);
  if (after !== null) {
    query = query.where(
      isOpen
        ? sql<boolean>`(r.due_on, r.id) > (${after.dueOn}::date, ${after.id}::uuid)`
        : sql<boolean>`r.id < ${after.id}::uuid`,
    );
  }
  const ordered = isOpen ? query.orderBy('r.due_on').orderBy('r.id') : query.orderBy('r.id', 'desc');
  const rows = await ordered.limit(limit + 1).execute();
  const total = await readCappedCount(trx, sql`SELECT FROM reviews r WHERE ${met}`, maxCountedWork);
  return { rows: rows.map(getReview), total };
}

/** Every review of a client, newest first. */
export async function getClientReviews(trx: Trx, clientId: string): Promise<Review[]> {
  const rows = await selectReviews(trx).where('r.client_id', '=', clientId).orderBy('r.id', 'desc').execute();
  return rows.map(getReview);
}

/** A review of the transaction's company, or null. */
export async function readReview(trx: Trx, id: string): Promise<Review | null> {
  const row = await selectReviews(trx).where('r.id', '=', id).executeTakeFirst();
  return row === undefined ? null : getReview(row);
}

export const reviews = recordStore({
  table: 'reviews',
  noun: 'review',
  read: readReview,
  stamps: { ...noStamps, created_at: true, updated_at: true },
});

/** Locks a client's periodic reviews that have not been started. */
export async function lockWaitingPeriodicReviews(
  trx: Trx,
  clientId: string,
): Promise<Pick<Review, 'id' | 'version' | 'dueOn'>[]> {
  return trx
    .selectFrom('reviews')
    .select(['id', 'version', 'due_on as dueOn'])
    .where('client_id', '=', clientId)
    .where('kind', '=', 'periodic')
    .where('status', 'in', plannedReviewStatuses)
    .forUpdate()
    .execute();
}

/** Writes on the client's record when its next review is due. */
export async function setNextReviewDay(trx: Trx, clientId: string, dueOn: string): Promise<void> {
  await trx.updateTable('clients').set({ next_review_due_on: dueOn }).where('id', '=', clientId).execute();
}
