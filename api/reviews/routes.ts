import { askForReview, completeReview, listReviews, moveReview, readReview } from '#contract/reviews.ts';
import { type Binding, bind } from '../http/bind.ts';
import {
  askForReview as ask,
  completeReview as complete,
  listReviews as list,
  moveReview as move,
  type ReviewsDeps,
  showReview,
} from './service.ts';

/** Reviews of clients. */
export function reviewsRoutes(deps: ReviewsDeps): Binding[] {
  return [
    bind(listReviews, ({ query }, caller) => list(deps, caller, query)),
    bind(readReview, ({ params }, caller) => showReview(deps, caller, params.id)),
    bind(askForReview, ({ params, body }, caller) => ask(deps, caller, params.id, body)),
    bind(moveReview, ({ params, body }, caller) => move(deps, caller, params.id, body)),
    bind(completeReview, ({ params, body }, caller) => complete(deps, caller, params.id, body)),
  ];
}
