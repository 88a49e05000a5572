import { v7 as uuidv7 } from 'uuid';
import {
  completeReview as completeEndpoint,
  type Review,
  requestReview as requestEndpoint,
  transitionReview as transitionEndpoint,
} from '#contract/risk/reviews.ts';
import type { ClientStatus } from '#rules/clients/client-types.ts';
import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { isCurrentClient, isEndedClient } from '#rules/lifecycles/clients.ts';
import { reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { problemWithReviewDate } from '#rules/risk/review-date.ts';
import { reviewBlockers } from '#rules/transition-guards/review.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { rejectBlocked } from '../../kernel/http/refuse-blocked.ts';
import { closeAlerts, openAlerts } from '../../records/alerts/inbox.ts';
import { lockClientById } from '../../records/clients/record/store.ts';
import { latestNext, type ReviewsDeps } from './queries.ts';
import { insertReviews, lockWaitingPeriodicReviews, readReview, reviews, setNextReviewDay } from './store.ts';

const command = commandsFor<ReviewsDeps>();

/** Who reviews which client, when and why. */
interface ManualReview {
  clientId: string;
  dueOn: string;
  cause: string;
}

async function insertManualReview(
  { trx, time, at }: Work,
  { company, member }: MemberCaller,
  { clientId, dueOn, cause }: ManualReview,
): Promise<string> {
  const id = uuidv7({ msecs: time().getTime() });
  await insertReviews(trx, [
    {
      company_id: company.id,
      id,
      client_id: clientId,
      kind: 'triggered',
      trigger: 'manual',
      cause,
      dedupe_key: `manual:${id}`,
      due_on: dueOn,
      status: 'scheduled',
      assignee_member_id: member.id,
      created_at: at,
      updated_at: at,
    },
  ]);
  return id;
}

const scheduledEvent = (id: string, { clientId, dueOn, cause }: ManualReview): WorkEvent => ({
  action: 'review.scheduled',
  resourceType: 'review',
  resourceId: id,
  reason: cause,
  detail: { clientId, dueOn },
});

/**
 * Schedules a review of one client within another command or a job. Returns its id; null without the client.
 * @throws `request.invalid` if the relationship has ended
 */
export async function scheduleManualReview(
  work: Work & { caller: MemberCaller },
  clientId: string,
  { dueOn, cause }: Omit<ManualReview, 'clientId'>,
): Promise<string | null> {
  const client = await lockClientById(work.trx, clientId);
  if (client === null) return null;
  if (isEndedClient(client.status)) throw invalid(nothingToReview);
  const review = { clientId, dueOn, cause };
  const id = await insertManualReview(work, work.caller, review);
  work.record(scheduledEvent(id, review));
  return id;
}

const nothingToReview = 'The relationship with this client has ended, so there is nothing to review.';

/** POST /clients/:id/reviews. */
export const requestReview = command(requestEndpoint, {
  lock: ({ trx, params }) => lockClientById(trx, params.id),
  check({ time, caller, body, problems }, { status }) {
    if (isEndedClient(status)) {
      throw invalid(nothingToReview);
    }
    if (body.dueOn < companyDay(time(), caller.company.timeZone)) {
      problems.add('dueOn', 'Enter today or a later day.');
    }
  },
  change: (context) =>
    insertManualReview(context, context.caller, { clientId: context.params.id, ...context.body }),
  read: ({ trx }, _, id) => reviews.reread(trx, id),
  again: ({ trx }, { id }) => readReview(trx, id),
  events: ({ body, params }, { done }) => scheduledEvent(done, { clientId: params.id, ...body }),
});

/** The client first and its review second, as every command that changes both locks them. */
async function lock({ trx, params }: Work & { params: { id: string } }): Promise<Review | null> {
  const seen = await readReview(trx, params.id);
  if (seen === null) return null;
  await lockClientById(trx, seen.clientId);
  return reviews.lock(trx, params.id);
}

const stale = {
  message: 'Someone changed this review after you opened it. Review it, then try again.',
  current: (_: unknown, review: Review) => review,
};

/** Key of the alert of a review that is due. */
export const dueKey = ({ id, dueOn }: Pick<Review, 'id' | 'dueOn'>) => `reviewDue:${id}:${dueOn}`;

/**
 * POST /reviews/:id/transitions. The periodic review cannot be cancelled during the relationship, because no other
 * would follow.
 */
export const transitionReview = command(transitionEndpoint, {
  lock,
  stale,
  transition: { lifecycle: reviewLifecycle, from: ({ status }) => status, to: ({ body }) => body.to },
  check({ body, problems }, { kind }) {
    if (body.to !== 'cancelled') return;
    if (kind === 'periodic') {
      throw invalid(
        'A periodic review cannot be cancelled while the relationship is active. Complete it, or end the relationship.',
      );
    }
    if (body.reason === undefined) problems.add('reason', 'Enter a reason.');
  },
  async change(context, before) {
    const { body, caller, at } = context;
    const isCancelled = body.to === 'cancelled';
    await reviews.update(context, before, {
      status: body.to,
      ...(isCancelled
        ? { reason: body.reason ?? null }
        : { assignee_member_id: caller.member.id, risk_before: before.riskLevel, started_at: at }),
    });
    if (isCancelled) {
      await closeAlerts(context, { dedupeKeys: [dueKey(before)], reason: 'The review was cancelled.' });
    }
  },
  read: ({ trx }, { id }) => reviews.reread(trx, id),
  again: ({ trx, params }) => readReview(trx, params.id),
  events: ({ body: { to, reason } }, { before }) => ({
    action: to === 'cancelled' ? 'review.cancelled' : 'review.started',
    resourceType: 'review',
    resourceId: before.id,
    ...(reason === undefined ? {} : { reason }),
    detail: {
      clientId: before.clientId,
      changes: changesBetween(
        { status: reviewLifecycle.labels[before.status] },
        { status: reviewLifecycle.labels[to], reason },
      ),
    },
  }),
});

const nextReviewCause = 'Scheduled by the last review';

/**
 * Schedules the next periodic review of a client. A triggered review replaces the scheduled one: both cover the whole client.
 * @returns keys of the alerts about the previous date.
 */
async function scheduleNext(
  context: Work & { caller: MemberCaller },
  client: { id: string; status: ClientStatus },
  nextDueOn: string,
): Promise<string[]> {
  const { trx, time, at, caller } = context;
  await setNextReviewDay(trx, client.id, nextDueOn);
  const waiting = await lockWaitingPeriodicReviews(trx, client.id);
  for (const review of waiting) {
    await reviews.update(context, review, {
      due_on: nextDueOn,
      status: 'scheduled',
      cause: nextReviewCause,
    });
  }
  if (waiting.length === 0 && isCurrentClient(client.status)) {
    const id = uuidv7({ msecs: time().getTime() });
    await insertReviews(trx, [
      {
        company_id: caller.company.id,
        id,
        client_id: client.id,
        kind: 'periodic',
        trigger: null,
        cause: nextReviewCause,
        dedupe_key: `periodic:${id}`,
        due_on: nextDueOn,
        status: 'scheduled',
        assignee_member_id: null,
        created_at: at,
        updated_at: at,
      },
    ]);
  }
  return waiting.map(dueKey);
}

const riskWords = (level: RiskLevel | null) =>
  level === null ? 'not rated' : riskLevelLabels[level].toLowerCase();

/**
 * POST /reviews/:id/completion. The next review date is the policy's for the level found, an earlier one, or a later one with a reason.
 * A level above the recorded one opens an alert to reassess, and one below it is rejected: a review forms a judgement, but the level
 * itself comes from an assessment.
 */
export const completeReview = command(completeEndpoint, {
  lock,
  stale,
  transition: { lifecycle: reviewLifecycle, from: ({ status }) => status, to: () => 'completed' },
  check({ caller, body }, { riskLevel }) {
    const blockers = reviewBlockers({
      findings: body.findings,
      riskAfter: body.riskAfter,
      riskOnRecord: riskLevel,
      jurisdictions: caller.company.regulatedIn,
    });
    rejectBlocked('Complete review', blockers, ({ fix }) => fix.id ?? 'riskAfter');
  },
  async change(context, before) {
    const { trx, time, at, caller, body } = context;
    const client = await lockClientById(trx, before.clientId);
    if (client === null) throw new Error('The client of the review does not exist.');
    const { company, member } = caller;
    const today = companyDay(time(), company.timeZone);
    const latest = (await latestNext(trx, company.id, today))[body.riskAfter];
    const nextDueOn = body.nextDueOn ?? latest;
    const problem = problemWithReviewDate(nextDueOn, { today, latest, reason: body.reason ?? null });
    if (problem !== undefined) throw invalid(problem, 'nextDueOn');
    await reviews.update(context, before, {
      status: 'completed',
      findings: body.findings,
      risk_before: before.riskBefore ?? client.riskLevel,
      risk_after: body.riskAfter,
      next_due_on: nextDueOn,
      reason: body.reason ?? null,
      completed_at: at,
      completed_by: member.id,
    });
    const settled = await scheduleNext(context, client, nextDueOn);
    await closeAlerts(context, {
      dedupeKeys: [dueKey(before), ...settled],
      reason: 'The client was reviewed.',
    });
    if (client.riskLevel === null || compareLevels(body.riskAfter, client.riskLevel) > 0) {
      await openAlerts(context, [
        {
          type: 'other',
          resourceType: 'clients',
          resourceId: client.id,
          severity: body.riskAfter === 'high' ? 'high' : 'medium',
          summary: `A review found ${riskWords(body.riskAfter)} risk; the record says ${riskWords(client.riskLevel)}. Reassess the client.`,
          dedupeKey: `reviewFound:${before.id}`,
        },
      ]);
    }
    return { client, nextDueOn };
  },
  read: ({ trx }, { id }) => reviews.reread(trx, id),
  again: ({ trx, params }) => readReview(trx, params.id),
  events: ({ body }, { before, done: { client, nextDueOn } }) => ({
    action: 'review.completed',
    resourceType: 'review',
    resourceId: before.id,
    detail: {
      clientId: client.id,
      findings: body.findings,
      changes: changesBetween(
        {
          risk: client.riskLevel && riskLevelLabels[client.riskLevel],
          nextReviewDueOn: client.nextReviewDueOn,
        },
        { risk: riskLevelLabels[body.riskAfter], nextReviewDueOn: nextDueOn, reason: body.reason },
      ),
    },
  }),
});
