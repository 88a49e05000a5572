import { errorResponse } from '../../main-api/error-response.ts';
import { asAnyone } from '../../session/session.server.ts';

/** Any unknown URL. */
export const loader = asAnyone(({ requestId }) => {
  throw errorResponse(404, { code: 'page.notFound', requestId });
});

export const action = loader;

/** Never rendered: makes this a page route, so that the error page is shown instead of JSON. */
export default function NotFound() {
  return null;
}
