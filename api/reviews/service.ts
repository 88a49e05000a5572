import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { EndpointAnswer, EndpointInput } from '#contract/endpoint.ts';
import type {
  askForReview as askEndpoint,
  completeReview as completeEndpoint,
  listReviews as listEndpoint,
  moveReview as moveEndpoint,
  Review,
  readReview as readEndpoint,
} from '#contract/reviews.ts';
import { addDays, addMonths, type CalendarDate } from '#rules/calendar-dates.ts';
import { type RiskLevel, riskLevelLabels, riskLevels } from '#rules/client-types.ts';
import { companyDay } from '#rules/company-day.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { problemWithReviewDate } from '#rules/risk/review-date.ts';
import { closeAlerts, openAlert } from '../alerts/open-alerts.ts';
import { changesBetween } from '../audit/detail.ts';
import { actorOf, recordMemberEvent } from '../audit/member-event.ts';
import { lockClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { readCompanyFacts } from '../diligence/company-facts.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { changeReview, insertReviews, type ReviewPlace, readReview, reviewPage } from './store.ts';

type Trx = Transaction<Schema>;

export interface ReviewsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const invalid = (sentence: string, field = '') =>
  refuse('request.invalid', { detail: sentence, fields: { [field]: [sentence] } });

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

function placeOf(after: string | undefined): ReviewPlace | null {
  const [dueOn, id] = after?.split(' ') ?? [];
  return dueOn === undefined || id === undefined ? null : { dueOn, id };
}

/** GET /reviews. */
export function listReviews(
  deps: ReviewsDeps,
  { company, member }: MemberCaller,
  { status, due, of, clientId, after, limit }: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointAnswer<typeof listEndpoint>> {
  const today = companyDay(deps.now(), company.timeZone);
  return asTenant(deps.db, company.id, async (trx) => {
    const { rows, total } = await reviewPage(trx, {
      filter: { status, dueBy: dueBy(due, today), clientId, memberId: of && member.id },
      after: placeOf(after),
      limit,
    });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, nextAfter: rows.length > limit && last ? `${last.dueOn} ${last.id}` : null, total };
  });
}

/** The latest day of the next review at a level, by the company's policy. */
async function latestNext(
  trx: Trx,
  companyId: string,
  today: CalendarDate,
): Promise<Record<RiskLevel, CalendarDate>> {
  const { policy } = await readCompanyFacts(trx, companyId);
  const days = riskLevels.map((level) => [level, addMonths(today, policy.reviewMonths[level])] as const);
  return Object.fromEntries(days) as Record<RiskLevel, CalendarDate>;
}

/** GET /reviews/:id. */
export function showReview(
  deps: ReviewsDeps,
  { company }: MemberCaller,
  id: string,
): Promise<EndpointAnswer<typeof readEndpoint>> {
  const on = companyDay(deps.now(), company.timeZone);
  return asTenant(deps.db, company.id, async (trx) => {
    const review = await readReview(trx, id);
    if (review === null) throw refuse('record.notFound');
    return { ...review, latestNext: await latestNext(trx, company.id, on), on };
  });
}

/** POST /clients/:id/reviews. */
export function askForReview(
  deps: ReviewsDeps,
  caller: MemberCaller,
  clientId: string,
  form: z.output<typeof askEndpoint.body>,
): Promise<Review> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body: form, status: 201 }, async () => {
      const client = await lockClientById(trx, clientId);
      if (client === null) throw refuse('record.notFound');
      if (['exited', 'declined', 'archived'].includes(client.status)) {
        throw invalid('The relationship with this client is over, so there is nothing to review.');
      }
      const now = deps.now();
      const today = companyDay(now, company.timeZone);
      if (form.dueOn < today) throw invalid('Enter today or a later day.', 'dueOn');
      const at = now.toISOString();
      const id = uuidv7({ msecs: now.getTime() });
      await insertReviews(trx, [
        {
          company_id: company.id,
          id,
          client_id: clientId,
          kind: 'triggered',
          trigger: 'manual',
          cause: form.cause,
          dedupe_key: `manual:${id}`,
          due_on: form.dueOn,
          status: 'scheduled',
          assignee_member_id: member.id,
          created_at: at,
          updated_at: at,
        },
      ]);
      const review = await readReview(trx, id);
      if (review === null) throw new Error('A review that was just written cannot be read.');
      await recordMemberEvent(trx, deps, caller, {
        action: 'review.scheduled',
        resourceType: 'review',
        resourceId: id,
        reason: form.cause,
        detail: { clientId, dueOn: form.dueOn },
      });
      return review;
    }),
  );
}

/** A review locked for a command; 404 where it is not the company's, 409 where it has moved on. */
async function lockReview(trx: Trx, id: string, version: number, to: Review['status']): Promise<Review> {
  const review = await readReview(trx, id, true);
  if (review === null) throw refuse('record.notFound');
  if (review.version !== version) {
    throw refuse('record.stale', {
      detail: 'Somebody changed this review after you opened it. Look at it as it is now, then try again.',
      current: review,
    });
  }
  const decision = mayMove(reviewLifecycle, review.status, to);
  if (!decision.allowed) throw invalid(decision.reason);
  return review;
}

const dueKey = ({ id, dueOn }: Pick<Review, 'id' | 'dueOn'>) => `reviewDue:${id}:${dueOn}`;

const actingAs = (caller: MemberCaller) => ({
  companyId: caller.company.id,
  actor: actorOf(caller),
  requestId: caller.request.id,
});

async function moved(trx: Trx, id: string): Promise<Review> {
  const review = await readReview(trx, id);
  if (review === null) throw new Error('A review that was just written cannot be read.');
  return review;
}

/** POST /reviews/:id/moves. The calendar's review cannot be cancelled while the relationship lasts: nobody would look again. */
export function moveReview(
  deps: ReviewsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof moveEndpoint.body>,
): Promise<Review> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const before = await lockReview(trx, id, form.version, form.to);
      const isCancelled = form.to === 'cancelled';
      if (isCancelled && before.kind === 'periodic') {
        throw invalid(
          'This review comes by the calendar and cannot be cancelled while you deal with the client. Do it, or end the relationship.',
        );
      }
      if (isCancelled && form.reason === undefined) {
        throw invalid('Say why it is not needed. An auditor will read it.', 'reason');
      }
      const at = deps.now().toISOString();
      await changeReview(trx, before, {
        status: form.to,
        ...(isCancelled
          ? { reason: form.reason ?? null }
          : { assignee_member_id: caller.member.id, risk_before: before.riskLevel, started_at: at }),
        updated_at: at,
      });
      if (isCancelled) {
        const dedupeKeys = [dueKey(before)];
        await closeAlerts(trx, deps, actingAs(caller), { dedupeKeys, reason: 'The review was cancelled.' });
      }
      await recordMemberEvent(trx, deps, caller, {
        action: isCancelled ? 'review.cancelled' : 'review.started',
        resourceType: 'review',
        resourceId: id,
        ...(form.reason === undefined ? {} : { reason: form.reason }),
        detail: {
          clientId: before.clientId,
          changes: changesBetween(
            { status: reviewLifecycle.labels[before.status] },
            { status: reviewLifecycle.labels[form.to], reason: form.reason },
          ),
        },
      });
      return moved(trx, id);
    }),
  );
}

/**
 * POST /reviews/:id/completion. The day of the next review is the policy's for the level found, an earlier one, or a later one with a
 * reason. A level above the one on record opens an alert: a review judges, but the level itself comes from an assessment.
 */
export function completeReview(
  deps: ReviewsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof completeEndpoint.body>,
): Promise<Review> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const before = await lockReview(trx, id, form.version, 'completed');
      const client = await lockClientById(trx, before.clientId);
      if (client === null) throw new Error('A review is of a client that is not there.');
      const now = deps.now();
      const at = now.toISOString();
      const today = companyDay(now, company.timeZone);
      const latest = (await latestNext(trx, company.id, today))[form.riskAfter];
      const nextDueOn = form.nextDueOn ?? latest;
      const problem = problemWithReviewDate(nextDueOn, { today, latest, reason: form.reason ?? null });
      if (problem !== undefined) throw invalid(problem, 'nextDueOn');
      await changeReview(trx, before, {
        status: 'completed',
        findings: form.findings,
        risk_before: before.riskBefore ?? client.riskLevel,
        risk_after: form.riskAfter,
        next_due_on: nextDueOn,
        reason: form.reason ?? null,
        completed_at: at,
        completed_by: member.id,
        updated_at: at,
      });
      await trx
        .updateTable('clients')
        .set({ next_review_due_on: nextDueOn })
        .where('id', '=', client.id)
        .execute();
      // A review out of turn does the one by the calendar as well: both look at the client as a whole.
      const open = await trx
        .selectFrom('reviews')
        .select('id')
        .where('client_id', '=', client.id)
        .where('kind', '=', 'periodic')
        .where('status', 'in', ['scheduled', 'due', 'overdue'])
        .forUpdate()
        .execute();
      const settled = [dueKey(before)];
      for (const periodic of open) {
        const known = await moved(trx, periodic.id);
        await changeReview(trx, known, {
          due_on: nextDueOn,
          status: 'scheduled',
          cause: 'As the last review has set it',
          updated_at: at,
        });
        settled.push(dueKey(known));
      }
      if (open.length === 0 && ['active', 'dormant'].includes(client.status)) {
        const next = uuidv7({ msecs: now.getTime() });
        await insertReviews(trx, [
          {
            company_id: company.id,
            id: next,
            client_id: client.id,
            kind: 'periodic',
            trigger: null,
            cause: 'As the last review has set it',
            dedupe_key: `periodic:${next}`,
            due_on: nextDueOn,
            status: 'scheduled',
            assignee_member_id: null,
            created_at: at,
            updated_at: at,
          },
        ]);
      }
      const by = actingAs(caller);
      await closeAlerts(trx, deps, by, { dedupeKeys: settled, reason: 'The client was reviewed.' });
      if (client.riskLevel === null || compareLevels(form.riskAfter, client.riskLevel) > 0) {
        const words = (level: RiskLevel | null) =>
          level === null ? 'not assessed' : riskLevelLabels[level].toLowerCase();
        await openAlert(trx, deps, by, {
          type: 'other',
          resourceType: 'clients',
          resourceId: client.id,
          severity: form.riskAfter === 'high' ? 'high' : 'medium',
          summary: `A review found the risk to be ${words(form.riskAfter)}; on record it is ${words(client.riskLevel)}. Assess the client anew.`,
          dedupeKey: `reviewFound:${id}`,
        });
      }
      await recordMemberEvent(trx, deps, caller, {
        action: 'review.completed',
        resourceType: 'review',
        resourceId: id,
        detail: {
          clientId: client.id,
          findings: form.findings,
          changes: changesBetween(
            {
              risk: client.riskLevel && riskLevelLabels[client.riskLevel],
              nextReviewDueOn: client.nextReviewDueOn,
            },
            { risk: riskLevelLabels[form.riskAfter], nextReviewDueOn: nextDueOn, reason: form.reason },
          ),
        },
      });
      return moved(trx, id);
    }),
  );
}
