import { listReviews, readReview } from '#contract/risk/reviews.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { completeReview, requestReview, transitionReview } from './commands.ts';
import { listReviews as list, type ReviewsDeps, showReview } from './queries.ts';

const handler = handlersFor<ReviewsDeps>();

/** Handlers of the review endpoints. */
export const reviewHandlers = [
  handler(listReviews, (deps, { query }, caller) => list(deps, caller, query)),
  handler(readReview, (deps, { params }, caller) => showReview(deps, caller, params.id)),
  requestReview,
  transitionReview,
  completeReview,
] as const;
