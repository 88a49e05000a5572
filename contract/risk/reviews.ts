import { z } from 'zod';
import { cappedCount } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  instant,
  namedRecord,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  riskLevel,
} from '#contract/fields.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { riskLevels } from '#rules/clients/client-types.ts';
import { getStates } from '#rules/lifecycles/lifecycle.ts';
import { type ReviewStatus, reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { reviewTriggers } from '#rules/reviews/review-labels.ts';

export const reviewStatuses = getStates(reviewLifecycle) as [ReviewStatus, ...ReviewStatus[]];

const byId = z.object({ id: recordId });
const risk = z.enum(riskLevels, { error: 'Select a risk level' });

export const review = z.object({
  id: recordId,
  version: z.number().int(),
  clientId: recordId,
  clientName: z.string(),
  /** Confirmed sanctions matches of the client or a related party. */
  sanctions: sanctionsTag,
  /** Relationship owner of the client. */
  responsibleName: z.string().nullable(),
  kind: z.enum(['periodic', 'triggered']),
  trigger: z.enum(reviewTriggers).nullable(),
  /** Reason for the due date, in one sentence. */
  cause: z.string(),
  dueOn: calendarDate,
  status: z.enum(reviewStatuses),
  /** Member who started it. */
  assignee: namedRecord.nullable(),
  /** The client's current risk level. */
  riskLevel: riskLevel.nullable(),
  riskBefore: riskLevel.nullable(),
  riskAfter: riskLevel.nullable(),
  findings: z.string().nullable(),
  nextDueOn: calendarDate.nullable(),
  /** Why it was cancelled, or why the next review is later than the rules allow. */
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
  summary: 'List open reviews, soonest first, or closed reviews, newest first',
  caller: 'member',
  permission: 'records.read',
  query: z.object({
    status: z.enum(['open', 'closed']).default('open'),
    /** `overdue` and `today` by the company’s day; `month`: within 30 days. */
    due: z.enum(['overdue', 'today', 'month']).optional(),
    /** `me`: of clients owned by the member, or started by them. */
    of: z.literal('me').optional(),
    clientId: recordId.optional(),
    /** Date and id of the last item of the previous page. */
    after: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d [0-9a-f-]{36}$/, { error: 'This page is no longer available' })
      .optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ items: z.array(review), nextAfter: z.string().nullable(), total: cappedCount }),
  status: 200,
});

export const readReview = endpoint({
  id: 'reviews.read',
  method: 'GET',
  path: '/reviews/:id',
  summary: 'Get a review with the latest allowed next review date for each risk level',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  response: review.extend({
    /** By risk level. Earlier days are always allowed, later ones only with a reason. */
    latestNext: z.record(riskLevel, calendarDate),
    /** Today in the company's time zone. */
    on: calendarDate,
  }),
  status: 200,
});

export const requestReview = endpoint({
  id: 'reviews.request',
  method: 'POST',
  path: '/clients/:id/reviews',
  summary: 'Request a review of a client before it is due, with a reason',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: z.object({
    cause: requiredText('Enter a reason for the review', { max: 500, multiline: true }),
    dueOn: calendarDate,
  }),
  response: review,
  status: 201,
});

export const transitionReview = endpoint({
  id: 'reviews.transition',
  method: 'POST',
  path: '/reviews/:id/transitions',
  summary: 'Start a review, or cancel one with a reason',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: z.object({
    version: recordVersion,
    to: z.enum(['inProgress', 'cancelled']),
    /** With `cancelled`. */
    reason: optionalText({ max: 1000, multiline: true }),
  }),
  response: review,
  status: 200,
});

export const completeReview = endpoint({
  id: 'reviews.complete',
  method: 'POST',
  path: '/reviews/:id/completion',
  summary: 'Complete a review with its findings and the risk after review. Schedules the next review',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: z.object({
    version: recordVersion,
    findings: requiredText('Enter the findings, even if nothing has changed.', {
      max: 5000,
      multiline: true,
    }),
    riskAfter: risk,
    /** Default: the date by the rules. */
    nextDueOn: calendarDate.optional(),
    /** Why the next review is later than the rules allow. */
    reason: optionalText({ max: 1000, multiline: true }),
  }),
  response: review,
  status: 200,
});
