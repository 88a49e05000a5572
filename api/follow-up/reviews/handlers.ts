import { completeReview, requestReview, transitionReview } from './commands.ts';
import { listReviews, showReview } from './queries.ts';

/** Handlers of the review endpoints. */
export const reviewHandlers = [
  listReviews,
  showReview,
  requestReview,
  transitionReview,
  completeReview,
] as const;
