import { isRecordId } from '#contract/record-id.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { reviewTriggerLabels } from '#rules/reviews/review-labels.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';

/** Maximum reviews shown on the page; the rest are in Monitoring. */
const visibleReviews = 5;

/** A client's open reviews that an event or a member triggered, soonest due first; an alert of its own announces that the risk rose. */
export async function readTriggeredReviews(api: MainApi, clientId: string) {
  if (!isRecordId(clientId)) return [];
  const { items } = await api.call(listReviews, { query: { clientId, limit: visibleReviews } });
  return items.flatMap(({ id, trigger, cause, dueOn, status }) =>
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
}

export type TriggeredReviews = Awaited<ReturnType<typeof readTriggeredReviews>>;
