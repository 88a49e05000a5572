import { ReloadDocument } from '../../components/reload-document.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import { asMember } from '../../session/session.server.ts';
import { SettingsError } from './settings-route.tsx';

/** A page that the settings do not have. */
export const loader = asMember(({ requestId }) => {
  throw errorResponse(404, { code: 'page.notFound', requestId });
});

export const action = loader;

export const ErrorBoundary = SettingsError;

export default ReloadDocument;
