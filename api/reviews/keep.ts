import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type CalendarDate, formatDate } from '#rules/calendar-dates.ts';
import type { RiskLevel } from '#rules/client-types.ts';
import { companyDay } from '#rules/company-day.ts';
import { nextReviewOf, reviewStatusOn } from '#rules/monitoring/review-dates.ts';
import { closeAlerts, type NewAlert, openAlerts } from '../alerts/open-alerts.ts';
import { openKeys } from '../alerts/store.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import { readCompanyFacts } from '../diligence/company-facts.ts';
import { insertReviews } from './store.ts';

type Trx = Transaction<Schema>;
type Deps = { now: () => Date };

export const reviewsJob = 'keep-reviews';

/** Records of one transaction: on the embedded database everyone waits for it. */
const perBatch = 200;

interface Company {
  id: string;
  timeZone: string;
  today: CalendarDate;
}

const byJob = (companyId: string) => ({
  companyId,
  actor: { type: 'system' as const, id: reviewsJob, role: 'job' },
  requestId: reviewsJob,
});

/** Whom the company deals with: they are looked back at in turn. */
const reviewed = sql`('active', 'dormant')`;

interface Unscheduled {
  id: string;
  next_review_due_on: CalendarDate | null;
  risk_level: RiskLevel | null;
  relationship_started_on: CalendarDate | null;
  created_at: string;
  review_id: string | null;
}

/** Clients after an id whose review is not on the list, or on another day than the record has. */
async function unscheduled(trx: Trx, after: string | null): Promise<Unscheduled[]> {
  const { rows } = await sql<Unscheduled>`
    SELECT c.id, c.next_review_due_on, c.risk_level, c.relationship_started_on, c.created_at, r.id AS review_id
      FROM clients c
      LEFT JOIN reviews r ON r.company_id = c.company_id AND r.client_id = c.id AND r.kind = 'periodic'
       AND r.status NOT IN ('completed', 'cancelled')
     WHERE c.status IN ${reviewed}
       AND (r.id IS NULL
         OR (r.status <> 'inProgress' AND c.next_review_due_on IS NOT NULL AND r.due_on <> c.next_review_due_on))
       AND ${after === null ? sql`true` : sql`c.id > ${after}`}
     ORDER BY c.id
     LIMIT ${perBatch}`.execute(trx);
  return rows;
}

/** Puts the next review of everybody whom the company deals with on the list, or moves it to the day that the record has now. */
async function schedule(
  trx: Trx,
  deps: Deps,
  company: Company,
  after: string | null,
): Promise<Unscheduled[]> {
  const clients = await unscheduled(trx, after);
  if (clients.length === 0) return clients;
  const { policy } = await readCompanyFacts(trx, company.id);
  const now = deps.now();
  const at = now.toISOString();
  const dated = clients.map((client) => ({
    client,
    ...nextReviewOf(
      {
        nextReviewDueOn: client.next_review_due_on,
        riskLevel: client.risk_level,
        relationshipStartedOn: client.relationship_started_on,
        createdOn: companyDay(new Date(client.created_at), company.timeZone),
      },
      policy.reviewMonths,
    ),
  }));
  await insertReviews(
    trx,
    dated
      .filter(({ client }) => client.review_id === null)
      .map(({ client, dueOn, cause }) => {
        const id = uuidv7({ msecs: now.getTime() });
        return {
          company_id: company.id,
          id,
          client_id: client.id,
          kind: 'periodic' as const,
          trigger: null,
          cause,
          dedupe_key: `periodic:${id}`,
          due_on: dueOn,
          status: 'scheduled' as const,
          assignee_member_id: null,
          created_at: at,
          updated_at: at,
        };
      }),
  );
  const moved = dated.filter(({ client }) => client.review_id !== null);
  if (moved.length > 0) {
    await sql`
      UPDATE reviews r SET due_on = asked.due_on, cause = asked.cause, status = 'scheduled', updated_at = ${at},
             version = r.version + 1
        FROM unnest(${moved.map(({ client }) => client.review_id)}::uuid[], ${moved.map(({ dueOn }) => dueOn)}::date[],
                    ${moved.map(({ cause }) => cause)}::text[]) AS asked (id, due_on, cause)
       WHERE r.id = asked.id AND r.status <> 'inProgress'`.execute(trx);
  }
  return clients;
}

/** Reviews of people with whom the company no longer deals are not waited for. */
async function cancelOver(trx: Trx, deps: Deps): Promise<number> {
  const at = deps.now().toISOString();
  const { rows } = await sql<{ id: string }>`
    UPDATE reviews r SET status = 'cancelled', reason = 'The relationship is over.', updated_at = ${at},
           version = r.version + 1
      FROM clients c
     WHERE c.company_id = r.company_id AND c.id = r.client_id AND r.status IN ('scheduled', 'due', 'overdue')
       AND c.status IN ('exited', 'archived', 'declined')
    RETURNING r.id`.execute(trx);
  return rows.length;
}

type Due = {
  id: string;
  client_id: string;
  due_on: CalendarDate;
  status: string;
  cause: string;
  kind: string;
};

/** Reviews whose day has come or passed and whose state does not say so yet. */
async function fallenDue(trx: Trx, today: CalendarDate): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT id, client_id, due_on, status, cause, kind FROM reviews
     WHERE status NOT IN ('completed', 'cancelled') AND due_on <= ${today}::date
       AND ((status = 'scheduled') OR (status = 'due' AND due_on < ${today}::date))
     ORDER BY due_on, id LIMIT ${perBatch} FOR UPDATE`.execute(trx);
  return rows;
}

const alertKey = ({ id, due_on }: Pick<Due, 'id' | 'due_on'>) => `reviewDue:${id}:${due_on}`;

function alertOf(review: Due): NewAlert {
  return {
    type: 'reviewDue',
    resourceType: 'clients',
    resourceId: review.client_id,
    severity: 'medium',
    summary: `The review of this client is due on ${formatDate(review.due_on)}. ${review.cause}.`.replace(
      /\.\.$/,
      '.',
    ),
    dueAt: `${review.due_on}T23:59:59.000Z`,
    dedupeKey: alertKey(review),
  };
}

async function markDue(trx: Trx, deps: Deps, company: Company): Promise<{ found: number; opened: number }> {
  const reviews = await fallenDue(trx, company.today);
  if (reviews.length === 0) return { found: 0, opened: 0 };
  const at = deps.now().toISOString();
  for (const status of ['due', 'overdue'] as const) {
    const ids = reviews
      .filter(({ due_on }) => reviewStatusOn(due_on, company.today) === status)
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    await trx
      .updateTable('reviews')
      .set({ status, updated_at: at, version: sql`version + 1` })
      .where('id', 'in', ids)
      .execute();
  }
  const opened = await openAlerts(trx, deps, byJob(company.id), reviews.map(alertOf));
  // A review tells of its day once, also where the job was down on it and it is overdue at once.
  for (const { id, client_id, due_on } of reviews.filter(({ status }) => status === 'scheduled')) {
    await recordEvent(trx, deps, {
      ...byJob(company.id),
      action: 'review.due',
      resourceType: 'review',
      resourceId: id,
      detail: { clientId: client_id, dueOn: due_on },
    });
  }
  return { found: reviews.length, opened };
}

/** Alerts of reviews that were done, moved to another day or cancelled. */
async function closeSettled(trx: Trx, deps: Deps, company: Company): Promise<number> {
  const keys = await openKeys(trx, 'reviewDue');
  if (keys.length === 0) return 0;
  const ids = keys.map((key) => key.split(':')[1] ?? '');
  const waiting = await trx
    .selectFrom('reviews')
    .select(['id', 'due_on'])
    .where('id', 'in', ids)
    .where('status', 'not in', ['completed', 'cancelled'])
    .execute();
  const still = new Set(waiting.map(alertKey));
  return closeAlerts(trx, deps, byJob(company.id), {
    dedupeKeys: keys.filter((key) => !still.has(key)),
    reason: 'The review was done, moved to another day or cancelled.',
  });
}

async function keepCompany(db: Kysely<Schema>, deps: Deps, company: Company) {
  const within = <T>(work: (trx: Trx) => Promise<T>) => asTenant(db, company.id, work);
  const sum = { scheduled: 0, due: 0, closed: 0 };
  await within((trx) => cancelOver(trx, deps));
  for (let after: string | null = null; ; ) {
    const last: string | null = after;
    const clients: Unscheduled[] = await within((trx) => schedule(trx, deps, company, last));
    sum.scheduled += clients.length;
    if (clients.length < perBatch) break;
    after = clients.at(-1)?.id ?? null;
  }
  for (;;) {
    const { found } = await within((trx) => markDue(trx, deps, company));
    sum.due += found;
    if (found < perBatch) break;
  }
  sum.closed = await within((trx) => closeSettled(trx, deps, company));
  return sum;
}

/**
 * Keeps the reviews of every company's clients, by its own day: everybody whom it deals with has one on the list, those whose day has come
 * are due and have an alert, those of people who left are cancelled. It may run twice: one day of a review has one alert.
 */
export async function keepReviews(
  db: Kysely<Schema>,
  deps: Deps,
): Promise<{ scheduled: number; due: number; closed: number }> {
  const companies = await asJobs(db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone']).orderBy('id').execute(),
  );
  const sum = { scheduled: 0, due: 0, closed: 0 };
  for (const { id, time_zone: timeZone } of companies) {
    const today = companyDay(deps.now(), timeZone);
    const { scheduled, due, closed } = await keepCompany(db, deps, { id, timeZone, today });
    sum.scheduled += scheduled;
    sum.due += due;
    sum.closed += closed;
  }
  return sum;
}
