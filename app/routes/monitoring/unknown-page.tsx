import { ReloadDocument } from '../../components/reload-document.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import { asMember } from '../../session/session.server.ts';
import { MonitoringError } from './monitoring-route.tsx';

/** A page that monitoring does not have. */
export const loader = asMember(({ requestId }) => {
  throw errorResponse(404, { code: 'page.notFound', requestId });
});

export const action = loader;

export const ErrorBoundary = MonitoringError;

export default ReloadDocument;
