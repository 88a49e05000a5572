import type { Kysely } from 'kysely';
import type { EndpointInput } from '#contract/endpoint.ts';
import { listReviews as listEndpoint, readReview as readEndpoint } from '#contract/risk/reviews.ts';
import { type RiskLevel, riskLevels } from '#rules/clients/client-types.ts';
import { addDays, addMonths, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { type ReviewPlace, readReview, reviewPage } from './store.ts';

export interface ReviewsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<ReviewsDeps>();

/** Days ahead that a review counts as due soon. */
const soonDays = 30;

function dueBy(
  due: EndpointInput<typeof listEndpoint>['query']['due'],
  today: CalendarDate,
): string | undefined {
  switch (due) {
    case 'overdue':
      return addDays(today, -1);
    case 'today':
      return today;
    case 'month':
      return addDays(today, soonDays);
    case undefined:
      return undefined;
  }
}

function getPlace(after: string | undefined): ReviewPlace | null {
  const [dueOn, id] = after?.split(' ') ?? [];
  return dueOn === undefined || id === undefined ? null : { dueOn, id };
}

/** GET /reviews. */
export const listReviews = query(listEndpoint, async ({ trx, deps, caller, query: requested }) => {
  const { status, due, of, clientId, after, limit } = requested;
  const { company, member } = caller;
  const today = companyDay(deps.now(), company.timeZone);
  const { rows, total } = await reviewPage(trx, {
    filter: { status, dueBy: dueBy(due, today), clientId, memberId: of && member.id },
    after: getPlace(after),
    limit,
  });
  const { items, next } = toPage(rows, limit, ({ dueOn, id }) => `${dueOn} ${id}`);
  return { items, nextAfter: next, total };
});

/** The latest day of the next review at a level, by the company's policy. */
export async function latestNext(
  trx: Trx,
  companyId: string,
  today: CalendarDate,
): Promise<Record<RiskLevel, CalendarDate>> {
  const { policy } = await readCompanyFacts(trx, companyId);
  const days = riskLevels.map((level) => [level, addMonths(today, policy.reviewMonths[level])] as const);
  return Object.fromEntries(days) as Record<RiskLevel, CalendarDate>;
}

/** GET /reviews/:id. */
export const showReview = query(readEndpoint, async ({ trx, deps, caller: { company }, params }) => {
  const on = companyDay(deps.now(), company.timeZone);
  const review = await readReview(trx, params.id);
  return review && { ...review, latestNext: await latestNext(trx, company.id, on), on };
});
