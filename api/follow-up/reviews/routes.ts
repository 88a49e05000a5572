import { listReviews, readReview } from '#contract/risk/reviews.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { completeReview, requestReview, transitionReview } from './commands.ts';
import { listReviews as list, type ReviewsDeps, showReview } from './queries.ts';

/** Handlers of the review endpoints. */
export function reviewsRoutes(deps: ReviewsDeps): Binding[] {
  return [
    bind(listReviews, ({ query }, caller) => list(deps, caller, query)),
    bind(readReview, ({ params }, caller) => showReview(deps, caller, params.id)),
    requestReview.bind(deps),
    transitionReview.bind(deps),
    completeReview.bind(deps),
  ];
}
