import { errorResponse } from '../../error-answer.ts';
import { asAnyone } from '../../session.server.ts';

/** Any URL that the specification does not have. */
export const loader = asAnyone(({ requestId }) => {
  throw errorResponse(404, { code: 'page.notFound', requestId });
});

export const action = loader;

/** Never shown: it makes this a page route, so that the error page answers instead of plain JSON. */
export default function NotFound() {
  return null;
}
