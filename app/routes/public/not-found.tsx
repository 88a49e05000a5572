import { ReloadDocument } from '../../components/reload-document.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import { asAnyone } from '../../session/session.server.ts';

/** Any unknown URL. */
export const loader = asAnyone(({ requestId }) => {
  throw errorResponse(404, { code: 'page.notFound', requestId });
});

export const action = loader;

export default ReloadDocument;
