import { type Expression, type RawBuilder, sql, type Transaction } from 'kysely';
import type { CappedCount, ClientListItem } from '#contract/clients/client-record.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome } from '#contract/views/home.ts';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { openActivityStatuses } from '#rules/lifecycles/activities.ts';
import { monitoredClientStatuses, prospectiveClientStatuses } from '#rules/lifecycles/clients.ts';
import { finalReviewStatuses } from '#rules/lifecycles/monitoring.ts';
import { editableAssessmentStatuses } from '#rules/lifecycles/risk.ts';
import {
  maxCountedWork,
  readCappedCount,
  sumCappedCounts,
  toCappedCount,
} from '../../kernel/database/keyset.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { getActivitySanctionsTag, sanctionsTagged } from '../../records/sanctions/store.ts';

type Trx = Transaction<Schema>;
type Home = EndpointResponse<typeof readHome>;

/** Rows of each list that are shown. */
const rowsPerList = 5;
const visibleClients = 10;

/** Counts only if there are more than the list shows. */
async function getTotal<Item>(
  trx: Trx,
  items: readonly Item[],
  limit: number,
  found: RawBuilder<unknown>,
): Promise<CappedCount> {
  if (items.length < limit) return toCappedCount(items.length);
  return readCappedCount(trx, found, maxCountedWork);
}

async function clientLines(
  trx: Trx,
  met: Expression<unknown>,
  order: 'asc' | 'desc',
): Promise<ClientListItem[]> {
  const rows = await trx
    .selectFrom('clients as c')
    .leftJoin('members as m', 'm.id', 'c.responsible_member_id')
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select([
      'c.id',
      'c.display_name as displayName',
      'c.kind',
      'c.client_type as clientType',
      'c.status',
      'c.external_id as externalId',
      'c.responsible_member_id',
      'm.name as responsibleName',
      'c.risk_level as riskLevel',
      'c.cdd_status as cddStatus',
      'c.cdd_level as cddLevel',
      'c.pep_status as pepStatus',
      's.tag as sanctions',
      'c.next_review_due_on as nextReviewDueOn',
      'c.created_at as createdAt',
    ])
    .where(met as Expression<boolean>)
    .orderBy('c.id', order)
    .limit(visibleClients)
    .execute();
  return rows.map(({ responsible_member_id: id, responsibleName, ...row }) => ({
    ...row,
    locality: null,
    responsible: id === null ? null : { id, name: responsibleName ?? '' },
  }));
}

/** The oldest clients in onboarding with the member as relationship owner, and their number. */
export async function clientsInWork(
  trx: Trx,
  memberId: string,
): Promise<{ items: ClientListItem[]; total: CappedCount }> {
  // A status at a time, each in the order of its index: sorting both together would read all of them.
  const lists: { items: ClientListItem[]; total: CappedCount }[] = [];
  for (const status of prospectiveClientStatuses) {
    const met = sql`c.responsible_member_id = ${memberId} AND c.status = ${status}`;
    const items = await clientLines(trx, met, 'asc');
    const total = await getTotal(trx, items, visibleClients, sql`SELECT FROM clients c WHERE ${met}`);
    lists.push({ items, total });
  }
  return {
    items: lists
      .flatMap(({ items }) => items)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, visibleClients),
    total: sumCappedCounts(
      lists.map(({ total }) => total),
      maxCountedWork,
    ),
  };
}

/** The clients that were created last. */
export function newestClients(trx: Trx): Promise<ClientListItem[]> {
  return clientLines(trx, sql`true`, 'desc');
}

/** Days before its due date from which a review is listed. */
const reviewDaysAhead = 30;

/**
 * Reviews of a member's clients that are overdue or upcoming, earliest first: by the client's next date, and open triggered ones, which set no such
 * date.
 */
export async function reviewsComingUp(
  trx: Trx,
  memberId: string,
  today: CalendarDate,
): Promise<Home['reviews']> {
  const last = addDays(today, reviewDaysAhead);
  const isOwn = sql`c.responsible_member_id = ${memberId} AND c.status IN ${literals(monitoredClientStatuses)}`;
  const dated = sql`SELECT c.id, c.next_review_due_on AS due_on, NULL::uuid AS review_id, NULL::text AS trigger
      FROM clients c WHERE ${isOwn} AND c.next_review_due_on <= ${last}`;
  const triggered = sql`SELECT c.id, r.due_on, r.id AS review_id, r.trigger
      FROM reviews r JOIN clients c ON c.company_id = r.company_id AND c.id = r.client_id
     WHERE r.kind = 'triggered' AND r.status NOT IN ${literals(finalReviewStatuses)} AND r.due_on <= ${last} AND ${isOwn}`;
  const first = sql`ORDER BY due_on, id LIMIT ${rowsPerList}`;
  const { rows } = await sql<Home['reviews']['items'][number]>`
    SELECT c.id AS "clientId", c.display_name AS "clientName", s.tag AS sanctions, found.due_on AS "dueOn",
           c.risk_level AS "riskLevel", found.review_id AS "reviewId", found.trigger
      FROM ((${dated} ${first}) UNION ALL (${triggered} ${first})) AS found
      JOIN clients c ON c.id = found.id
      LEFT JOIN ${sanctionsTagged} s ON s.client_id = c.id
     ORDER BY found.due_on, c.id, found.review_id NULLS FIRST LIMIT ${rowsPerList}`.execute(trx);
  return {
    items: rows,
    total: await getTotal(trx, rows, rowsPerList, sql`${dated} UNION ALL ${triggered}`),
  };
}

type Waiting = Home['approvals'];

async function waitingAssessments(
  trx: Trx,
  met: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Waiting> {
  const { rows } = await sql<Waiting['items'][number]>`
    SELECT a.id, a.resource_type AS "resourceType", a.resource_id AS "resourceId",
           coalesce(c.display_name, v.reference || ' ' || v.name, '') AS "resourceName",
           coalesce(s.tag, ${getActivitySanctionsTag('v')}) AS sanctions,
           a.status, coalesce(a.final_level, a.computed_level) AS level, m.name AS "assessedBy",
           coalesce(a.submitted_at, a.created_at) AS since
      FROM risk_assessments a
      JOIN members m ON m.id = a.assessed_by
      LEFT JOIN clients c ON a.resource_type = 'clients' AND c.company_id = a.company_id AND c.id = a.resource_id
      LEFT JOIN activities v ON a.resource_type = 'activities' AND v.company_id = a.company_id AND v.id = a.resource_id
      LEFT JOIN ${sanctionsTagged} s ON s.client_id = c.id
     WHERE ${met} ORDER BY ${order} LIMIT ${rowsPerList}`.execute(trx);
  const found = sql`SELECT FROM risk_assessments a WHERE ${met}`;
  return { items: rows, total: await getTotal(trx, rows, rowsPerList, found) };
}

/** The member's permission to approve assessments, as far as a list can tell; the assessment's page decides. */
export interface ApprovalRight {
  memberId: string;
  /** High ones as well. */
  high: boolean;
  ownHigh: boolean;
  ownOthers: boolean;
}

/** Assessments awaiting an approval that a member can give, longest waiting first. */
export function waitingApprovals(
  trx: Trx,
  { memberId, high, ownHigh, ownOthers }: ApprovalRight,
): Promise<Waiting> {
  const isHigh = sql`coalesce(a.final_level, a.computed_level) = 'high'`;
  // Also if an override has lowered the level, as in the transition guard.
  const wasHigh = sql`'high' IN (coalesce(a.final_level, ''), coalesce(a.computed_level, ''))`;
  const met = sql`a.status = 'submitted'
    AND (${high}::boolean OR NOT ${isHigh})
    AND (a.assessed_by <> ${memberId} OR CASE WHEN ${wasHigh} THEN ${ownHigh}::boolean ELSE ${ownOthers}::boolean END)`;
  return waitingAssessments(trx, met, sql`a.submitted_at, a.id`);
}

/** A member's draft and returned assessments, newest first. */
export function ownDrafts(trx: Trx, memberId: string): Promise<Waiting> {
  return waitingAssessments(
    trx,
    sql`a.status IN ${literals(editableAssessmentStatuses)} AND a.assessed_by = ${memberId}`,
    sql`a.id DESC`,
  );
}

/** Verifications with results but no decision, longest waiting first. */
export async function verificationsToDecide(trx: Trx): Promise<Home['verifications']> {
  const { rows } = await sql<Home['verifications']['items'][number]>`
    SELECT found.id, found.kind, c.id AS "clientId", c.display_name AS "clientName", s.tag AS sanctions, found.updated_at AS since
      FROM ((SELECT v.company_id, v.id, v.client_id, v.updated_at, 'individual' AS kind FROM individual_verifications v
              WHERE v.status = 'needsReview' ORDER BY v.id LIMIT ${rowsPerList})
             UNION ALL
            (SELECT v.company_id, v.id, v.client_id, v.updated_at, 'business' FROM business_verifications v
              WHERE v.status = 'needsReview' ORDER BY v.id LIMIT ${rowsPerList})) AS found
      JOIN clients c ON c.company_id = found.company_id AND c.id = found.client_id
      LEFT JOIN ${sanctionsTagged} s ON s.client_id = c.id
     ORDER BY found.id LIMIT ${rowsPerList}`.execute(trx);
  const found = sql`
    SELECT v.id FROM individual_verifications v WHERE v.status = 'needsReview'
     UNION ALL SELECT v.id FROM business_verifications v WHERE v.status = 'needsReview'`;
  return { items: rows, total: await getTotal(trx, rows, rowsPerList, found) };
}

/** A member's open activities, earliest due first. */
export async function openActivities(trx: Trx, memberId: string): Promise<Home['activities']> {
  const met = sql`a.assignee_member_id = ${memberId} AND a.status IN ${literals(openActivityStatuses)}`;
  const { rows } = await sql<Home['activities']['items'][number]>`
    SELECT a.id, a.reference, a.name, ${getActivitySanctionsTag('a')} AS sanctions, a.status, nullif(a.due_on, 'infinity') AS "dueOn"
      FROM activities a WHERE ${met} ORDER BY a.due_on, a.id LIMIT ${rowsPerList}`.execute(trx);
  return {
    items: rows,
    total: await getTotal(trx, rows, rowsPerList, sql`SELECT FROM activities a WHERE ${met}`),
  };
}
