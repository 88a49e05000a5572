import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { fallenDueReviewStatuses } from '#rules/lifecycles/monitoring.ts';
import { getNextReview, reviewStatusOn } from '#rules/reviews/review-dates.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { openKeys } from '../../records/alerts/change-store.ts';
import { closeAlerts, type NewAlert, openAlerts } from '../../records/alerts/inbox.ts';
import { listCompanies } from '../../records/company-settings/list-companies.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import {
  cancelReviewsAfterEnd,
  changeStatusFor,
  type FallenDue,
  lockFallenDue,
  readOpenFor,
  readUnscheduled,
  transitionReviews,
  type Unscheduled,
} from './keep-store.ts';
import { insertReviews } from './store.ts';

type Deps = { now: () => Date };

export const reviewsJob = 'keep-reviews';

/** Records of one transaction: on the embedded database everyone waits for it. */
const perBatch = 200;

interface Company {
  id: string;
  timeZone: string;
  today: CalendarDate;
}

/** Schedules the next review of every client with a relationship, or moves it to the record's current date. */
async function schedule(
  { trx, time, at }: Work,
  company: Company,
  after: string | null,
): Promise<Unscheduled[]> {
  const clients = await readUnscheduled(trx, { after, limit: perBatch });
  if (clients.length === 0) return clients;
  const { policy } = await readCompanyFacts(trx, company.id);
  const now = time();
  const dated = clients.map((client) => ({
    client,
    ...getNextReview(
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
    await transitionReviews(
      trx,
      moved.map(({ client, dueOn, cause }) => ({ id: client.review_id, dueOn, cause })),
      at,
    );
  }
  return clients;
}

const alertKey = ({ id, due_on }: Pick<FallenDue, 'id' | 'due_on'>) => `reviewDue:${id}:${due_on}`;

function getAlert(review: FallenDue, { timeZone }: Company): NewAlert {
  return {
    type: 'reviewDue',
    resourceType: 'clients',
    resourceId: review.client_id,
    severity: 'medium',
    summary: `The review of this client is due on ${formatDate(review.due_on)}. ${review.cause}.`.replace(
      /\.\.$/,
      '.',
    ),
    dueAt: endOfDay(review.due_on, timeZone).toISOString(),
    dedupeKey: alertKey(review),
  };
}

/** @returns the number found in a batch. */
async function markDue(work: Work, company: Company): Promise<number> {
  const { trx, at, record } = work;
  const reviews = await lockFallenDue(trx, { today: company.today, limit: perBatch });
  if (reviews.length === 0) return 0;
  for (const status of fallenDueReviewStatuses) {
    const ids = reviews
      .filter(({ due_on }) => reviewStatusOn(due_on, company.today) === status)
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    await changeStatusFor(trx, ids, { status, at });
  }
  await openAlerts(
    work,
    reviews.map((review) => getAlert(review, company)),
  );
  // A review's due date is reported once, even if the job did not run on that day and the review is already overdue.
  const newlyDue = reviews.filter(({ status }) => status === 'scheduled');
  record(
    ...newlyDue.map(({ id, client_id, due_on }) => ({
      action: 'review.due',
      resourceType: 'review',
      resourceId: id,
      detail: { clientId: client_id, dueOn: due_on },
    })),
  );
  return reviews.length;
}

/** Closes alerts of reviews that were completed, rescheduled or cancelled. */
async function closeResolved(work: Work): Promise<number> {
  const { trx } = work;
  const keys = await openKeys(trx, 'reviewDue');
  if (keys.length === 0) return 0;
  const waiting = await readOpenFor(
    trx,
    keys.map((key) => key.split(':')[1] ?? ''),
  );
  const still = new Set(waiting.map(alertKey));
  return closeAlerts(work, {
    dedupeKeys: keys.filter((key) => !still.has(key)),
    reason: 'The review was done, moved to another day or cancelled.',
  });
}

async function saveCompany(db: Kysely<Schema>, deps: Deps, company: Company) {
  const by = jobActor(company.id, reviewsJob);
  const within = <T>(run: (work: Work) => Promise<T>) => inWork({ db, ...deps }, by, run);
  const sum = { scheduled: 0, due: 0, closed: 0 };
  await within(({ trx, at }) => cancelReviewsAfterEnd(trx, at));
  for (let after: string | null = null; ; ) {
    const last: string | null = after;
    const clients: Unscheduled[] = await within((work) => schedule(work, company, last));
    sum.scheduled += clients.length;
    if (clients.length < perBatch) break;
    after = clients.at(-1)?.id ?? null;
  }
  for (;;) {
    const found = await within((work) => markDue(work, company));
    sum.due += found;
    if (found < perBatch) break;
  }
  sum.closed = await within(closeResolved);
  return sum;
}

/**
 * Updates the reviews of every company's clients, by the company's own calendar day: schedules missing ones, marks
 * those that fall due and opens their alerts, and cancels those of former clients. Idempotent: each due review has one
 * alert.
 */
export async function syncScheduledReviews(
  db: Kysely<Schema>,
  deps: Deps,
): Promise<{ scheduled: number; due: number; closed: number }> {
  const sum = { scheduled: 0, due: 0, closed: 0 };
  for (const { id, timeZone } of await listCompanies(db)) {
    const today = companyDay(deps.now(), timeZone);
    const { scheduled, due, closed } = await saveCompany(db, deps, { id, timeZone, today });
    sum.scheduled += scheduled;
    sum.due += due;
    sum.closed += closed;
  }
  return sum;
}
