import { z } from 'zod';
import { riskLevels } from '#rules/client-types.ts';
import { statesOf } from '#rules/lifecycles/lifecycle.ts';
import { type ReviewStatus, reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { reviewTriggers } from '#rules/monitoring/review-words.ts';
import { cappedCount } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, optionalText, recordId, recordVersion, requiredText } from './fields.ts';

export const reviewStatuses = statesOf(reviewLifecycle) as [ReviewStatus, ...ReviewStatus[]];

const byId = z.object({ id: recordId });
const risk = z.enum(riskLevels, { error: 'Choose the level of risk' });

export const review = z.object({
  id: recordId,
  version: z.number().int(),
  clientId: recordId,
  clientName: z.string(),
  /** Who looks after the client. */
  responsibleName: z.string().nullable(),
  kind: z.enum(['periodic', 'triggered']),
  trigger: z.enum(reviewTriggers).nullable(),
  /** Why it is due on that day, in a sentence. */
  cause: z.string(),
  dueOn: calendarDate,
  status: z.enum(reviewStatuses),
  /** Who took it up. */
  assignee: z.object({ id: recordId, name: z.string() }).nullable(),
  /** The client's level now. */
  riskLevel: z.enum(riskLevels).nullable(),
  riskBefore: z.enum(riskLevels).nullable(),
  riskAfter: z.enum(riskLevels).nullable(),
  findings: z.string().nullable(),
  nextDueOn: calendarDate.nullable(),
  /** Why it was cancelled, or why the next one may come later than the rules have it. */
  reason: z.string().nullable(),
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
  completedBy: z.string().nullable(),
});
export type Review = z.infer<typeof review>;

export const listReviews = endpoint({
  id: 'reviews.list',
  method: 'GET',
  path: '/reviews',
  summary:
    'Reviews of clients that are still to be done, soonest first, or those that are over, newest first',
  caller: 'member',
  act: 'records.read',
  query: z.object({
    status: z.enum(['open', 'closed']).default('open'),
    /** `overdue` and `today` by the company’s day; `month`: within 30 days. */
    due: z.enum(['overdue', 'today', 'month']).optional(),
    /** `me`: of clients that the member looks after, or taken up by them. */
    of: z.literal('me').optional(),
    clientId: recordId.optional(),
    /** The day and id of the last one seen, as the answer before gave them. */
    after: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d [0-9a-f-]{36}$/, { error: 'This page of the list is not there' })
      .optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ items: z.array(review), nextAfter: z.string().nullable(), total: cappedCount }),
  status: 200,
});

export const readReview = endpoint({
  id: 'reviews.read',
  method: 'GET',
  path: '/reviews/:id',
  summary: 'A review, with the latest day that the rules allow for the next one at each level of risk',
  caller: 'member',
  act: 'records.read',
  params: byId,
  answer: review.extend({
    /** By level of risk; earlier days are always allowed, later ones with a reason. */
    latestNext: z.record(z.enum(riskLevels), calendarDate),
    /** The company’s day. */
    on: calendarDate,
  }),
  status: 200,
});

export const askForReview = endpoint({
  id: 'reviews.ask',
  method: 'POST',
  path: '/clients/:id/reviews',
  summary: 'Ask for a review of a client before its time, with why',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: byId,
  body: z.object({
    cause: requiredText('Say why the client has to be looked at', { max: 500, multiline: true }),
    dueOn: calendarDate,
  }),
  answer: review,
  status: 201,
});

export const moveReview = endpoint({
  id: 'reviews.move',
  method: 'POST',
  path: '/reviews/:id/moves',
  summary: 'Take a review up, or cancel one with a reason',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: byId,
  body: z.object({
    version: recordVersion,
    to: z.enum(['inProgress', 'cancelled']),
    /** With `cancelled`. */
    reason: optionalText({ max: 1000, multiline: true }),
  }),
  answer: review,
  status: 200,
});

export const completeReview = endpoint({
  id: 'reviews.complete',
  method: 'POST',
  path: '/reviews/:id/completion',
  summary: 'Record what a review found and what the risk is after it; sets the day of the next one',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: byId,
  body: z.object({
    version: recordVersion,
    findings: requiredText('Write down what the review found, even if nothing has changed.', {
      max: 5000,
      multiline: true,
    }),
    riskAfter: risk,
    /** The rules’ day unless given. */
    nextDueOn: calendarDate.optional(),
    /** Why the next one may be later than the rules have it. */
    reason: optionalText({ max: 1000, multiline: true }),
  }),
  answer: review,
  status: 200,
});

export const reviewEndpoints = [listReviews, readReview, askForReview, moveReview, completeReview];
