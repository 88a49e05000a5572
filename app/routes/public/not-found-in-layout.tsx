import { ErrorInLayout } from '../../components/error-page.tsx';
import { ReloadDocument } from '../../components/reload-document.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import { asMember } from '../../session/session.server.ts';

/** Any unknown URL below a layout of members, which stays around the error. */
export const loader = asMember(({ requestId }) => {
  throw errorResponse(404, { code: 'page.notFound', requestId });
});

export const action = loader;

export const ErrorBoundary = ErrorInLayout;

export default ReloadDocument;
