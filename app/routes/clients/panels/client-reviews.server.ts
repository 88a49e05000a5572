import type { EndpointResponse } from '#contract/endpoint.ts';
import type { listReviews } from '#contract/risk/reviews.ts';
import { type CalendarDate, compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import { reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { reviewTriggerLabels } from '#rules/reviews/review-labels.ts';

type Reviews = EndpointResponse<typeof listReviews>['items'];

/** A client's open reviews that an event or a member triggered, soonest due first; an alert of its own announces that the risk rose. */
export const toTriggeredReviews = (reviews: Reviews) =>
  reviews.flatMap(({ id, trigger, cause, dueOn, status }) =>
    trigger === null || trigger === 'riskRose'
      ? []
      : [
          {
            id,
            label: reviewTriggerLabels[trigger],
            cause,
            status: reviewLifecycle.labels[status],
            due: formatDate(dueOn),
          },
        ],
  );

export type TriggeredReviews = ReturnType<typeof toTriggeredReviews>;

/** A client's open reviews for its list of reviews, periodic ones too. @param today by the company's calendar */
export const toReviewLines = (reviews: Reviews, today: CalendarDate) =>
  reviews.map(({ id, trigger, dueOn, status }) => ({
    id,
    label: trigger === null ? 'Periodic review' : reviewTriggerLabels[trigger],
    status: reviewLifecycle.labels[status],
    due: formatDate(dueOn),
    isOverdue: compareDates(dueOn, today) < 0,
  }));

export type ReviewLines = ReturnType<typeof toReviewLines>;
